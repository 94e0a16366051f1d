import type { MemoryUse } from '../../conversation/memory-use.ts';
import type { Message } from '../../domain/message.ts';
import { messageOf } from '../../errors.ts';
import { requestOf } from '../../log/views.ts';
import type { Memory } from '../../memory/memory.ts';
import type { MemoryItem } from '../../memory/memory-item.ts';
import { within } from '../with-deadline.ts';
import { saidIn } from './conversation-of.ts';
import type { Performance } from './performer.ts';

/** A memory that takes longer is done without. */
const longestMs = 10_000;

const refOf = ({ id, version }: MemoryItem) => ({ id, version });

/** What the user says now: all since the last answer. What was said before was learned then. */
const newlySaid = (messages: readonly Message[]) =>
  messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);

/** What the memory has to do with a request: learned from it and recalled for it, by reference, and the conversation without what was forgotten. */
export async function useMemory(
  memory: Memory,
  { cast: { clock, context }, log, signal }: Performance,
): Promise<{ use: MemoryUse; messages: readonly Message[] }> {
  const said = saidIn(log);
  const work = async () => {
    const scope = memory.scopeOf(context);
    const session = log.latest('request.received')?.data.session;
    const source = { run: log.run, ...(session === undefined ? {} : { session }) };
    // Without a user nobody knows whose it is.
    const learned = scope.user === undefined ? [] : await memory.learn(scope, newlySaid(said), source, signal);
    const asked = requestOf(log).flatMap(({ role, content }) => (role === 'user' ? [content] : []));
    const recalled = await memory.recall(scope, asked.join('\n'), signal);
    const messages = await memory.withoutForgotten(scope, said);
    return { use: { recalled: recalled.map(refOf), learned: learned.map(refOf) }, messages };
  };
  try {
    return await within(work(), longestMs, clock, `The memory did not answer within ${longestMs} ms.`);
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
  /** Some messages without what was forgotten. */
  without(messages: readonly Message[]): Promise<readonly Message[]>;
}

/** What was recalled for the run and is still as it was: what was forgotten or changed since is not shown. */
export async function rememberedOf(memory: Memory, { cast, log }: Performance): Promise<Remembered> {
  const analyzed = log.latest('context.analyzed')?.data.effect;
  const refs = (analyzed !== undefined && log.output('analyze', analyzed)?.memory?.recalled) || [];
  const bound = <T>(work: Promise<T>) =>
    within(work, longestMs, cast.clock, `The memory did not answer within ${longestMs} ms.`);
  try {
    const scope = memory.scopeOf(cast.context);
    const ids = refs.map(({ id }) => id);
    const items = await bound(memory.find(scope, ids));
    return {
      preferences: items.filter(isOwnWish).map(({ value }) => value),
      facts: items.filter((item) => !isOwnWish(item)).map(({ value }) => value),
      without: (messages) => bound(memory.withoutForgotten(scope, messages)).catch(() => messages),
    };
  } catch {
    // Nobody knows what was forgotten meanwhile: nothing is shown.
    return { preferences: [], facts: [], without: async (messages) => messages };
  }
}

/** Only what a user said of their own is a wish; all else is data, whatever it says of itself. */
const isOwnWish = ({ kind, by, scope }: MemoryItem) => kind !== 'fact' && by === 'user' && scope.user !== undefined;
