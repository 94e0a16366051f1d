import type { Brief, Purpose, Resource, SpecialistCard, StepOutput } from '../domain/brief.ts';
import type { Message } from '../domain/message.ts';
import { chinese } from './chinese.ts';
import { english } from './english.ts';
import type { Words } from './words.ts';

/** The brief of a call for one purpose. */
export type BriefOf<P extends Purpose> = Extract<Brief, { purpose: P }>;

/** Turns briefs into the messages that a language model gets, one function for each purpose. */
export type Prompts = { readonly [P in Purpose]: (brief: BriefOf<P>) => readonly Message[] };

const wordsFor = (brief: Brief): Words => (brief.language === 'zh' ? chinese : english);

/** How a plan is written, as the default prompts say it in a language (`zh` or `en`). */
export const defaultPlanTemplate = (language: string): string => (language === 'zh' ? chinese : english).planTemplate;

const system = (...lines: readonly (string | undefined)[]): Message => ({
  role: 'system',
  content: lines.filter(Boolean).join('\n'),
});
const user = (...lines: readonly string[]): Message => ({ role: 'user', content: lines.filter(Boolean).join('\n\n') });

const roster = (words: Words, cards: readonly SpecialistCard[]) =>
  [
    words.specialists,
    ...cards.map(
      (card) =>
        `- ${card.name}: ${card.description}${card.capabilities.length > 0 ? ` (${card.capabilities.join(', ')})` : ''}`,
    ),
  ].join('\n');
const materials = (words: Words, resources: readonly Resource[]) =>
  resources.length === 0
    ? ''
    : [words.resources, ...resources.map((each) => `- ${each.name} (${each.kind}): ${each.summary}`)].join('\n');
/** Data is fenced and named, so that nothing in it reads as an instruction. It cannot end its own fence. */
const fenced = (tag: string, text: string, attributes = '') =>
  `<${tag}${attributes}>\n${text.replace(new RegExp(`</(?=${tag})`, 'gi'), '<\\/')}\n</${tag}>`;
const outputs = (list: readonly StepOutput[]) =>
  list.map((each) => fenced('result', each.text, ` step="${each.stepId}" by="${each.specialist}"`)).join('\n');
const known = (words: Words, { knowledge = [] }: Brief) =>
  knowledge.length === 0
    ? ''
    : `${words.knowledge}\n${fenced('knowledge', knowledge.map((each) => `- ${each.replaceAll('\n', '\n  ')}`).join('\n'))}`;
/** Says of everything that is fenced in the messages of a call that it is data. */
const aboutData = (words: Words, { knowledge = [] }: Brief, results: readonly StepOutput[] = []) => {
  const tags = [...(knowledge.length > 0 ? ['<knowledge>'] : []), ...(results.length > 0 ? ['<result>'] : [])];
  return tags.length === 0 ? '' : words.isData(tags);
};
/** The conversation with what is known before its last question: many chat templates take no two user messages in a row. */
const conversation = (words: Words, brief: Brief): readonly Message[] => {
  const place = brief.messages.findLastIndex((message) => message.role === 'user');
  return brief.messages.map((message, index) =>
    index === place ? { ...message, ...user(known(words, brief), message.content) } : message,
  );
};

/** What the application says to everyone holds for those too who do not see the conversation. */
const rulesOf = (brief: Brief) => brief.messages.filter((message) => message.role === 'system');

/** The messages that think about a request. */
export function thinkMessages(brief: BriefOf<'think'>): Message[] {
  const words = wordsFor(brief);
  return [
    system(
      brief.instructions,
      words.think,
      brief.mayAsk ? '' : words.mayNotAsk,
      roster(words, brief.specialists),
      materials(words, brief.resources),
      brief.remark ? words.unusable(brief.remark) : '',
      aboutData(words, brief),
    ),
    ...conversation(words, brief),
  ];
}

/** The messages that answer directly. */
export function answerMessages(brief: BriefOf<'answer'>): Message[] {
  const words = wordsFor(brief);
  const { thought } = brief;
  return [
    system(
      brief.instructions,
      words.answer,
      words.inUserLanguage,
      `${words.thought} ${thought.thought}`,
      thought.responseStrategy === 'clarification' && thought.question ? words.bestReading(thought.question) : '',
      aboutData(words, brief),
    ),
    ...conversation(words, brief),
  ];
}

