import type { Purpose } from 'troupe';
import { chinese } from '../../src/prompts/chinese.ts';
import { english } from '../../src/prompts/english.ts';
import type { Words } from '../../src/prompts/words.ts';

interface WireMessage {
  readonly role: string;
  readonly content?: unknown;
}

/** What stands only in the prompts of one purpose. */
const marksIn = (words: Words): Record<Purpose, string> => ({
  think: words.lead,
  plan: words.planRules,
  work: words.work,
  decide: words.decide,
  reflect: words.close,
  answer: words.answer,
  finalize: words.writeAnswer,
  structure: words.writeShape,
});

/** The words by which the prompts in English say what a request is for. */
export const marks = marksIn(english);
const marksInChinese = marksIn(chinese);

/** What a request of a run is for, told from the words of its prompt as an endpoint sees them. */
export function purposeOf(messages: readonly WireMessage[]): { purpose: Purpose; step?: string; text: string } {
  const text = messages
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n');
  const purposes = Object.keys(marks) as Purpose[]; // the record has one for each
  // Whoever leads and has to plan is told the rules of plans, too.
  const leads = [english.mustPlan, chinese.mustPlan].some((mark) => text.includes(mark));
  const found = purposes.find((each) => text.includes(marks[each]) || text.includes(marksInChinese[each]));
  const purpose = leads ? 'think' : found;
  if (!purpose) throw new Error(`Nobody knows what this request is for: ${text.slice(0, 200)}`);
  const step = /Your step: work on (\w+)/.exec(text)?.[1];
  return { purpose, ...(step ? { step } : {}), text };
}
