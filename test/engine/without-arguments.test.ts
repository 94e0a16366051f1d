import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createConversationEngine } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  coordinator,
  heldSpecialist,
  isState,
  lineOf,
  planOf,
  readAll,
  readingOf,
  readTo,
  stage,
  unplanned,
  worker,
} from './engine-stage.ts';

const throughJson = (snapshot: unknown): unknown => JSON.parse(JSON.stringify(snapshot));

/** A snapshot of an engine that has done a and works on b. */
async function inTheMiddle() {
  const { specialist, finish, hasBegun } = heldSpecialist();
  const { engine } = stage(
    [
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planOf({ a: {}, b: { after: ['a'] } }) },
    ],
    { specialists: [specialist] },
  );
  const events = engine.run('do it');
  finish('a');
  await readTo(events, (event) => event.type === 'task_started' && event.data.taskId === 'b');
  await hasBegun('b');
  const snapshot = engine.createSnapshot();
  engine.reset();
  return throughJson(snapshot);
}

/** A snapshot of an engine whose run has ended in a pause. */
async function ended() {
  const reply = Promise.withResolvers<string>();
  const { engine } = stage([...unplanned, { purpose: 'answer', reply: () => reply.promise }]);
  await readTo(engine.run('hello'), (event) => event.type === 'task_started');
  engine.pause();
  reply.resolve('Hello.');
  while (engine.createSnapshot().rest?.kind !== 'log') await new Promise((resolve) => setImmediate(resolve));
  const snapshot = engine.createSnapshot();
  engine.reset();
  return throughJson(snapshot);
}

/** A snapshot of an engine that waits for its coordinator. */
async function fetching() {
  const { engine } = stage([], { coordinator: { getContext: () => new Promise(() => {}) } });
  await readTo(engine.run('hello'), isState('context_fetching'));
  const snapshot = engine.createSnapshot();
  engine.reset();
  return throughJson(snapshot);
}

describe('an engine without arguments', () => {
  it('restores what another has left, and gives it on', async () => {
    const snapshot = await inTheMiddle();
    const engine = createConversationEngine();
    expect(engine.restoreFromSnapshot(snapshot)).toBe(true);
    expect(readingOf(engine)).toEqual({
      state: 'executing',
      currentProgress: 0.5,
      completedTasks: 1,
      totalTasks: 2,
      tasks: ['a completed', 'b executing'],
    });
    expect(engine.createSnapshot()).toEqual(snapshot);
    expect([engine.pause(), engine.state, engine.resume(), engine.state]).toEqual([true, 'paused', true, 'executing']);
  });

  it('tells the end of a run that has ended, without anything else', async () => {
    const engine = createConversationEngine();
    engine.restoreFromSnapshot(await ended());
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

  const how = 'to createConversationEngine(), or to restoreFromSnapshot() as its second argument.';

  it.each([
    ['a run', inTheMiddle, 'a model, the specialists "worker" and a coordinator', 'executing'],
    ['an input', fetching, 'a model, specialists and a coordinator', 'context_fetching'],
  ] as const)('says what it needs to go on with %s, and stays where it is', async (_, take, needs, state) => {
    const engine = createConversationEngine();
    engine.restoreFromSnapshot(await take());
    await expect(engine.run().next()).rejects.toMatchObject({
      code: 'bad-config',
      message: `This engine was created without a configuration. To go on it needs ${needs}: give { model, specialists, coordinator } ${how}`,
    });
    expect(engine.state).toBe(state);
  });

  it('says what it needs for an input of its own, and stays idle', async () => {
    const engine = createConversationEngine();
    await expect(engine.run('hello').next()).rejects.toMatchObject({ code: 'bad-config' });
    expect(engine.state).toBe('idle');
  });

  it('takes what it needs with the snapshot, and keeps it', async () => {
    const direct = { purpose: 'think', reply: thinking({ answer: 'ok' }) } as const;
    const model = scriptedModel([direct, direct]);
    onTestFinished(() => model.assertUsedUp());
    const engine = createConversationEngine();
    expect(engine.restoreFromSnapshot(await fetching(), { model, specialists: [worker], coordinator })).toBe(true);
    expect((await readAll(engine.run())).lines.at(-1)).toBe('engine_completed 1 1');
    engine.reset();
    expect((await readAll(engine.run('again'))).lines.at(-1)).toBe('engine_completed 1 1');
  });

  it('stays as it was when what comes with the snapshot cannot work', async () => {
    const snapshot = await fetching();
    const engine = createConversationEngine();
    const model = scriptedModel([]);
    expect(() => engine.restoreFromSnapshot(snapshot, { model, specialists: [], coordinator })).toThrow(
      'at least one specialist is needed',
    );
    expect(engine.state).toBe('idle');
  });

  it('in another process restores, says what is missing, and goes on when it has it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'troupe-engine-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'engine.json');
    writeFileSync(file, JSON.stringify(await inTheMiddle()));
    const [script, fromSource] = ['go-on-bare.ts', '../from-source.ts'].map((name) =>
      fileURLToPath(new URL(name, import.meta.url)),
    ) as [string, string]; // as many as were given
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', fromSource, script, file]);
    const [isRestored, reading, problem, isRestoredAgain, ...told] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([isRestored, isRestoredAgain]).toEqual([true, true]);
    expect(reading).toEqual({ state: 'executing', currentProgress: 0.5, tasks: ['a completed', 'b executing'] });
    expect(problem).toMatchObject({ code: 'bad-config', state: 'executing' });
    expect(told.map(lineOf)).toEqual([
      'task_completed b result of b 1',
      'executing > completed',
      'engine_completed 2 2',
    ]);
  });
});
