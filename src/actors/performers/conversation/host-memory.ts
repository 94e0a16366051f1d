import { ownValue } from '../../../domain/own-value.ts';
import { messagesOf, requestOf } from '../../../log/views.ts';
import type { WorkInput } from '../../../specialists/specialist.ts';
import type { Performance } from '../performer.ts';
import { saidIn } from './conversation-of.ts';
import { countedCalls } from './counted-calls.ts';
import { nothingRemembered, type Remembered, rememberedOf, useMemory } from './remembering.ts';

/** What the memory has to do with the request of a run of the host; nothing where there is none. */
export async function hostMemoryUse(performance: Performance) {
  const { cast, log, signal, key, ledger, whileWaiting, onCall, onPiece } = performance;
  const { memory, clock, context, options, paceOf, prices } = cast;
  if (!memory) return undefined;
  const session = log.latest('request.received')?.data.session;
  const source = { run: log.run, ...(session === undefined ? {} : { session }) };
  const { learns = true, retry } = options;
  const priceOf = ({ name }: { name: string }) => ownValue(prices, name);
  const { call, used } = countedCalls(key, { ledger, whileWaiting, onCall, onPiece, paceOf, clock, retry, priceOf });
  const occasion = { said: saidIn(log), asked: requestOf(log), source, learns, signal, call };
  const done = await useMemory({ memory, clock, context }, occasion);
  return { ...done, ...used() };
}

/** What a call in a run of the host shows of the memory. */
export async function hostRemembered({ cast, log }: Performance): Promise<Remembered> {
  const { memory, clock, context } = cast;
  if (!memory) return nothingRemembered;
  const analyzed = log.latest('context.analyzed')?.data.effect;
  const use = analyzed === undefined ? undefined : log.output('analyze', analyzed)?.memory;
  return rememberedOf({ memory, clock, context }, use?.recalled ?? []);
}

/** What a function that works on a step gets of the memory, and of the conversation. */
export type Recalled = Pick<WorkInput, 'messages' | 'remembered' | 'preferences'>;

/** What is remembered, and the conversation without what was forgotten. */
export async function recalledFor(performance: Performance): Promise<Recalled> {
  const { facts: remembered, preferences, without } = await hostRemembered(performance);
  const messages = await without(messagesOf(performance.log));
  // The memory may have taken so long that nobody wants the work any more.
  performance.signal.throwIfAborted();
  return { messages, remembered, preferences };
}
