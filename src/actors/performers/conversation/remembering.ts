import type { MemoryRef, MemoryUse } from '../../../conversation/memory-use.ts';
import type { Message } from '../../../domain/message.ts';
import type { RequestContext } from '../../../domain/options.ts';
import { messageOf } from '../../../errors.ts';
import type { CallModel, Memory } from '../../../memory/memory.ts';
import type { MemoryItem, MemorySource } from '../../../memory/memory-item.ts';
import type { Clock } from '../../clock.ts';
import { within } from '../../with-deadline.ts';

/** A memory that takes longer is done without. */
const longestMs = 10_000;
const late = `The memory did not answer within ${longestMs} ms.`;

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
  { memory, clock, context }: Remembering,
  { said, asked, source, learns, signal, call }: Occasion,
): Promise<{ use: MemoryUse; messages: readonly Message[] }> {
  const work = async () => {
    const scope = memory.scopeOf(context);
    // Without a user nobody knows whose it is.
    const mayLearn = learns && scope.user !== undefined;
    const learned = mayLearn ? await memory.learn(scope, newlySaid(said), source, signal, call) : [];
    const question = asked.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).join('\n');
    const recalled = await memory.recall(scope, question, signal);
    const messages = await memory.withoutForgotten(scope, said);
    return { use: { recalled: recalled.map(refOf), learned: learned.map(refOf) }, messages };
  };
  try {
    return await within(work(), longestMs, clock, late);
  } catch (error) {
    signal.throwIfAborted();
    return { use: { recalled: [], learned: [], problem: messageOf(error) }, messages: said };
  }
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
export async function rememberedOf(
  { memory, clock, context }: Remembering,
  recalled: readonly MemoryRef[],
): Promise<Remembered> {
  const bound = <T>(work: Promise<T>) => within(work, longestMs, clock, late);
  try {
    const scope = memory.scopeOf(context);
    const ids = recalled.map(({ id }) => id);
    const items = await bound(memory.find(scope, ids));
    const facts = items.filter((item) => !isOwnWish(item));
    const wishes = items.filter(isOwnWish);
    return {
      preferences: inWords(wishes),
      facts: inWords(facts),
      factsBeside: (messages) => inWords(facts.filter((item) => isCorrection(item) || !isSaidIn(messages, item))),
      preferencesBeside: (messages) => {
        const last = messages.filter(({ role }) => role === 'user').slice(-1);
        return inWords(wishes.filter((item) => isCorrection(item) || !isSaidIn(last, item)));
      },
      without: (messages) => bound(memory.withoutForgotten(scope, messages)).catch(() => messages),
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

/** Only what a user said of their own is a wish; all else is data, whatever it says of itself. */
const isOwnWish = ({ kind, by, scope }: MemoryItem) => kind !== 'fact' && by === 'user' && scope.user !== undefined;
