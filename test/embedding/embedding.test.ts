import { readFileSync } from 'node:fs';
import { createOrchestrator, type Entry } from 'troupe';
import { type ScriptLine, scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { assign, createActor, setup, toPromise, waitFor } from 'xstate';
import { ask, expectReplay, planText, worker } from '../scenarios/scenario.ts';

const lines: readonly ScriptLine[] = [
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: planText({ a: [], b: ['a'] }) },
  { purpose: 'work', step: 'a', reply: 'first' },
  { purpose: 'work', step: 'b', reply: 'second' },
  { purpose: 'reflect', reply: 'the answer' },
];
const orchestrate = (script = lines) => {
  const model = scriptedModel(script);
  return { model, troupe: createOrchestrator({ model, specialists: [worker] }) };
};

/** The log that travels in a host's persisted snapshot. */
const logIn = (snapshot: unknown) =>
  (snapshot as { children: { journal: { snapshot: { entries: readonly Entry[] } } } }).children.journal.snapshot
    .entries;

describe('the machine in a plain XState actor', () => {
  it('reaches the same answer as invoke', async () => {
    const { troupe, model } = orchestrate();
    const actor = createActor(troupe.machine, { input: { messages: ask('do it') } });
    const output = toPromise(actor.start());
    expect(await output).toMatchObject({ status: 'completed', message: { content: 'the answer' }, rounds: 1 });
    model.assertUsedUp();
    const invoked = await orchestrate().troupe.invoke(ask('do it'));
    expect((await output).message).toEqual(invoked.message);
    expect((await output).plan?.steps.map((step) => step.status)).toEqual(
      invoked.plan?.steps.map((step) => step.status),
    );
  });

  it('keeps texts in its log and only control data in its context', async () => {
    const bulk = 'x'.repeat(100_000);
    const { troupe } = orchestrate(lines.map((line) => (line.purpose === 'work' ? { ...line, reply: bulk } : line)));
    const actor = createActor(troupe.machine, { input: { messages: ask(bulk) } }).start();
    const executed = waitFor(actor, (state) => state.hasTag('collecting'));
    await executed;
    const { context } = actor.getSnapshot();
    expect(JSON.stringify(context).length).toBeLessThan(5_000);
    actor.stop();
  });

  it('is stopped like any actor, and aborts its work', async () => {
    const hanging = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    const { troupe } = orchestrate([
      {
        purpose: 'think',
        reply: ({ signal }) => {
          signal.addEventListener('abort', () => aborted.resolve());
          hanging.resolve();
          return new Promise(() => {});
        },
      },
    ]);
    const actor = createActor(troupe.machine, { input: { messages: ask('do it') } }).start();
    await hanging.promise;
    actor.stop();
    await aborted.promise;
  });

  it('takes people’s events sent to it directly, and records them', async () => {
    const hanging = Promise.withResolvers<void>();
    const { troupe } = orchestrate([
      {
        purpose: 'think',
        reply: () => {
          hanging.resolve();
          return new Promise(() => {});
        },
      },
    ]);
    const actor = createActor(troupe.machine, { input: { messages: ask('do it') } }).start();
    await hanging.promise;
    actor.send({ type: 'run.paused' });
    actor.send({ type: 'run.resumed' });
    const log = logIn(actor.getPersistedSnapshot());
    expect(log.slice(-2).map((entry) => entry.type)).toEqual(['run.paused', 'run.resumed']);
    expectReplay(log);
    actor.send({ type: 'run.cancelled' });
    expect(actor.getSnapshot().output?.status).toBe('cancelled');
  });

  it('fails with the reason when it is given nothing to answer', () => {
    const { troupe } = orchestrate([]);
    const actor = createActor(troupe.machine, { input: { messages: [] } }).start();
    expect(actor.getSnapshot().output).toMatchObject({ status: 'failed', error: { code: 'bad-request' } });
  });
});

