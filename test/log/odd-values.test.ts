import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOrchestrator, defineSpecialist, type Entry, type Model, replay, TroupeError } from 'troupe';
import { toMetrics, toRunState } from 'troupe/log';
import { sqliteStore } from 'troupe/sqlite';
import { scriptedModel } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { timeline } from '../../src/cli/terminal/timeline.ts';
import { asWritten, sumOf } from '../../src/log/entry.ts';
import { forkEntries } from '../../src/log/fork-entries.ts';
import { parseLog } from '../../src/log/parse-log.ts';
import { RunLog } from '../../src/log/run-log.ts';
import { milestoneReader } from '../../src/log/to-milestones.ts';
import { toRunResult } from '../../src/log/to-run-result.ts';
import { ModelError } from '../../src/models/model-error.ts';
import { runCli, temporaryFolder } from '../cli/run-cli.ts';

const said = [{ role: 'user', content: 'do it' }] as const;
const steps = [
  { id: '1', description: 'do', specialist: 'w', dependencies: [] },
  { id: '2', description: 'do more', specialist: 'w', dependencies: ['1'] },
];
const plan = { name: 'plan', arguments: JSON.stringify({ title: 'T', strategy: 's', steps }) };
const script = () =>
  scriptedModel([
    { purpose: 'think', reply: { toolCalls: [plan] } },
    { purpose: 'reflect', reply: 'done then' },
    { purpose: 'finalize', reply: 'final' },
  ]);
const usage = { modelCalls: 1, inputTokens: 1, outputTokens: 1 };
const anybody = defineSpecialist({ name: 'w', description: 'any' });
/** A model whose answers have other fields than they should. */
const answering = (over: object): Model => ({
  name: 'm',
  call: async () => ({ text: 'fine', toolCalls: [], finishReason: 'stop', usage, ...over }) as never, // odd on purpose
});

/** One that fails once, with an error of odd fields. */
function failing(over: object): Model {
  let calls = 0;
  return {
    name: 'm',
    call: async (request) => {
      if (calls++ === 0) throw Object.assign(new ModelError('server', 'slow'), over);
      return answering({}).call(request);
    },
  };
}

/** What people read a run with. */
function readAll(entries: readonly Entry[]) {
  const log = new RunLog(entries[0]?.run ?? '', entries);
  entries.flatMap(milestoneReader(log.run));
  timeline(entries);
  toMetrics(entries);
  toRunState(entries);
  return JSON.parse(JSON.stringify(toRunResult(log)));
}

describe("what somebody's own model returns", () => {
  const counts = { modelCalls: expect.any(Number), inputTokens: expect.any(Number), outputTokens: expect.any(Number) };
  it.each<[string, Model]>([
    ['counts that are text', answering({ usage: { inputTokens: '5' } })],
    ['counts in parts', answering({ usage: { modelCalls: 1, inputTokens: { total: 4 }, outputTokens: [1] } })],
    ['counts that are not finite', answering({ usage: { ...usage, inputTokens: Number.NaN, costUsd: Infinity } })],
    ['a wait that is no number', failing({ retryAfterMs: Number.NaN })],
    ['a wait without end', failing({ retryAfterMs: Infinity })],
    ['a wait that is text', failing({ retryAfterMs: '5' })],
    ['an error with odd counts', failing({ usage: { inputTokens: 'x' } })],
    ['an error with an odd reason', failing({ reason: 5, retryable: 'no' })],
  ])('is kept so that it can be read: %s', async (_, model) => {
    const store = sqliteStore(':memory:');
    const options = { model, store, specialists: [anybody], retry: { baseMs: 1, maxMs: 2 } };
    const result = await createOrchestrator(options).invoke(said, { runId: 'r' });
    const entries = await store.read('r');
    expect(result.status).toBe('completed');
    expect(result.usage).toMatchObject(counts);
    expect(entries.every((entry) => asWritten(entry) === entry)).toBe(true);
    expect(readAll(entries)).toEqual(JSON.parse(JSON.stringify(result)));
    store.close();
  });

  it('is a mistake in the configuration where a check says what is no verdict', async () => {
    const check = () => ({ quality: 0.4, remark: 5 }) as never; // odd on purpose
    const w = defineSpecialist({ name: 'w', description: 'any', run: () => 'x', check });
    const result = await createOrchestrator({ model: script(), specialists: [w] }).invoke(said);
    expect(result.plan?.steps[0]).toMatchObject({ status: 'failed', reason: expect.stringContaining('no verdict') });
  });
});

describe('a run that was edited to nonsense', () => {
  it.each<[string, unknown]>([
    ['plan.steps.1.description', 5],
    ['plan.steps.1.assignedTo', null],
    ['plan.version', 'v2'],
    ['round', 'one'],
    ['notDone', 'x'],
    ['notDone', [{ what: 1 }]],
    ['options.timeouts.callMs', null],
    ['options.timeouts.stepMs', 'x'],
  ])('is read, replayed and forked as it was written: %s = %j', async (path, value) => {
    const store = sqliteStore(':memory:');
    const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const work = async () => {
      begun.resolve();
      await go.promise;
      return 'x ok';
    };
    const w = defineSpecialist({ name: 'w', description: 'any', run: work });
    const run = createOrchestrator({ model: script(), store, specialists: [w] }).start(said, { runId: 'r' });
    await begun.promise;
    run.edit(path, value);
    go.resolve();
    const { status } = await run.result;
    const entries = await store.read('r');
    expect(readAll(entries)).toMatchObject({ status });
    expect(entries.some((entry) => asWritten(entry) !== entry)).toBe(true);
    expect(replay(entries)).toMatchObject({ equal: true });
    const fork = forkEntries(entries, entries.length, 'r', 0).slice(1);
    expect(fork.map((entry) => JSON.stringify(entry))).toEqual(entries.slice(1).map((entry) => JSON.stringify(entry)));
    store.close();
  });
});

describe('a run that was stored with odd counts', () => {
  /** As an earlier version stored what a model returned. */
  async function storedBefore(): Promise<string> {
    const store = sqliteStore(':memory:');
    await createOrchestrator({ model: answering({}), store, specialists: [anybody] }).invoke(said, { runId: 'r' });
    const lines = (await store.read('r')).map((entry) => {
      if (entry.type !== 'effect.completed' || !entry.data.usage) return JSON.stringify(entry);
      const odd = { ...entry, data: { ...entry.data, usage: { ...usage, inputTokens: { total: 4 } } } } as never; // odd on purpose
      return JSON.stringify({ ...entry, ...(odd as Entry), sum: sumOf(odd) });
    });
    store.close();
    return `${lines.join('\n')}\n`;
  }

  it('is shown without them, and printed and replayed with them', async () => {
    const text = await storedBefore();
    const entries = parseLog(text, 'r.jsonl');
    expect(readAll(entries)).toMatchObject({ status: 'completed', usage: { modelCalls: 1, inputTokens: 0 } });
    expect(replay(entries)).toMatchObject({ equal: true });
    const file = join(temporaryFolder(), 'r.jsonl');
    await writeFile(file, text);
    expect(await runCli(['show', file])).toMatchObject({ code: 0, stderr: '' });
    expect(await runCli(['log', file])).toMatchObject({ code: 0, stderr: '', stdout: text });
  });

  it('is refused where it is damaged, not odd', async () => {
    const text = (await storedBefore()).replace('"status":"completed"', '"status":"danced"');
    expect(() => parseLog(text, 'r.jsonl')).toThrow(TroupeError);
    expect(() => parseLog(text, 'r.jsonl')).toThrow(/is damaged:.*data\.status/s);
  });
});
