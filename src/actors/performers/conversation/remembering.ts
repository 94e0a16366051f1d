import type { MemoryRef, MemoryUse } from '../../../conversation/memory-use.ts';
import type { Message } from '../../../domain/message.ts';
import type { RequestContext } from '../../../domain/options.ts';
import { messageOf } from '../../../errors.ts';
import type { CallModel, Memory } from '../../../memory/memory.ts';
import type { MemoryItem, MemorySource } from '../../../memory/memory-item.ts';
import { memoryTopics } from '../../../memory/memory-key.ts';
import type { Clock } from '../../clock.ts';
import { within } from '../../with-deadline.ts';

/** A memory that takes longer is done without; one that was as late before, and has not answered since, is not waited for as long again. */
const [longestMs, againMs] = [10_000, 1_000];
const silent = new WeakSet<Memory>();

/** What a memory answers in time. */
async function inTime<T>({ memory, clock }: Remembering, answer: Promise<T>): Promise<T> {
  let isAnswered = false;
  const noteAnswer = () => {
    isAnswered = true;
    silent.delete(memory);
  };
  answer.then(noteAnswer, noteAnswer);
  const ms = silent.has(memory) ? againMs : longestMs;
  try {
    return await within(answer, ms, clock, `The memory did not answer within ${ms} ms.`);
  } catch (error) {
    if (!isAnswered) silent.add(memory);
    throw error;
  }
}

const refOf = ({ id, version }: MemoryItem) => ({ id, version });

/** What the user says now: all since the last answer. What was said before was learned then. */
const newlySaid = (messages: readonly Message[]) =>
  messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);

/** A memory, and for whom it is asked. */
export interface Remembering {
  readonly memory: Memory;
  readonly clock: Clock;
  readonly context: RequestContext;
}

/** What a memory is used for. */
interface Occasion {
  /** The conversation. */
  readonly said: readonly Message[];
  /** What the user asks for. */
  readonly asked: readonly Message[];
  readonly source: MemorySource;
  /** Whether the words of the user are the user's: what others wrote in their place is not learned. */
  readonly learns: boolean;
  readonly signal: AbortSignal;
  /** How whoever takes memories from words calls a model. */
  readonly call?: CallModel;
}

/** What the memory has to do with a request: learned from it and recalled for it, by reference, and the conversation without what was forgotten. */
export async function useMemory(
  remembering: Remembering,
  { said, asked, source, learns, signal, call }: Occasion,
): Promise<{ use: MemoryUse; messages: readonly Message[] }> {
  const { memory, context } = remembering;
  const learn = async () => {
    const scope = memory.scopeOf(context);
    // Without a user nobody knows whose it is.
    const mayLearn = learns && scope.user !== undefined;
    return mayLearn ? memory.learn(scope, newlySaid(said), source, signal, call) : [];
  };
  const recall = async () => {
    const scope = memory.scopeOf(context);
    const question = asked.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).join('\n');
    const recalled = await memory.recall(scope, question, signal);
    const messages = await memory.withoutForgotten(scope, said);
    return { recalled: recalled.map(refOf), messages };
  };
  const orProblem = async <T>(work: () => Promise<T>) =>
    inTime(remembering, work()).catch((error: unknown) => {
      signal.throwIfAborted();
      return { problem: messageOf(error) };
    });
  // First what is said now: it may take the place of what would be recalled. Whoever finds nothing in it keeps nobody from recalling.
  const learned = await orProblem(learn);
  const known = await orProblem(recall);
  const taken = 'problem' in learned ? { learned: [], notLearned: learned.problem } : { learned: learned.map(refOf) };
  return 'problem' in known
    ? { use: { recalled: [], ...taken, problem: known.problem }, messages: said }
    : { use: { recalled: known.recalled, ...taken }, messages: known.messages };
}

/** What a call shows of the memory. */
export interface Remembered {
  /** What the user has said about how they want things, in their words. */
  readonly preferences: readonly string[];
  /** Everything else, as data. */
  readonly facts: readonly string[];
  /** The same without what the user says in messages that a call shows anyway. */
  factsBeside(messages: readonly Message[]): readonly string[];
  /** What the user prefers without what they say in the last of some messages: what they said long ago is easily lost. */
  preferencesBeside(messages: readonly Message[]): readonly string[];
  /** Some messages without what was forgotten. */
  without(messages: readonly Message[]): Promise<readonly Message[]>;
}

/** Where nothing is remembered. */
export const nothingRemembered: Remembered = {
  preferences: [],
  facts: [],
  factsBeside: () => [],
  preferencesBeside: () => [],
  without: async (messages) => messages,
};

/** What was recalled for a run and is still as it was: what was forgotten or changed since is not shown. */
export async function rememberedOf(remembering: Remembering, recalled: readonly MemoryRef[]): Promise<Remembered> {
  const { memory, context } = remembering;
  try {
    const scope = memory.scopeOf(context);
    const ids = recalled.map(({ id }) => id);
    // Where nothing was recalled nobody is asked.
    const items = ids.length === 0 ? [] : await inTime(remembering, memory.find(scope, ids));
    // The newest first: of two that contradict each other and are not known to be about the same, the newer one counts.
    const facts = items.filter((item) => !isOwnWish(item)).toSorted((one, other) => other.at.localeCompare(one.at));
    const wishes = items.filter(isOwnWish).map(asWish);
    return {
      preferences: inWords(wishes),
      facts: inWords(facts),
      factsBeside: (messages) => inWords(facts.filter((item) => isCorrection(item) || !isSaidIn(messages, item))),
      preferencesBeside: (messages) => {
        const last = messages.filter(({ role }) => role === 'user').slice(-1);
        return inWords(wishes.filter((item) => isCorrection(item) || !isSaidIn(last, item)));
      },
      without: (messages) => inTime(remembering, memory.withoutForgotten(scope, messages)).catch(() => messages),
    };
  } catch {
    // Nobody knows what was forgotten meanwhile: nothing is shown.
    return nothingRemembered;
  }
}

/** What took the place of something and does not say of what: it is shown with that, also where it has just been said. */
const isCorrection = ({ about, version }: MemoryItem) => about !== undefined && version > 1;

const isSaidIn = (messages: readonly Message[], { value }: MemoryItem) =>
  messages.some(({ role, content }) => role === 'user' && content.includes(value));

/** Memories, each after what it is about where it does not say so itself; words that say several things stand there once. */
const inWords = (items: readonly MemoryItem[]): readonly string[] =>
  [...Map.groupBy(items, ({ value }) => value)].map(([value, [{ about } = {}, ...others]]) =>
    about === undefined || others.length > 0 ? value : `${about}: ${value}`,
  );

const topics: ReadonlySet<string> = new Set(memoryTopics);
/** A wish stands outside of what is data, so what it is about is said in known words or not at all: whoever found it may have written anything there. */
const asWish = ({ about, ...item }: MemoryItem): MemoryItem =>
  about !== undefined && topics.has(about) ? { ...item, about } : item;

/** Only what a user said of their own is a wish; all else is data, whatever it says of itself. */
const isOwnWish = ({ kind, by, scope }: MemoryItem) => kind !== 'fact' && by === 'user' && scope.user !== undefined;
