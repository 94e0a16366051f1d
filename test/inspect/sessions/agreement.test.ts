import { createOrchestrator, defineSpecialist, defineTool, type Entry, memoryStore, replay } from 'troupe';
import { reflection, scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { z } from 'zod';
import { History } from '../../../inspector/src/state/fold.ts';
import { cutValue } from '../../../src/inspect/cut-value.ts';
import { runSession } from '../../../src/inspect/sessions/run-session.ts';
import type { Session } from '../../../src/inspect/sessions/session.ts';
import { ask, planText } from '../../scenarios/scenario.ts';
import { logSession } from './host-log-session.ts';

/** A run with look-ups, two rounds, a failure, a message in the middle and some 300 entries, as it was watched live. */
async function watchedRun(): Promise<{ log: readonly Entry[]; session: Session }> {
  const steps = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`s${index}`, index < 4 ? [] : [`s${index - 4}`]]),
  );
  const model = scriptedModel([
    {
      purpose: 'think',
      reply: {
        toolCalls: [
          { name: 'look', arguments: '{}' },
          { name: 'look', arguments: '{}' },
        ],
      },
    },
    { purpose: 'think', reply: thinking() },
    { purpose: 'plan', reply: planText(steps) },
    { purpose: 'plan', reply: planText({ ...steps, extra: [] }) },
    { purpose: 'reflect', reply: reflection({ verdict: 'continue' }) },
    { purpose: 'reflect', reply: 'the end' },
  ]);
  let tries = 0;
  const worker = defineSpecialist({
    name: 'worker',
    description: 'does it',
    run: ({ step }) => (step.id === 's59' && ++tries === 1 ? 'CANNOT: not yet' : `done ${step.id}`),
  });
  const look = defineTool({
    name: 'look',
    description: 'looks',
    capability: 'read',
    input: z.object({}),
    run: () => ({ text: 'seen' }),
  });
  const reader = defineSpecialist({ name: 'reader', description: 'reads', tools: [look] });
  let session: Session | undefined;
  const troupe = createOrchestrator({
    model,
    specialists: [worker, reader],
    store: memoryStore(),
    limits: { steps: 100 },
    inspect: {
      attach(actor, by) {
        const opened = runSession(actor, by);
        session = opened.session;
        return opened.follow;
      },
    },
  });
  const run = troupe.start(ask('do it'));
  run.subscribe((event) => {
    if (event.type === 'step.completed' && event.data.id === 's8') void run.steer('and extra');
  });
  expect((await run.result).status).toBe('completed');
  model.assertUsedUp();
  await new Promise((resolve) => setImmediate(resolve));
  session?.flush();
  return { log: run.log, session: session as Session }; // attached when the run began
}

/** What the page knows at an entry. */
function historyOf({ frames }: Session): History {
  const history = new History();
  history.push(frames);
  return history;
}

describe('what the inspector shows', () => {
  it('of a run is the same live and from its stored log', async () => {
    const { log, session } = await watchedRun();
    const stored = logSession(JSON.parse(JSON.stringify(log)) as Entry[]);
    await stored.played;
    expect(stored.session.entries).toEqual(session.entries);
    expect(stored.session.charts).toEqual(session.charts);
    // What somebody said to the run comes back as it is in the log, with all that the host noted about it.
    const flat = ({ frames }: Session) =>
      frames.flatMap(({ seq, changes }) =>
        changes.map((change) =>
          JSON.stringify([seq, change.type === 'event' && change.from === undefined ? { ...change, data: 0 } : change]),
        ),
      );
    expect(flat(stored.session)).toEqual(flat(session));
  });

  it('at every entry is what replay computes there: states, children and contexts', async () => {
    const { log } = await watchedRun();
    const { session, played } = logSession(log);
    await played;
    expect(log.length).toBeGreaterThan(280);
    const history = historyOf(session);
    for (let seq = 1; seq <= log.length; seq++) {
      const { snapshot } = replay(log, { until: seq });
      const shown = history.stateAt(seq);
      const host = [...shown.values()].find(({ path }) => path === 'host');
      expect(host?.value, `entry ${seq}`).toEqual(snapshot.value);
      expect(host?.status, `entry ${seq}`).toBe(snapshot.status);
      expect(host?.context, `entry ${seq}`).toEqual(JSON.parse(JSON.stringify(cutValue(snapshot.context))));
      const children = Object.entries(snapshot.children as Record<string, AnyActorRef>).filter(
        ([id]) => id !== 'journal',
      );
      for (const [id, ref] of children) {
        const child = [...shown.values()].findLast(({ path }) => path === `host/${id}`);
        expect(child?.value, `entry ${seq}, ${id}`).toEqual((ref.getSnapshot() as { value?: unknown }).value);
      }
    }
  });
});
