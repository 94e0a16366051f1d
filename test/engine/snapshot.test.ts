import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { defineSpecialist, TroupeError } from 'troupe';
import { reflection, thinking } from 'troupe/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EngineSnapshot } from '../../src/engine/conversation-snapshot.ts';
import type { EngineEvent } from '../../src/machines/engine-event.ts';
import {
  heldSpecialist,
  isState,
  lineOf,
  planOf,
  readAll,
  readingOf,
  readTo,
  stage,
  unplanned,
} from './engine-stage.ts';

const think = { purpose: 'think', reply: thinking() } as const;
const plan = { purpose: 'plan', reply: planOf({ a: {}, b: { after: ['a'], priority: 1 } }) } as const;
const reflect = { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) } as const;
const direct = { purpose: 'think', reply: thinking({ answer: 'ok' }) } as const;
const throughJson = (snapshot: unknown): unknown => JSON.parse(JSON.stringify(snapshot));
/** A coordinator that must not be asked. */
const silent = { getContext: () => Promise.reject(new Error('It is not asked again.')) };
const isStarted = (id: string) => (event: EngineEvent) => event.type === 'task_started' && event.data.taskId === id;

/** A snapshot of an engine that has done a and works on b, taken where `place` says. */
async function inTheMiddle(place: 'executing' | 'paused') {
  const { specialist, finish, hasBegun, began } = heldSpecialist();
  const { engine } = stage([think, plan], { specialists: [specialist] });
  const events = engine.run('do it');
  finish('a');
  await readTo(events, isStarted('b'));
  await hasBegun('b');
  if (place === 'paused') engine.pause();
  const snapshot = engine.createSnapshot();
  await events.return(undefined as never); // leaves the loop; the value is not looked at
  return { snapshot, began };
}

