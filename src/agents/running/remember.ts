import { nothing } from '../../actors/ledger.ts';
import { LimitError } from '../../actors/performers/bill.ts';
import { type Counted, countedCalls } from '../../actors/performers/conversation/counted-calls.ts';
import { useMemory } from '../../actors/performers/conversation/remembering.ts';
import type { MemoryUse } from '../../conversation/memory-use.ts';
import type { Message } from '../../domain/message.ts';
import type { CallModel } from '../../memory/memory.ts';
import { effectKey } from '../../run/live-sources.ts';
import { agentEffect } from '../agent-effect.ts';
import { servicesOf } from '../agent-services.ts';
import { defaultRetry } from '../model/model-agent-settings.ts';

/** What of a request the memory is asked about. */
export interface RememberInput {
  readonly messages: readonly Message[];
  readonly sessionId?: string;
  readonly learns?: false;
}

/** What the memory had to do with a run. */
export interface RememberOutput {
  readonly memory: MemoryUse;
  /** What calls of models used that found what to remember. */
  readonly usage?: Counted;
}

/** Takes from the request what is to be known later, and recalls what is known for it; the log has references alone. */
export const remember = agentEffect<RememberOutput, RememberInput>(async ({ input, signal, self, system }) => {
  const services = servicesOf(system);
  const { memory, clock, context, run } = services;
  // Whoever continues the run may do so without the memory.
  if (!memory) return { memory: { recalled: [], learned: [] } };
  const { messages, sessionId } = input;
  const asked = messages.slice(messages.findLastIndex(({ role }) => role === 'user'));
  const source = { run, ...(sessionId === undefined ? {} : { session: sessionId }) };
  const { ledger, paceOf, priceOf } = services;
  const paid = {
    ledger,
    paceOf,
    priceOf,
    clock,
    retry: defaultRetry,
    whileWaiting: (turn: Promise<void>) => turn,
    onCall() {},
  };
  const { call: anyCall, used } = countedCalls(effectKey(self), paid);
  const call: CallModel = async (model, request) => {
    // The last call that a limit leaves is the agent's own.
    const limit = model.isFree ? undefined : ledger.uncovered({ ...nothing, modelCalls: 2 }, { isFinal: true });
    if (limit) throw new LimitError(limit);
    return anyCall(model, request);
  };
  const occasion = { said: messages, asked, source, learns: input.learns !== false, signal, call };
  const { use } = await useMemory({ memory, clock, context }, occasion);
  return { memory: use, ...used() };
});