describe('the machine as a child of a user’s own machine', () => {
  it('reaches the same answers, two at a time in one system', async () => {
    const model = scriptedModel([...lines, ...lines]);
    const { machine } = createOrchestrator({ model, specialists: [worker] });
    const parent = setup({
      types: { context: {} as { answers: string[] }, output: {} as string[] },
      actors: { troupe: machine },
      actions: { keep: assign({ answers: ({ context }, answer: string) => [...context.answers, answer] }) },
    }).createMachine({
      context: { answers: [] },
      type: 'parallel',
      states: Object.fromEntries(
        ['left', 'right'].map((side) => [
          side,
          {
            initial: 'asking',
            states: {
              asking: {
                invoke: {
                  src: 'troupe' as const,
                  input: { messages: ask(side) },
                  onDone: {
                    target: 'done',
                    actions: {
                      type: 'keep' as const,
                      params: ({ event }: { event: { output: { message: { content: string } } } }) =>
                        event.output.message.content,
                    },
                  },
                },
              },
              done: { type: 'final' as const },
            },
          },
        ]),
      ),
      output: ({ context }) => context.answers,
    });
    const actor = createActor(parent).start();
    expect(await toPromise(actor)).toEqual(['the answer', 'the answer']);
    model.assertUsedUp();
  });
});

describe('a persisted snapshot', () => {
  /** Runs until step b is under way, takes a snapshot as JSON and drops everything in memory. */
  async function snapshotInStepB(): Promise<{ snapshot: string; calls: number }> {
    const reached = Promise.withResolvers<void>();
    const { troupe, model } = orchestrate([
      ...lines.slice(0, 3),
      {
        purpose: 'work',
        step: 'b',
        reply: () => {
          reached.resolve();
          return new Promise(() => {});
        },
      },
    ]);
    const actor = createActor(troupe.machine, { input: { messages: ask('do it') } }).start();
    await reached.promise;
    const snapshot = JSON.stringify(actor.getPersistedSnapshot());
    actor.stop();
    return { snapshot, calls: model.calls.length };
  }

  it('restores in a new actor, and only what was unfinished runs again', async () => {
    const { snapshot, calls } = await snapshotInStepB();
    expect(calls).toBe(4);
    const { troupe, model } = orchestrate(lines.slice(3));
    const actor = createActor(troupe.machine, { snapshot: JSON.parse(snapshot), input: { messages: [] } }).start();
    let last: unknown;
    actor.subscribe({
      next: (state) => {
        if (state.status === 'active') last = actor.getPersistedSnapshot();
      },
    });
    expect(await toPromise(actor)).toMatchObject({ status: 'completed', message: { content: 'the answer' } });
    model.assertUsedUp();
    expect(model.calls[0]?.brief).toMatchObject({ purpose: 'work', inputs: [{ stepId: 'a', text: 'first' }] });
    const log = logIn(last);
    expect(log.filter((entry) => entry.type === 'run.restored')).toHaveLength(1);
    expectReplay(log);
  });

  it('taken in a pause stays paused until it is resumed', async () => {
    const { snapshot } = await snapshotInStepB();
    const { troupe, model } = orchestrate(lines.slice(3));
    const paused = createActor(orchestrate([]).troupe.machine, {
      snapshot: JSON.parse(snapshot),
      input: { messages: [] },
    });
    paused.start();
    paused.send({ type: 'run.paused' });
    const again = JSON.stringify(paused.getPersistedSnapshot());
    paused.stop();
    const actor = createActor(troupe.machine, { snapshot: JSON.parse(again), input: { messages: [] } }).start();
    await new Promise((resolve) => setImmediate(resolve));
    expect(model.calls).toHaveLength(0);
    actor.send({ type: 'run.resumed' });
    expect((await toPromise(actor)).status).toBe('completed');
    model.assertUsedUp();
  });
});

