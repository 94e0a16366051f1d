/** The words that models get: a brief, which is data, becomes messages. */
export type { Brief, Purpose } from './brief.ts';
export { type BriefOf, defaultPlanTemplate, defaultPrompts, type Prompts } from './to-messages.ts';
