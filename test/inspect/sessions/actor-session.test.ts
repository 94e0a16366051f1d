import { expect, it, onTestFinished, vi } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { actorSession } from '../../../src/inspect/sessions/actor-session.ts';

const machine = createMachine({
  initial: 'whole',
  states: {
    whole: {
      on: {
        break: {
          actions: () => {
            throw new Error('a broken part');
          },
        },
        finish: 'finished',
      },
    },
    finished: { type: 'final' },
  },
});

function shown() {
  vi.useFakeTimers({ toFake: ['setTimeout'] }); // XState throws errors that nobody handles from a timer
  onTestFinished(() => void vi.useRealTimers());
  const actor = createActor(machine);
  const session = actorSession(actor, { id: 'a', title: 'a part' });
  return { actor, session };
}

it('leaves the error of an actor as unhandled as it is unseen', async () => {
  const { actor, session } = shown();
  actor.start();
  actor.send({ type: 'break' });
  await Promise.resolve(); // the session looks after each event
  expect(session.info).toMatchObject({ status: 'error', isLive: false });
  expect(() => vi.runAllTimers()).toThrow('a broken part');
});

it('leaves the error of an actor to those who listen', async () => {
  const { actor, session } = shown();
  const errors: unknown[] = [];
  actor.subscribe({ error: (error) => errors.push(error) });
  actor.start();
  actor.send({ type: 'break' });
  await Promise.resolve(); // the session looks after each event
  expect(session.info).toMatchObject({ status: 'error', isLive: false });
  expect(errors).toEqual([new Error('a broken part')]);
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  ['done', (actor: ReturnType<typeof shown>['actor']) => actor.send({ type: 'finish' })],
  ['stopped', (actor: ReturnType<typeof shown>['actor']) => actor.stop()],
])('knows when an actor is %s', async (status, end) => {
  const { actor, session } = shown();
  actor.start();
  end(actor);
  await Promise.resolve(); // the session looks after each event
  expect(session.info).toMatchObject({ status, isLive: false });
});
