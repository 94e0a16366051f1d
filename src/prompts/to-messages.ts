import type { Message } from '../domain/message.ts';
import { noContext, type RequestContext } from '../domain/options.ts';
import { withoutEnd } from '../text/without-end.ts';
import type { Brief, Purpose } from './brief.ts';
import {
  defused,
  defusedMessages,
  fenced,
  fencedFiles,
  fencedKnowledge,
  fencedLookups,
  fencedResults,
} from './fences.ts';
import { wordsIn } from './languages.ts';
import {
  conversation,
  inBrief,
  roster,
  rulesOf,
  unread,
  unusable,
  user,
  withSystem,
  wordsFor,
} from './message-parts.ts';
import { fencedTrouble, outcomesOf } from './outcomes.ts';
import { structureMessages } from './structure-messages.ts';
import type { Words } from './words.ts';
import { workMessages } from './work-messages.ts';

/** The brief of a call for one purpose. */
export type BriefOf<P extends Purpose> = Extract<Brief, { purpose: P }>;

/** Turns briefs into the messages that a language model gets, one function for each purpose; each also gets the context of the request. */
export type Prompts<Context = RequestContext> = {
  readonly [P in Purpose]: (brief: BriefOf<P>, context: Readonly<Context>) => readonly Message[];
};

/** How a plan is written, as the default prompts say it in a language (`zh` or `en`). */
export const defaultPlanTemplate = (language: string): string => wordsIn(language).planTemplate;

/** The messages that lead a request to its answer: by words, by look-ups, by a plan or by a question. */
function thinkMessages(brief: BriefOf<'think'>): Message[] {
  const words = wordsFor(brief);
  const lines = brief.planning === 'must' ? planningLines(words, brief) : leadingLines(words, brief);
  const known = [fencedKnowledge(words, brief), fencedFiles(words, brief.resources)];
  const rest = conversation(brief, ...known, unusable(words, brief.remark));
  return withSystem(brief, words, lines, [...rest, ...defusedMessages(brief.exchange)]);
}

/** Every request is planned: the host does nothing else. */
const planningLines = (words: Words, { specialists, handsOver }: BriefOf<'think'>) => [
  words.mustPlan,
  handsOver ? '' : words.planRules,
  words.inUserLanguage,
  roster(words, specialists),
];

function leadingLines(words: Words, brief: BriefOf<'think'>): string[] {
  const lookUp = brief.isLast ? words.lastLook : words.lookUp;
  const plans = brief.planning === 'free';
  return [
    words.lead,
    brief.hasTools ? lookUp : '',
    plans ? (brief.handsOver ? words.handsOver : words.mayPlan) : '',
    brief.mayAsk ? words.mayAsk : words.mayNotAsk,
    words.inUserLanguage,
    plans ? roster(words, brief.specialists.map(inBrief)) : '',
  ];
}

/** The messages that answer directly. */
function answerMessages(brief: BriefOf<'answer'>): Message[] {
  const words = wordsFor(brief);
  const { thought } = brief;
  const question = thought.responseStrategy === 'clarification' ? thought.question : undefined;
  const known = [fencedKnowledge(words, brief), fencedFiles(words, brief.resources)];
  const rest = conversation(brief, ...known, question ? words.bestReading(defused(question)) : '');
  return withSystem(brief, words, [words.answer, words.inUserLanguage], [...rest, ...defusedMessages(brief.exchange)]);
}

/** The messages that draft a plan, fix a refused draft, or update a plan. */
function planMessages(brief: BriefOf<'plan'>): Message[] {
  const words = unread(wordsFor(brief));
  const { previous, refused, review } = brief;
  const reason = (feedback: NonNullable<typeof previous>['feedback']) =>
    feedback
      ? [
          // Most say only what to change.
          feedback.feedback === feedback.planUpdateSuggestion ? '' : `${words.said} ${defused(feedback.feedback)}`,
          `${words.change} ${defused(feedback.planUpdateSuggestion)}`,
        ]
          .filter(Boolean)
          .join('\n')
      : words.added;
  const said = previous ? reason(previous.feedback) : '';
  const task = user(
    fencedKnowledge(words, brief, 'others'),
    fencedFiles(words, brief.resources),
    brief.thought.thought === '' ? '' : `${words.thought} ${defused(brief.thought.thought)}`,
    fencedLookups(words, brief.lookups),
    previous
      ? `${words.update}\n\n${fenced('draft', previous.plan.content)}\n${fencedResults(words, previous.outputs)}\n\n${said}`
      : '',
    previous
      ? fencedTrouble(words, previous.wentWrong, {
          told: `${previous.plan.content} ${said}`,
          plan: previous.plan,
          mayChange: true,
        })
      : '',
    refused
      ? `${words.refused}\n\n${fenced('draft', refused.draft)}\n\n${words.fix} ${defused(refused.problems.join(' '))}`
      : '',
    review ? `${words.reviewed}\n\n${fenced('draft', review.plan)}\n\n${words.theySay} ${defused(review.remark)}` : '',
    words.writePlan,
  );
  const lines = [words.plan(brief.maxSteps), words.planRules, brief.template ?? '', roster(words, brief.specialists)];
  return withSystem(brief, words, lines, [...defusedMessages(brief.messages), task]);
}