describe('a snapshot', () => {
  it('is JSON, says what the engine says, and is not changed by what comes after it', async () => {
    const { snapshot } = await inTheMiddle('executing');
    expect(throughJson(snapshot)).toEqual(snapshot);
    expect(snapshot).toMatchObject({
      state: 'executing',
      progress: 0.5,
      completedTasks: 1,
      totalTasks: 2,
      tasks: [
        { id: 'a', description: 'work on a', status: 'completed', priority: 0 },
        { id: 'b', description: 'work on b', status: 'executing', priority: -1 },
      ],
    });
  });

  it.each(['executing', 'paused'] as const)('taken while %s goes on: what is done is not done again', async (place) => {
    const { snapshot } = await inTheMiddle(place);
    const { specialist, began, finish } = heldSpecialist();
    const { engine } = stage([reflect], { specialists: [specialist], coordinator: silent });
    expect(engine.restoreFromSnapshot(throughJson(snapshot))).toBe(true);
    expect(readingOf(engine)).toEqual({
      state: place,
      currentProgress: 0.5,
      completedTasks: 1,
      totalTasks: 2,
      tasks: ['a completed', 'b executing'],
    });
    finish('b');
    const { lines, result } = await readAll(engine.run());
    expect(lines).toEqual([
      ...(place === 'paused' ? ['paused > executing', 'engine_resumed 0.5'] : []),
      'task_completed b result of b 1',
      'executing > completed',
      'engine_completed 2 2',
    ]);
    expect(result).toMatchObject({ status: 'completed', message: { content: 'ok' } });
    expect(began).toEqual(['b']);
  });

  it('taken while paused may be resumed before it is run', async () => {
    const { snapshot } = await inTheMiddle('paused');
    const { specialist, finish } = heldSpecialist();
    const { engine } = stage([reflect], { specialists: [specialist], coordinator: silent });
    engine.restoreFromSnapshot(snapshot);
    expect(engine.resume()).toBe(true);
    expect(engine.state).toBe('executing');
    finish('b');
    expect((await readAll(engine.run())).lines.at(-1)).toBe('engine_completed 2 2');
  });

  it('that is continued, paused at once and resumed does what is left once', async () => {
    const { snapshot } = await inTheMiddle('executing');
    const { specialist, began, finish } = heldSpecialist();
    const { engine } = stage([reflect], { specialists: [specialist], coordinator: silent });
    engine.restoreFromSnapshot(throughJson(snapshot));
    const events = engine.run();
    const first = events.next();
    expect(engine.pause()).toBe(true);
    await first;
    await readTo(events, (event) => event.type === 'engine_paused');
    finish('b');
    expect(engine.resume()).toBe(true);
    expect((await readAll(events)).lines.at(-1)).toBe('engine_completed 2 2');
    expect(began).toEqual(['b']);
  });

  it('that is continued with a signal that is aborted already begins nothing', async () => {
    const { snapshot } = await inTheMiddle('executing');
    const { specialist, began } = heldSpecialist();
    const { engine } = stage([], { specialists: [specialist], coordinator: silent });
    engine.restoreFromSnapshot(throughJson(snapshot));
    const { lines, result } = await readAll(engine.run(undefined, { signal: AbortSignal.abort() }));
    expect(lines).toEqual(['executing > error', 'engine_error The run was aborted by its signal. executing']);
    expect(result.status).toBe('cancelled');
    expect(began).toEqual([]);
  });

  it.each(['scheduling', 'paused'] as const)('taken in scheduling, %s, lets the plan go', async (place) => {
    const before = stage([think, plan]);
    const events = before.engine.run('do it');
    await readTo(events, (event) => event.type === 'task_scheduled');
    if (place === 'paused') before.engine.pause();
    const snapshot = before.engine.createSnapshot();
    before.engine.reset();
    expect(snapshot.state).toBe(place);
    const { engine } = stage(
      [{ purpose: 'work', step: 'a', reply: 'A' }, { purpose: 'work', step: 'b', reply: 'B' }, reflect],
      { coordinator: silent },
    );
    engine.restoreFromSnapshot(throughJson(snapshot));
    const { lines } = await readAll(engine.run());
    expect(lines).toEqual([
      ...(place === 'paused' ? ['paused > scheduling', 'engine_resumed 0'] : []),
      'scheduling > executing',
      'task_started a',
      'task_completed a A 0.5',
      'task_started b',
      'task_completed b B 1',
      'executing > completed',
      'engine_completed 2 2',
    ]);
  });

  it('taken while the context is fetched asks the coordinator again', async () => {
    const before = stage([], { coordinator: { getContext: () => new Promise(() => {}) } });
    await readTo(before.engine.run('hello'), isState('context_fetching'));
    const snapshot = before.engine.createSnapshot();
    before.engine.reset();
    const { engine } = stage([direct]);
    engine.restoreFromSnapshot(throughJson(snapshot));
    expect(engine.state).toBe('context_fetching');
    const { lines } = await readAll(engine.run());
    expect(lines.slice(0, 2)).toEqual(['context_received 1 1 2', 'context_fetching > decomposing']);
    expect(lines.at(-1)).toBe('engine_completed 1 1');
  });

  it('taken while decomposing goes on with the thought that is there', async () => {
    const planning = Promise.withResolvers<void>();
    const before = stage([
      think,
      {
        purpose: 'plan',
        reply: () => {
          planning.resolve();
          return new Promise<string>(() => {});
        },
      },
    ]);
    await readTo(before.engine.run('do it'), isState('decomposing'));
    await planning.promise;
    const snapshot = before.engine.createSnapshot();
    before.engine.reset();
    const { engine } = stage([plan, { purpose: 'work', reply: 'A' }, { purpose: 'work', reply: 'B' }, reflect], {
      coordinator: silent,
    });
    engine.restoreFromSnapshot(throughJson(snapshot));
    const { lines } = await readAll(engine.run());
    expect(lines.slice(0, 2)).toEqual(['task_decomposed 2', 'decomposing > scheduling']);
    expect(lines.at(-1)).toBe('engine_completed 2 2');
  });

  it('taken while paused, of a run that ended meanwhile, tells its end without a model', async () => {
    const reply = Promise.withResolvers<string>();
    const before = stage([...unplanned, { purpose: 'answer', reply: () => reply.promise }]);
    const events = before.engine.run('hello');
    await readTo(events, isStarted('answer'));
    before.engine.pause();
    reply.resolve('Hello.');
    while (rest(before.engine.createSnapshot()) !== 'log') await new Promise((resolve) => setImmediate(resolve));
    const snapshot = before.engine.createSnapshot();
    expect(snapshot).toMatchObject({ state: 'paused', progress: 0 });
    before.engine.reset();
    const { engine } = stage([], { coordinator: silent });
    engine.restoreFromSnapshot(throughJson(snapshot));
    const { lines, result } = await readAll(engine.run());
    expect(lines).toEqual([
      'paused > executing',
      'engine_resumed 0',
      'task_completed answer Hello. 1',
      'executing > completed',
      'engine_completed 1 1',
    ]);
    expect(result).toMatchObject({ status: 'completed', message: { content: 'Hello.' } });
  });

  it.each(['idle', 'completed', 'error'] as const)('of an engine that is %s has nothing to continue', async (state) => {
    const before = stage(state === 'completed' ? [direct] : []);
    if (state !== 'idle') await readAll(before.engine.run(state === 'completed' ? 'hello' : ''));
    const { engine } = stage([direct]);
    engine.restoreFromSnapshot(throughJson(before.engine.createSnapshot()));
    expect(readingOf(engine)).toEqual(readingOf(before.engine));
    await expect(engine.run().next()).rejects.toThrow('nothing to continue');
    engine.reset();
    expect((await readAll(engine.run('hello'))).lines.at(-1)).toBe('engine_completed 1 1');
  });

  it('can be taken of an engine that was restored and not run, and reset leads out of it', async () => {
    const { snapshot } = await inTheMiddle('paused');
    const { engine } = stage([]);
    engine.restoreFromSnapshot(snapshot);
    expect(engine.createSnapshot()).toEqual(snapshot);
    engine.reset();
    expect(readingOf(engine)).toMatchObject({ state: 'idle', totalTasks: 0 });
  });

  it('is not taken over by an engine that is not idle', async () => {
    const { snapshot } = await inTheMiddle('executing');
    const { engine } = stage([direct]);
    await readAll(engine.run('hello'));
    expect(engine.restoreFromSnapshot(snapshot)).toBe(false);
    expect(readingOf(engine)).toMatchObject({ state: 'completed', totalTasks: 1 });
  });
});

