/** What a chart cannot do, shown by visiting every state that it can reach: here, that a reflector never tries a fourth time. */
import { reflectorMachine } from 'troupe/machines';
import { childDone, childFailed, explore } from 'troupe/testing';

const input = { run: 'r', actor: 'host/reflector', scope: 'r1', round: 1, attempts: 3, turns: 2, callMs: 1000 };
const feedback = { shouldContinue: false, suggestedAction: 'direct_answer', notDone: [] };
const reads = { ...feedback, toolCalls: [{ id: '1', name: 'read_result', arguments: '{}' }] };
const settled = (value: unknown) => ({ value, startedAt: 0, at: 0 });
const broken = { code: 'server', message: 'The endpoint failed.', retryable: true, startedAt: 0, at: 0 };
// What may become of each child of the chart.
const ways: Readonly<Record<string, readonly unknown[]>> = {
  reflect: [settled(feedback), settled(reads)],
  toolCalls: [{ keys: [], succeeded: [], at: 0 }],
  wait: [settled({})],
};

const { states, untaken, isComplete } = explore(reflectorMachine, {
  input: { ...input, isStalled: false, retry: { baseMs: 500, maxMs: 30_000 } },
  events: ({ children }) =>
    Object.keys(children).flatMap((id) => [
      ...(ways[id] ?? []).map((output) => childDone(id, output)),
      ...(id === 'toolCalls' ? [] : [childFailed(id, broken)]),
    ]),
});

console.log(`every reachable state was seen: ${isComplete}; transitions never taken: ${untaken.length}`);
console.log(`most attempts in any state: ${Math.max(...states.map(({ snapshot }) => snapshot.context.attempt))}`);