/** The messages that draft a plan, mend a refused draft, or update a plan. */
export function planMessages(brief: BriefOf<'plan'>): Message[] {
  const words = wordsFor(brief);
  const { previous, refused, review } = brief;
  const reason = (feedback: NonNullable<typeof previous>['feedback']) =>
    feedback ? `${words.said} ${feedback.feedback}\n${words.change} ${feedback.planUpdateSuggestion}` : words.added;
  return [
    system(
      brief.instructions,
      words.plan(brief.maxSteps),
      brief.template ?? words.planTemplate,
      roster(words, brief.specialists),
      materials(words, brief.resources),
      aboutData(words, brief, previous?.outputs),
    ),
    ...brief.messages,
    user(
      known(words, brief),
      `${words.thought} ${brief.thought.thought}`,
      previous
        ? `${words.update}\n\n${previous.plan.content}\n${outputs(previous.outputs)}\n\n${reason(previous.feedback)}`
        : '',
      refused ? `${words.refused}\n\n${refused.draft}\n\n${words.mend} ${refused.problems.join(' ')}` : '',
      review ? `${words.reviewed}\n\n${review.plan}\n\n${words.theySay} ${review.remark}` : '',
      words.writePlan,
    ),
  ];
}

/** The messages of one turn of a specialist. */
export function workMessages(brief: BriefOf<'work'>): Message[] {
  const words = wordsFor(brief);
  const asked = brief.request.map(({ role, content }) =>
    role === 'user' ? content : `(${words.askedBack} ${content})`,
  );
  return [
    system(
      brief.systemPrompt || words.youAre(brief.specialist.name, brief.specialist.description),
      words.work,
      words.cannot,
      materials(words, brief.resources),
      aboutData(words, brief),
    ),
    ...rulesOf(brief),
    user(
      known(words, brief),
      `${words.userAsked} ${asked.join('\n')}`,
      brief.inputs.length > 0 ? `${words.earlierResults}\n${outputs(brief.inputs)}` : '',
      `${words.yourStep} ${brief.step.description}`,
      brief.remarks.length > 0 ? `${words.earlierAttempts} ${brief.remarks.join(' ')}` : '',
    ),
    ...brief.exchange,
  ];
}

/** The messages that decide about a condition. */
export function decideMessages(brief: BriefOf<'decide'>): Message[] {
  const words = wordsFor(brief);
  return [
    system(
      brief.instructions,
      words.decide,
      brief.remark ? words.unusable(brief.remark) : '',
      aboutData(words, brief, brief.inputs),
    ),
    ...rulesOf(brief),
    user(
      known(words, brief),
      outputs(brief.inputs),
      `${words.theStep} ${brief.step.description}`,
      `${words.onlyWhen} ${brief.condition}`,
    ),
  ];
}

/** The messages that judge a round. */
export function reflectMessages(brief: BriefOf<'reflect'>): Message[] {
  const words = wordsFor(brief);
  return [
    system(
      brief.instructions,
      words.reflect,
      words.round(brief.round, brief.maxRounds),
      brief.isStalled ? words.stalled : '',
      brief.remark ? words.unusable(brief.remark) : '',
      aboutData(words, brief, brief.outputs),
    ),
    ...brief.messages,
    user(
      known(words, brief),
      `${words.thePlan}\n\n${brief.plan.content}`,
      outputs(brief.outputs),
      `${words.summary} ${brief.results.summary}`,
      words.judge,
    ),
  ];
}

/** The messages that write the final answer. */
export function finalizeMessages(brief: BriefOf<'finalize'>): Message[] {
  const words = wordsFor(brief);
  const missing = brief.notDone
    .filter(({ what }) => what !== brief.unanswered)
    .map(({ what, why }) => `- ${what}: ${why}`);
  return [
    system(
      brief.instructions,
      brief.unanswered === undefined ? words.finalize : words.bestReading(brief.unanswered),
      words.inUserLanguage,
      brief.limit ? words.limit(brief.limit) : '',
      missing.length > 0 ? [words.notDone, ...missing].join('\n') : '',
      aboutData(words, brief, brief.outputs),
    ),
    ...brief.messages,
    user(
      known(words, brief),
      outputs(brief.outputs),
      brief.feedback ? `${words.said} ${brief.feedback.feedback}` : '',
      words.writeAnswer,
    ),
  ];
}

/** The prompts that are used where none are given: in Chinese when the user writes Chinese, else in English. */
export const defaultPrompts: Prompts = {
  think: thinkMessages,
  answer: answerMessages,
  plan: planMessages,
  work: workMessages,
  decide: decideMessages,
  reflect: reflectMessages,
  finalize: finalizeMessages,
};

/** The messages for a language model that fit a brief. */
export function toMessages(brief: Brief, prompts: Partial<Prompts> = {}): readonly Message[] {
  // The brief picks its own prompt, so the two fit.
  const prompt = (prompts[brief.purpose] ?? defaultPrompts[brief.purpose]) as (brief: Brief) => readonly Message[];
  return prompt(brief);
}
