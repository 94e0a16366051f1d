import type { Message } from '../domain/message.ts';
import type { Brief } from './brief.ts';
import {
  defused,
  defusedMessages,
  fencedConversation,
  fencedFiles,
  fencedKnowledge,
  fencedLookups,
  fencedResults,
  fencedTools,
  isOfTool,
} from './fences.ts';
import { aboutData, rulesOf, system, user, wordsFor } from './message-parts.ts';
import type { Words } from './words.ts';

type WorkBrief = Extract<Brief, { purpose: 'work' }>;

/** The messages of one turn of a specialist. */
export function workMessages(brief: WorkBrief): Message[] {
  const words = wordsFor(brief);
  const { step, specialist } = brief;
  const remarks = [...new Set(brief.remarks)];
  const asked = brief.request.map(({ role, content }) =>
    role === 'user' ? content : `(${words.askedBack} ${content})`,
  );
  const task = user(
    fencedKnowledge(words, brief, 'others'),
    fencedFiles(words, brief.resources),
    fencedConversation(words, brief.messages, brief.request),
    `${words.userAsked} ${defused(asked.join('\n'))}`,
    fencedLookups(words, brief.lookups),
    brief.inputs.length > 0 ? `${words.earlierResults}\n${fencedResults(words, brief.inputs)}` : '',
    `${words.yourStep} ${defused(step.description)}`,
    step.format ? words.format(defused(step.format)) : '',
    remarks.length > 0 ? `${words.earlierAttempts} ${defused(remarks.join(' '))}` : '',
    isTakenIn(brief) ? '' : fencedTools(words, brief),
  );
  // What came with the request goes along with its words.
  const parts = brief.request.flatMap((message) => message.parts ?? []);
  const shown = parts.length > 0 ? { ...task, parts } : task;
  const rest = [...rulesOf(brief), shown, ...withTaken(words, brief)];
  return [
    system(
      brief.systemPrompt || words.youAre(specialist.name, specialist.description),
      words.work,
      ...waysOf(words, brief),
      words.inAskedLanguage,
      words.today(brief.date),
      aboutData(words, rest),
    ),
    ...rest,
  ];
}

/** What somebody may do who does a step. In a last turn nothing can be called. */
const waysOf = (words: Words, { hasTools, isLast }: WorkBrief) =>
  hasTools && isLast ? [words.lastTurn] : [words.cannot, hasTools ? words.withTools : ''];

const isTakenIn = ({ failing, exchange }: WorkBrief) => exchange.some((message) => isOfTool(failing, message));

/** The calls so far. That tools were taken away stands after the calls for which they were: it is not said anew in each turn. */
function withTaken(words: Words, brief: WorkBrief): readonly Message[] {
  const exchange = defusedMessages(brief.exchange);
  if (!isTakenIn(brief)) return exchange;
  const last = exchange.findLastIndex((message) => isOfTool(brief.failing, message));
  const next = exchange.findIndex(({ role }, place) => place > last && role !== 'tool');
  return exchange.toSpliced(next < 0 ? exchange.length : next, 0, user(fencedTools(words, brief)));
}