describe('a snapshot of a run', () => {
  it('is gone on with by the orchestrator, with a handle on the run again', async () => {
    const reached = Promise.withResolvers<void>();
    const first = orchestrate([
      ...lines.slice(0, 3),
      {
        purpose: 'work',
        step: 'b',
        reply: () => {
          reached.resolve();
          return new Promise(() => {});
        },
      },
    ]);
    const before = first.troupe.start(ask('do it'));
    await reached.promise;
    const snapshot = JSON.stringify(before.snapshot());
    before.actor.stop();
    const { troupe, model } = orchestrate(lines.slice(3));
    const run = troupe.restore(JSON.parse(snapshot));
    expect(run.id).toBe(before.id);
    const result = await run.result;
    expect(result).toMatchObject({ status: 'completed', message: { content: 'the answer' } });
    expect(result.plan?.steps.map((step) => step.result)).toEqual(['first', 'second']);
    model.assertUsedUp();
    expectReplay(run.log);
  });

  it('that is none is refused', () => {
    expect(() => orchestrate([]).troupe.restore({ some: 'thing' })).toThrow('not the snapshot of a run');
  });

  const begun = { seq: 1, run: 'x', type: 'request.received', data: {} };
  it.each([
    ['nothing', undefined],
    ['an empty log', []],
    ['a log of another run', [{ ...begun, run: 'y' }]],
    ['a log without its request', [{ ...begun, type: 'status.changed' }]],
    ['a log with a hole', [begun, { ...begun, seq: 3 }]],
    ['something that is no entry', [begun, null]],
  ])('that holds %s in place of its log is refused', (_, entries) => {
    const children = { journal: { snapshot: { run: 'x', entries } } };
    const snapshot = { status: 'active', value: { running: {} }, context: {}, children };
    expect(() => orchestrate([]).troupe.restore(snapshot)).toThrow(
      expect.objectContaining({ code: 'bad-state', message: expect.stringContaining('does not hold its log') }),
    );
  });

  it.each<[string, number, object]>([
    ['no data in its request', 0, { data: undefined }],
    ['no data in an entry', 1, { data: null }],
    ['data of another shape', 1, { data: { status: 'dancing' } }],
    ['no time in an entry', 1, { at: undefined }],
    ['an entry of an unknown type', 1, { type: 'step.danced' }],
  ])('whose log has %s is refused with the place', async (_, index, damage) => {
    const { troupe } = orchestrate([{ purpose: 'think', reply: 'the answer' }]);
    const run = troupe.start([{ role: 'user', content: 'hello' }], { runId: 'x' });
    const snapshot = structuredClone(run.snapshot()) as unknown as {
      children: { journal: { snapshot: { entries: object[] } } };
    }; // as it is read from JSON
    await run.result;
    const { entries } = snapshot.children.journal.snapshot;
    Object.assign(entries[index] ?? {}, damage);
    const message = expect.stringContaining(
      `snapshot of run x cannot be continued: The log entry at run x, number ${index + 1} `,
    );
    expect(() => troupe.restore(snapshot)).toThrow(expect.objectContaining({ code: 'bad-state', message }));
  });

  it('of charts with other states is refused by name', () => {
    const old = JSON.parse(readFileSync(new URL('host-4-snapshot.json', import.meta.url), 'utf8'));
    expect(() => orchestrate([]).troupe.restore(old)).toThrow(
      expect.objectContaining({ code: 'bad-state', message: expect.stringMatching(/run old .* host@4, .* host@5/) }),
    );
  });

  it('of charts of the same version with another region is refused with its name', async () => {
    const { troupe } = orchestrate([{ purpose: 'think', reply: 'the answer' }]);
    const run = troupe.start([{ role: 'user', content: 'hello' }], { runId: 'x' });
    const snapshot = structuredClone(run.snapshot()) as unknown as { value: { running: object } }; // as it is read from JSON
    await run.result;
    Object.assign(snapshot.value.running, { clock: 'idle' });
    const message = expect.stringMatching(/^This snapshot of run x does not fit .* 'clock' .* or resume the run/);
    expect(() => troupe.restore(snapshot)).toThrow(expect.objectContaining({ code: 'bad-state', message }));
  });
});

describe('a snapshot that was taken in a pause', () => {
  it('and is resumed at once begins every effect once', async () => {
    const reached = Promise.withResolvers<void>();
    const first = orchestrate([
      ...lines.slice(0, 2),
      {
        purpose: 'work',
        step: 'a',
        reply: () => {
          reached.resolve();
          return new Promise(() => {});
        },
      },
    ]);
    const before = first.troupe.start(ask('do it'));
    await reached.promise;
    before.pause();
    const snapshot = JSON.parse(JSON.stringify(before.snapshot()));
    before.actor.stop();
    const { troupe, model } = orchestrate(lines.slice(2));
    const run = troupe.restore(snapshot);
    run.resume();
    expect((await run.result).status).toBe('completed');
    model.assertUsedUp();
    expectReplay(run.log);
  });
});
