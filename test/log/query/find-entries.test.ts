import { entryChain, findEntries, kinds, latestEntry } from 'troupe/log';
import { thinking } from 'troupe/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/log/entry.ts';
import { RunLog } from '../../../src/log/run-log.ts';
import { planText, stage } from '../../scenarios/scenario.ts';

describe('the entries of a run', () => {
  let log: readonly Entry[];
  beforeAll(() => {
    const run = new RunLog('r');
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
    run.append({ type: 'run.paused', actor: 'host', data: {} }, at(1));
    run.append({ type: 'effect.started', actor: 'host/step-1#1', data: { key: 'k', kind: 'ask' } }, at(2));
    const error = { code: 'timeout', message: 'Too slow.', retryable: true };
    run.append({ type: 'effect.failed', actor: 'host/step-1#1', data: { key: 'k', kind: 'ask', error } }, at(3));
    run.append(
      {
        type: 'entry.recorded',
        actor: 'host',
        data: kinds.standard.make({ text: 'hm' }, { parent: 'r:3', status: 'pending' }),
      },
      at(4),
    );
    run.append({ type: 'run.resumed', actor: 'host', data: {} }, at(5));
    log = run.entries;
  });
  const seqs = (entries: readonly Entry[]) => entries.map(({ seq }) => seq);

  it.each([
    ['by type', { type: 'run.paused' }, [1]],
    ['by several types, also of one’s own', { type: ['run.resumed', 'standard.noted'] }, [4, 5]],
    ['by kind', { kind: 'move' }, [2]],
    ['by status', { status: ['failed', 'pending'] }, [3, 4]],
    ['by an actor and those below it', { actor: 'host/step-1#1' }, [2, 3]],
    ['by an actor, not by the beginning of its name', { actor: 'host/step' }, []],
    ['by time', { from: '2026-01-01T00:00:02Z', to: new Date('2026-01-01T00:00:04Z') }, [2, 3]],
    ['by all of that', { actor: 'host', status: 'failed', from: '2026-01-01' }, [3]],
    ['by one of several queries', { any: [{ type: 'run.paused' }, { status: 'failed' }] }, [1, 3]],
    ['without what is not wanted', { not: { any: [{ kind: 'move' }, { type: 'standard.noted' }] } }, [1, 3, 5]],
    ['without a condition', {}, [1, 2, 3, 4, 5]],
  ] as const)('are found %s', (_how, query, expected) => {
    expect(seqs(findEntries(log, query))).toEqual(expected);
  });

  it('are found with the type of what was asked for', () => {
    const [failed] = findEntries(log, { type: 'effect.failed' });
    expect(failed?.data.error.code).toBe('timeout');
    expect(latestEntry(log, { type: ['run.paused', 'run.resumed'] })?.seq).toBe(5);
    expect(latestEntry(log, { type: 'run.failed' })).toBeUndefined();
  });

  it('make a chain with what they answer and what answers them', () => {
    expect(seqs(entryChain(log, 'r:2'))).toEqual([2, 3, 4]);
    expect(seqs(entryChain(log, 'r:4'))).toEqual([2, 3, 4]);
    expect(seqs(entryChain(log, 'r:1'))).toEqual([1]);
    expect(entryChain(log, 'r:99')).toEqual([]);
  });

  it.each([
    ['a time that is none', { from: 'yesterday' }, '"from" of a query is a time'],
    ['a field that is none', { stauts: 'failed' }, 'Unrecognized key: "stauts"'],
    ['a status that is none', { status: ['failed', 'done'] }, 'at status'],
    ['a kind that is none', { kind: 'event' }, 'at kind'],
    ['a type that is no text', { type: 5 }, 'at type'],
    ['a field that is none, in one of several queries', { any: [{ typ: 'run.paused' }] }, 'Unrecognized key: "typ"'],
    ['what is no query', undefined, 'This is no query of entries'],
  ])('refuse %s', (_what, query, message) => {
    const refused = expect.objectContaining({ code: 'usage', message: expect.stringContaining(message) });
    expect(() => findEntries(log, query as never)).toThrow(refused);
    expect(() => latestEntry(log, { not: query ?? 5 } as never)).toThrow(refused);
  });
});

it('the chain of a step goes from its start to its result', async () => {
  const { start } = stage([
    { purpose: 'think', reply: thinking() },
    { purpose: 'plan', reply: planText({ a: [] }) },
    { purpose: 'work', reply: 'one' },
  ]);
  const run = start();
  await run.result;
  const started = latestEntry(run.log, { type: 'step.started' });
  expect(entryChain(run.log, started?.id ?? '').map(({ type }) => type)).toEqual(
    expect.arrayContaining(['step.started', 'effect.started', 'effect.completed', 'step.completed']),
  );
});
