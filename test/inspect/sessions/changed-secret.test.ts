import { expect, it } from 'vitest';
import { assign, createActor, setup } from 'xstate';
import { actorSession } from '../../../src/inspect/sessions/actor-session.ts';

it('hides what comes under the name of a secret later, as what was there from the beginning', () => {
  const machine = setup({
    types: { context: {} as { apiKey: string; deep: { password: string; count: number } } },
  }).createMachine({
    context: { apiKey: 'marmalade', deep: { password: 'quicksilver', count: 1 } },
    on: { go: { actions: assign({ apiKey: 'periwinkle', deep: { password: 'vermilion', count: 2 } }) } },
  });
  const actor = createActor(machine);
  const session = actorSession(actor, { id: 'one', title: 'one' });
  actor.start();
  actor.send({ type: 'go' });
  session.flush();
  const sent = JSON.stringify(session.frames);
  expect(sent).toContain('"path":["deep","count"],"value":2');
  for (const word of ['marmalade', 'quicksilver', 'periwinkle', 'vermilion']) expect(sent).not.toContain(word);
  actor.stop();
});