describe('a damaged snapshot', () => {
  type Damage = (snapshot: EngineSnapshot) => unknown;
  const host = ({ rest: held }: EngineSnapshot) => (held?.kind === 'run' ? held : undefined);
  const damages: [string, Damage][] = [
    ['nothing', () => undefined],
    ['a text', () => 'executing'],
    ['an unknown state', (snapshot) => ({ ...snapshot, state: 'sleeping' })],
    ['another version', (snapshot) => ({ ...snapshot, version: 2 })],
    ['counts that do not fit', (snapshot) => ({ ...snapshot, completedTasks: 2 })],
    ['progress that does not fit', (snapshot) => ({ ...snapshot, progress: 1 })],
    ['a task without a status', (snapshot) => ({ ...snapshot, tasks: [{ id: 'a', description: '', priority: 0 }] })],
    ['no run', ({ rest: _, ...snapshot }) => snapshot],
    ['a run that is idle', (snapshot) => ({ ...snapshot, state: 'idle' })],
    ['a pause that leads nowhere', ({ resumesIn: _, ...snapshot }) => ({ ...snapshot, state: 'paused' })],
    [
      'a question that nobody asked',
      ({ rest: _, ...snapshot }) => ({
        ...snapshot,
        state: 'completed',
        waitingFor: { kind: 'clarification', id: 'q', question: 'Which year?' },
      }),
    ],
    ['more told than there is', (snapshot) => ({ ...snapshot, rest: { ...host(snapshot), seen: 10_000 } })],
    [
      'a damaged entry',
      (snapshot) => {
        host(snapshot)?.run.children.journal.snapshot.entries.splice(3, 1, JSON.parse('{"seq":"four"}'));
        return snapshot;
      },
    ],
    [
      'a state that the host does not have',
      (snapshot) => ({ ...snapshot, rest: { ...host(snapshot), run: { ...host(snapshot)?.run, value: 'dreaming' } } }),
    ],
  ];

  it.each(damages)('with %s is refused with the reason, and the engine stays idle', async (_, damage) => {
    const { snapshot } = await inTheMiddle('executing');
    const { engine } = stage([]);
    const damaged = damage(snapshot);
    expect(() => engine.restoreFromSnapshot(damaged)).toThrow(TroupeError);
    expect(() => engine.restoreFromSnapshot(damaged)).toThrow(/^This is not a sound snapshot/);
    expect(engine.state).toBe('idle');
  });
});

describe('another process', () => {
  it('goes on from the snapshot, with progress and tasks kept, and does only what was left', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'troupe-engine-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [snapshotFile, workFile] = [join(folder, 'engine.json'), join(folder, 'work.txt')];
    const reached = Promise.withResolvers<void>();
    const worker = defineSpecialist({
      name: 'worker',
      description: 'notes what it does',
      run: ({ step }) => {
        if (step.id === 'b') {
          reached.resolve();
          return new Promise<string>(() => {}); // the first process does not come to the end of it
        }
        appendFileSync(workFile, `${step.id} in the first process\n`);
        return `result of ${step.id}`;
      },
    });
    const { engine } = stage([think, plan], { specialists: [worker] });
    const events = engine.run('do it');
    await readTo(events, isStarted('b'));
    await reached.promise;
    engine.pause();
    writeFileSync(snapshotFile, JSON.stringify(engine.createSnapshot()));
    engine.reset();

    const script = fileURLToPath(new URL('go-on.ts', import.meta.url));
    const fromSource = fileURLToPath(new URL('../from-source.ts', import.meta.url));
    const args = ['--import', fromSource, script, snapshotFile, workFile];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const [isRestored, before, ...told] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(isRestored).toBe(true);
    expect(before).toEqual({
      state: 'paused',
      currentProgress: 0.5,
      tasks: [
        { id: 'a', description: 'work on a', status: 'completed', priority: 0 },
        { id: 'b', description: 'work on b', status: 'executing', priority: -1 },
      ],
    });
    expect(told.map(lineOf)).toEqual([
      'paused > executing',
      'engine_resumed 0.5',
      'task_completed b result of b 1',
      'executing > completed',
      'engine_completed 2 2',
    ]);
    expect(told.at(-1)).toMatchObject({ data: { message: { content: 'both are done' } } });
    expect(readFileSync(workFile, 'utf8')).toBe('a in the first process\nb in the second process\n');
  });
});

/** What a snapshot goes on with. */
const rest = (snapshot: EngineSnapshot) => snapshot.rest?.kind;
