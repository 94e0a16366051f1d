import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createOrchestrator, memoryStore, replay } from 'troupe';
import { toMetrics, toRunState } from 'troupe/log';
import { sqliteStore } from 'troupe/sqlite';
import { scriptedModel } from 'troupe/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { reportLines } from '../../src/cli/replay-lines.ts';
import { timeline } from '../../src/cli/terminal/timeline.ts';
import { sumOf } from '../../src/log/entry.ts';
import { parseLog } from '../../src/log/parse-log.ts';
import { foldPlan, stepsAt } from '../../src/log/plan-fold.ts';
import { RunLog } from '../../src/log/run-log.ts';
import { milestoneReader } from '../../src/log/to-milestones.ts';
import { toRunResult } from '../../src/log/to-run-result.ts';
import { worker } from '../scenarios/worker.ts';

// Made by the version before the charts recorded that a step is renewed or drafted, each with its result and its state then.
const folder = fileURLToPath(new URL('logs-of-host-4', import.meta.url));
const names = readdirSync(folder).flatMap((name) => (name.endsWith('.jsonl') ? [name.slice(0, -'.jsonl'.length)] : []));
const logOf = (name: string) => parseLog(readFileSync(join(folder, `${name}.jsonl`), 'utf8'), name);
const known = (name: string): unknown => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe.each(names)('a log of the charts host@4: %s', (name) => {
  const entries = logOf(name);

  it('is read whole, with sums that hold', () => {
    const lines = readFileSync(join(folder, `${name}.jsonl`), 'utf8')
      .trimEnd()
      .split('\n');
    expect(entries.map((entry) => JSON.stringify(entry))).toEqual(lines);
    for (const entry of entries) if (entry.kind === 'fact') expect(entry.sum).toBe(sumOf(entry));
  });

  it('gives the result and the state that it gave', () => {
    // Results have had `waiting` since host@5.
    const { waiting, outcome, ...result } = toRunResult(new RunLog(entries[0]?.run ?? '', entries));
    expect(asJson({ result, state: toRunState(entries) })).toEqual(known(name));
    expect(outcome).toBe(result.status === 'completed' ? 'answered' : undefined);
    expect(waiting).toEqual(result.waitingFor ? [result.waitingFor] : []);
  });

  it('is shown', () => {
    expect(timeline(entries).length).toBeGreaterThan(1);
    expect(toMetrics(entries).status).toBe(toRunResult(new RunLog('', entries)).status);
    const read = milestoneReader(entries[0]?.run ?? '');
    expect(entries.flatMap(read).length).toBeGreaterThan(0);
  });

  it('is replayed up to where the charts differ, and the report says who made it', () => {
    const report = replay(entries);
    expect(report.madeBy).toBe('host@4');
    // A step that started before the plan was whole was drafted first.
    const isDrafted = entries.some((entry) => entry.type === 'step.started' && entry.data.version === 0);
    const differs = name === 'two-rounds' ? 'step.renewed' : isDrafted ? 'step.drafted' : undefined;
    if (differs === undefined) {
      expect(report).toMatchObject({ equal: true, entries: entries.length });
      expect(reportLines(report, entries)).toEqual([
        `Made by host@4; this version is host@5. Equal, ${entries.length} entries`,
      ]);
    } else {
      expect(report).toMatchObject({ equal: false, recomputed: { type: differs } });
      const seq = report.equal ? 0 : report.seq;
      expect(seq).toBeGreaterThan(name === 'two-rounds' ? 30 : 8);
      expect(reportLines(report, entries)[0]).toBe(
        `Made by host@4; this version is host@5. Equal up to entry ${seq - 1}, where the charts differ.`,
      );
    }
  });

  it('with a fact that was changed is reported at that fact', () => {
    const at = entries.findIndex((entry) => entry.type === 'effect.completed');
    const changed = entries.map((entry, index) =>
      index === at ? { ...entry, data: { ...entry.data, more: 1 } } : entry,
    );
    const report = replay(changed as typeof entries); // changed on purpose
    expect(report).toMatchObject({ equal: false, seq: at + 1, isChanged: true, madeBy: 'host@4' });
    const words = `Entry ${at + 1} was changed or does not follow the one before.`;
    expect(reportLines(report, changed as typeof entries)[0]).toContain(words);
  });

  it('is not continued, and nothing is stored for it', async () => {
    const store = memoryStore();
    await store.append(entries[0]?.run ?? '', 0, entries);
    const troupe = createOrchestrator({ model: scriptedModel([]), specialists: [worker], store });
    const isOpen = !['completed', 'failed', 'cancelled'].includes(toRunResult(new RunLog('', entries)).status);
    const refusal = 'was made by the charts host@4, but this version of Troupe has host@5.';
    if (isOpen) await expect(troupe.resume(entries[0]?.run ?? '')).rejects.toThrow(refusal);
    await expect(troupe.fork(entries[0]?.run ?? '', { at: 1 })).rejects.toThrow(refusal);
    await expect(
      troupe.fork(entries[0]?.run ?? '', { at: 1, edits: [{ path: 'options.concurrency', value: 1 }] }),
    ).rejects.toThrow(refusal);
    expect((await store.runs()).map(({ run, entries: count }) => [run, count])).toEqual([
      [entries[0]?.run, entries.length],
    ]);
    const journal = { snapshot: { run: entries[0]?.run, entries } };
    expect(() => troupe.restore({ status: 'active', children: { journal } })).toThrow(
      'was taken with the charts host@4, but this version of Troupe has host@5',
    );
  });
});

it('a round that does steps again is known by its first start', () => {
  const entries = logOf('two-rounds');
  const again = entries.findIndex((entry) => entry.type === 'step.started' && entry.data.round === 2);
  const standing = (count: number) =>
    stepsAt(foldPlan(entries.slice(0, count))).map(({ id, status }) => `${id} ${status}`);
  expect(standing(again)).toEqual(['a completed', 'b failed', 'c blocked']);
  expect(standing(again + 1)).toEqual(['a completed', 'b executing', 'c pending']);
});

describe('a file of the version before', () => {
  const place = mkdtempSync(join(tmpdir(), 'troupe-host-4-'));
  afterAll(() => rmSync(place, { recursive: true }));

  it('lists its runs and gives their entries', async () => {
    const file = join(place, 'runs.db');
    copyFileSync(join(folder, 'runs.sqlite'), file);
    const store = sqliteStore(file);
    const runs = await store.runs();
    expect(runs.length).toBeGreaterThan(5);
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['completed', 'failed', 'cancelled', 'waiting']));
    for (const { run, entries } of runs) expect(await store.read(run)).toHaveLength(entries);
    const results = await Promise.all(runs.map(async ({ run }) => toRunResult(new RunLog(run, await store.read(run)))));
    expect(results.map(({ rounds }) => rounds)).toContain(2);
    store.close();
  });
});