/** The messages that decide about a condition. */
function decideMessages(brief: BriefOf<'decide'>): Message[] {
  const words = unread(wordsFor(brief));
  const task = user(
    fencedKnowledge(words, brief, 'others'),
    fencedResults(words, brief.inputs),
    `${words.theStep} ${defused(brief.step.description)}`,
    `${words.onlyWhen} ${defused(brief.condition)}`,
    unusable(words, brief.remark),
  );
  return withSystem(brief, words, [words.decide], [...rulesOf(brief), task]);
}

/** The messages that judge a round and write the answer. */
function reflectMessages(brief: BriefOf<'reflect'>): Message[] {
  const words = brief.isLast ? unread(wordsFor(brief)) : wordsFor(brief);
  const mayChange = brief.round < brief.maxRounds;
  const outcomes = outcomesOf(words, brief);
  const lines = [
    words.close,
    brief.outputs.length > 0 ? words.mayUse : '',
    mayChange ? words.mayChange(brief.round, brief.maxRounds) : words.mayNotChange,
    brief.isStalled ? words.stalled : '',
    words.inUserLanguage,
    mayChange ? roster(words, brief.specialists) : '',
  ];
  const task = user(
    fencedKnowledge(words, brief),
    fencedLookups(words, brief.lookups),
    fencedResults(words, brief.outputs),
    `${words.outcomes}\n${fenced('outcome', outcomes)}`,
    fencedTrouble(words, brief.wentWrong, { told: outcomes, plan: brief.plan, mayChange }),
    unusable(words, brief.remark),
    words.judge,
  );
  const rest = [...defusedMessages(brief.messages), task, ...defusedMessages(brief.exchange)];
  return withSystem(brief, words, lines, rest);
}

/** The messages that write the final answer. */
function finalizeMessages(brief: BriefOf<'finalize'>): Message[] {
  const words = unread(wordsFor(brief));
  const missing = brief.notDone
    .filter(({ what }) => what !== brief.unanswered)
    .map(({ what, why }) => `- ${withoutEnd(what, /[.。]/)}: ${why}`);
  const lines = [
    brief.unanswered === undefined ? words.finalize : words.answer,
    words.inUserLanguage,
    brief.limit ? words.limit(brief.limit) : '',
  ];
  const task = user(
    fencedKnowledge(words, brief),
    fencedLookups(words, brief.lookups),
    fencedResults(words, brief.outputs),
    brief.feedback?.feedback ? `${words.said} ${defused(brief.feedback.feedback)}` : '',
    missing.length > 0 ? `${words.notDone}\n${fenced('outcome', missing.join('\n'))}` : '',
    brief.unanswered === undefined ? '' : words.bestReading(defused(brief.unanswered)),
    words.writeAnswer,
  );
  return withSystem(brief, words, lines, [...defusedMessages(brief.messages), task]);
}

/** The prompts that are used where none are given: in Chinese when the user writes Chinese, else in English. */
export const defaultPrompts: { readonly [P in Purpose]: (brief: BriefOf<P>) => readonly Message[] } = {
  think: thinkMessages,
  answer: answerMessages,
  plan: planMessages,
  work: workMessages,
  decide: decideMessages,
  reflect: reflectMessages,
  finalize: finalizeMessages,
  structure: structureMessages,
};

/** The messages for a language model that fit a brief. */
export function toMessages(
  brief: Brief,
  prompts: Partial<Prompts> = {},
  context: RequestContext = noContext,
): readonly Message[] {
  // The brief picks its own prompt, so the two fit.
  const prompt = (prompts[brief.purpose] ?? defaultPrompts[brief.purpose]) as (
    brief: Brief,
    context: RequestContext,
  ) => readonly Message[];
  return prompt(brief, context);
}
