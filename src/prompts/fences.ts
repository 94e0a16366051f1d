import type { Message } from '../domain/message.ts';
import { withNotes } from '../domain/part.ts';
import type { Resource } from '../domain/specialist-card.ts';
import type { StepOutput } from '../domain/step-output.ts';
import { clip } from '../text/clip.ts';
import { type Fitting, fitTexts, isCut } from '../text/fit-texts.ts';
import { beforeName, lookAlikes } from '../text/look-alikes.ts';
import type { Brief } from './brief.ts';
import type { Words } from './words.ts';

/** What data is fenced with. */
export const fences = ['knowledge', 'memory', 'files', 'found', 'conversation', 'draft', 'result', 'outcome'] as const;
export type Fence = (typeof fences)[number];

// However it is written: in capitals, in other type, with spaces, with characters that nobody sees, or begun here to be ended by the next text.
const inside = new RegExp(`([<＜﹤])(?=${beforeName}(?:(?:${fences.map(lookAlikes).join('|')})(?!\\w)|$))`, 'giu');

/** What somebody else wrote, so that it can neither end a fence nor begin one. */
export const defused = (text: string): string => (/[<＜﹤]/.test(text) ? text.replace(inside, '$1\\') : text);

/** Messages of a conversation or an exchange, defused. Those of the system are the application's own. */
export const defusedMessages = (messages: readonly Message[]): readonly Message[] =>
  oncePer(messages, 'defused', () =>
    messages.map((message) => {
      const content = message.role === 'system' ? message.content : defused(message.content);
      return content === message.content ? message : { ...message, content };
    }),
  );

const known = new WeakMap<readonly Message[], Map<string, unknown>>();

/** Something worked out of a list of messages: once, where nobody can change the list, as with a conversation that many calls show. */
function oncePer<T>(messages: readonly Message[], what: string, work: () => T): T {
  if (!Object.isFrozen(messages)) return work();
  let found = known.get(messages);
  if (!found) {
    found = new Map();
    known.set(messages, found);
  }
  if (!found.has(what)) found.set(what, work());
  return found.get(what) as T; // what `work` gave for this name
}

/** Data is fenced and named, so that nothing in it reads as an instruction. */
export const fenced = (tag: Fence, text: string, attributes = ''): string =>
  `<${tag}${attributes}>\n${defused(text)}\n</${tag}>`;

/** Tokens that the results of steps and of look-ups may take in one call, beside the rest of it. */
export const roomFor = { results: 12_000, lookups: 5_000, conversation: 3_000 } as const;

const toFitting = ({ stepId, text }: StepOutput): Fitting => ({ id: stepId, text });

/** Whether something of it is shown in part, so that a way to read it in full is needed. */
export const isShownInPart = (results: readonly StepOutput[], lookups: readonly StepOutput[]): boolean =>
  isCut(results.map(toFitting), roomFor.results) || isCut(lookups.map(toFitting), roomFor.lookups);

/** The results of steps, each in a fence of its own, within their room. */
export function fencedResults(words: Words, list: readonly StepOutput[]): string {
  const texts = fitTexts(list.map(toFitting), roomFor.results, words.cut);
  return list
    .map((each, index) => fenced('result', texts[index] ?? '', ` step="${each.stepId}" by="${each.specialist}"`))
    .join('\n');
}

/** What was looked up, within its room: the latest, which was asked for with the most knowledge, gets twice as much. */
export function fencedLookups(words: Words, list: readonly StepOutput[]): string {
  if (list.length === 0) return '';
  const texts = fitTexts(
    list.map((each, index) => ({ ...toFitting(each), weight: index === list.length - 1 ? 2 : 1 })),
    roomFor.lookups,
    words.cut,
  );
  const parts = list.map((each, index) =>
    fenced('found', `${each.description}\n${texts[index]}`, ` id="${each.stepId}"`),
  );
  return [words.found, ...parts].join('\n');
}

/** What the specialists can work on. Names of files and columns come from outside: they never stand in a system message. */
export const fencedFiles = (words: Words, resources: readonly Resource[]): string =>
  resources.length === 0
    ? ''
    : `${words.files}\n${fenced('files', resources.map(({ name, kind, summary }) => `- ${name} (${kind}): ${summary}`).join('\n'))}`;

/** Whatever begins a line to somebody. */
const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** A list in which no line of a text stands where another text could begin. */
const listed = (texts: readonly string[]) => texts.map((each) => `- ${each.replace(lineEnds, '\n  ')}`).join('\n');

type Known = Pick<Brief, 'knowledge' | 'remembered' | 'preferences'>;

/**
 * What is known from elsewhere than the conversation: all of it is data, but what the user prefers, which is said as theirs. It says how to write to the
 * user: what is written for others, such as JSON or a result that other steps need, keeps its form.
 */
export const fencedKnowledge = (
  words: Words,
  { knowledge = [], remembered = [], preferences = [] }: Known,
  readBy: 'user' | 'others' = 'user',
): string =>
  [
    knowledge.length === 0 ? '' : `${words.knowledge}\n${fenced('knowledge', listed(knowledge))}`,
    remembered.length === 0 ? '' : `${words.remembered}\n${fenced('memory', listed(remembered))}`,
    preferences.length === 0
      ? ''
      : `${readBy === 'user' ? words.preferences : words.preferencesAtWork}\n${defused(listed(preferences))}`,
  ]
    .filter(Boolean)
    .join('\n\n');

/** What was said before the request, for those who do not talk with the user. */
export const fencedConversation = (words: Words, messages: readonly Message[], request: readonly Message[]): string =>
  oncePer(messages, `before ${request.length} ${words.conversation}`, () =>
    fencedBefore(words, messages, request.length),
  );

function fencedBefore(words: Words, messages: readonly Message[], count: number): string {
  const before = messages.filter(({ role }) => role === 'user' || role === 'assistant').slice(0, -count);
  if (before.length === 0) return '';
  const texts = fitTexts(
    before.map(({ content, parts }, index) => ({ id: '', text: withNotes(content, parts), weight: index + 1 })),
    roomFor.conversation,
    words.cut,
  );
  const lines = before.map(({ role }, index) => `${role}: ${texts[index]}`);
  return `${words.conversation}\n${fenced('conversation', lines.join('\n'))}`;
}

/** Whether a message is what one of some tools gave. */
export const isOfTool = (
  failing: { readonly tools: readonly { readonly tool: string }[] } | undefined,
  { role, name }: Message,
): boolean => role === 'tool' && failing !== undefined && failing.tools.some(({ tool }) => tool === name);

/** The tools that are taken away from a specialist, and what else it has. What they said is not repeated where the exchange shows it. */
export function fencedTools(
  words: Words,
  { failing, exchange }: Pick<Extract<Brief, { purpose: 'work' }>, 'failing' | 'exchange'>,
): string {
  if (!failing) return '';
  const { tools, others } = failing;
  const isShown = (tool: string) => exchange.some((message) => isOfTool({ tools: [{ tool }] }, message));
  const unseen = tools.filter(({ tool }) => !isShown(tool));
  const said = unseen.map(({ tool, message }) => clip(`${tool}: ${message}`, 500)).join('\n');
  const failed = tools.map(({ tool, count }) => [tool, count] as const);
  return [
    words.failingTools(failed, others),
    ...(unseen.length === 0 ? [] : [`${words.lastSaid}\n${fenced('outcome', said)}`]),
  ].join('\n');
}
