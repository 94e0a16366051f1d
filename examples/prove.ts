/** What a chart cannot do, shown by visiting every state that it can reach: here, that a reflector never tries a fourth time. */
import { reflectorMachine } from 'troupe/machines';
import { childDone, childFailed, explore } from 'troupe/testing';

const input = { run: 'r', actor: 'host/reflector', scope: 'r1', round: 1, attempts: 3, callMs: 1000 };
const feedback = { shouldContinue: false, suggestedAction: 'direct_answer', notDone: [] };
const broken = { code: 'server', message: 'The endpoint failed.', retryable: true, startedAt: 0, at: 0 };

const { states, untaken, isComplete } = explore(reflectorMachine, {
  input: { ...input, isStalled: false, retry: { baseMs: 500, maxMs: 30_000 } },
  events: ({ children }) =>
    Object.keys(children).flatMap((id) => [
      childDone(id, { value: id === 'reflect' ? feedback : {}, startedAt: 0, at: 0 }),
      childFailed(id, broken),
    ]),
});

console.log(`every reachable state was seen: ${isComplete}; transitions never taken: ${untaken.length}`);
console.log(`most attempts in any state: ${Math.max(...states.map(({ snapshot }) => snapshot.context.attempt))}`);
