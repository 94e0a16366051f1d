import { ModelError, memoryStore } from 'troupe';
import type { Inspector } from 'troupe/inspect';
import { thinking } from 'troupe/testing';
import { onTestFinished } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { planText } from '../../scenarios/scenario.ts';
import { startScript, twoRounds } from './runs.ts';

const light = createMachine({
  id: 'light',
  context: { turns: 3 },
  initial: 'red',
  states: {
    red: { on: { timer: 'green' } },
    green: { on: { timer: { target: 'yellow', guard: () => true }, fault: 'broken' } },
    yellow: { after: { 60000: 'red' }, on: { timer: 'red' } },
    broken: {},
  },
});

/** Where to look at one run of each kind: ended well after two rounds, failed, waiting for a person, an actor of somebody's own, and the list. */
export async function kindsOfRuns(inspector: Inspector): Promise<Readonly<Record<string, string>>> {
  const completed = startScript(inspector, twoRounds());
  const failed = startScript(inspector, [
    { purpose: 'think', reply: new ModelError('auth', 'The key was refused: it is no longer valid.') },
  ]);
  await Promise.all([completed.result, failed.result]);
  const waiting = startScript(
    inspector,
    [
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [], b: [], c: ['a', 'b'] }) },
    ],
    { reviewPlan: true, store: memoryStore() },
  );
  await waiting.settled();
  const actor = createActor(light);
  const { session } = inspector.attachActor(actor, 'a traffic light');
  actor.start();
  actor.send({ type: 'timer' });
  onTestFinished(async () => {
    actor.stop();
    waiting.cancel();
    await waiting.result;
  });
  return {
    completed: inspector.urlOf(completed.id),
    failed: inspector.urlOf(failed.id),
    waiting: inspector.urlOf(waiting.id),
    actor: inspector.urlOf(session),
    list: `${inspector.url}#runs`,
  };
}
