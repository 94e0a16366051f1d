import { TroupeError } from 'troupe';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { effectOf, fact, move, questionOf, unlinked } from '../../src/log/entries/entry-row.ts';
import { type Entry, parseEntry } from '../../src/log/entry.ts';
import { entryTypes, type Note } from '../../src/log/entry-types.ts';
import { RunLog } from '../../src/log/run-log.ts';

const at = '2026-11-17T00:00:00.000Z';
const stored = (note: Note) => new RunLog('run-1').append({ ...note, actor: 'host' }, at);
const read = (entry: object) => parseEntry(JSON.stringify(entry), 'runs.db, entry 1');

function problemOf(entry: object): string {
  try {
    read(entry);
  } catch (error) {
    if (error instanceof TroupeError && error.code === 'bad-log') return error.message;
    throw error;
  }
  return '';
}

const skipped = stored({ type: 'step.skipped', data: { id: 'a', reason: 'Nobody needs it.' } });

describe('a stored entry', () => {
  it('is read as it was written, with fields that nobody here knows', () => {
    expect(read(skipped)).toEqual(skipped);
    const more = { ...skipped, data: { ...skipped.data, since: 3 } };
    expect(read(more)).toEqual(more);
  });

  it('with data of another shape is refused, and the message names the place and the field', () => {
    expect(problemOf({ ...skipped, data: { id: 'a' } })).toMatch(/runs\.db, entry 1 is damaged:.*data\.reason/s);
    const failed = { id: 'a', results: [{ stepId: 'a', status: 'maybe' }] };
    expect(problemOf({ ...skipped, type: 'step.failed', data: failed })).toMatch(/data\.results\[0\]\.status/);
    expect(problemOf({ ...skipped, data: [] })).toMatch(/expected an object.*data/s);
  });

  it('with an output of another kind is refused', () => {
    const fact = { ...skipped, kind: 'fact', type: 'effect.completed' };
    const output = { run: true, reason: 'It holds.' };
    expect(problemOf({ ...fact, data: { key: 'k', kind: 'decide', output } })).toBe('');
    expect(problemOf({ ...fact, data: { key: 'k', kind: 'finalize', output } })).toMatch(/data\.output/);
    expect(problemOf({ ...fact, data: { key: 'k', kind: 'dance', output } })).toMatch(/data\.kind/);
  });

  it('of a type that nobody here knows may be from a newer version', () => {
    expect(problemOf({ ...skipped, type: 'step.danced' })).toBe(
      'The log entry at runs.db, entry 1 is of the type "step.danced", which this version of Troupe does not know. A newer version may have written it: read the log with that one.',
    );
    expect(problemOf({ ...skipped, type: 'toString' })).toContain('does not know');
  });

  it('is a fact or a move, as its type says', () => {
    expect(problemOf({ ...skipped, kind: 'fact' })).toContain('"step.skipped" is a move, not a fact');
  });
});

describe('the table of entries', () => {
  it('has a row of every type that the log keeps, with the status it has from birth', () => {
    expect(Object.keys(entryTypes).length).toBeGreaterThan(30);
    expect(skipped).toMatchObject({ kind: 'move' });
    expect(skipped).not.toHaveProperty('status');
    const blocked = stored({ type: 'step.blocked', data: { id: 'a', reason: 'It needs b.' } });
    expect(blocked).toMatchObject({ kind: 'move', status: 'failed' });
  });

  it('lets no data of another shape compile', () => {
    // @ts-expect-error: a step is skipped for a reason
    const noReason: Note = { type: 'step.skipped', data: { id: 'a' } };
    // @ts-expect-error: a run is started by nobody
    const noType: Note = { type: 'run.started', data: {} };
    // @ts-expect-error: what `decide` gives is no text
    const noOutput: Note = { type: 'effect.completed', data: { key: 'k', kind: 'decide', output: 'yes' } };
    const reason = (entry: Entry) => (entry.type === 'step.skipped' ? entry.data.reason.length : 0);
    expect([noReason, noType, noOutput].map(({ type }) => type)).toHaveLength(3);
    expect(reason(skipped)).toBe(16);
  });

  it('says what an effect gave by its kind', () => {
    const log = new RunLog('run-1');
    const data = { key: 'when-a', kind: 'decide', output: { run: false, reason: 'It is late.' } } as const;
    log.append({ type: 'effect.completed', actor: 'host/when-a', data }, at);
    expect(log.output('decide', 'when-a')?.reason).toBe('It is late.');
    expect(log.output('draft', 'when-a')).toBeUndefined();
    expect(log.completion('when-a')).toEqual(data);
    expect(log.all('effect.completed')).toHaveLength(1);
    expect(log.latest('effect.completed', 'when-a')?.seq).toBe(1);
  });
});

describe('the row of a type', () => {
  const shape = z.object({ id: z.string() });

  it('says its status and its links, or does not compile', () => {
    // @ts-expect-error: nothing is said.
    expect(() => move(shape)).not.toThrow();
    // @ts-expect-error: the status is not said.
    expect(move(shape, unlinked)).toMatchObject({ kind: 'move' });
    // @ts-expect-error: what it closes is not said.
    expect(fact(shape, { status: 'pending', opens: questionOf })).toMatchObject({ kind: 'fact' });
    expect(fact(shape, { status: 'pending', opens: questionOf, closes: undefined }).status).toBe('pending');
  });

  it('links by what its data has, or does not compile', () => {
    // @ts-expect-error: the data has no key of an effect.
    expect(fact(shape, { status: undefined, opens: undefined, closes: effectOf }).opens).toBeUndefined();
  });

  it('gives an entry the parent that it answers', () => {
    const log = new RunLog('run-1');
    const append = (note: Note, actor = 'host') => log.append({ ...note, actor }, at).parent;
    const work = { key: 'sa#1/ask#1.1', kind: 'ask' } as const;
    const started = { id: 'a', description: 'do a', specialist: 'worker', dependencies: [], round: 1, version: 1 };
    const actor = 'host/step-a#1';
    const error = { code: 'server', message: 'down', retryable: true };
    expect([
      append({ type: 'step.started', data: { ...started, actor } }),
      append({ type: 'effect.started', data: work }, actor),
      append({ type: 'effect.failed', data: { ...work, error } }, actor),
      append({ type: 'step.failed', data: { id: 'a', actor, results: [] } }),
      append({ type: 'step.failed', data: { id: 'b', results: [] } }),
      append({ type: 'clarification.requested', data: { id: 'q1', question: 'Which?' } }),
      append({ type: 'clarification.answered', data: { id: 'q1', text: 'That.' } }),
    ]).toEqual([undefined, 'run-1:1', 'run-1:2', 'run-1:1', undefined, undefined, 'run-1:6']);
  });
});

describe('an entry of a chart', () => {
  it.each([null, 'go', 7, [], undefined])('whose event is %j is damaged', (event) => {
    const data = { to: 'order', event };
    const entry = { seq: 2, id: 'r:2', run: 'r', at, kind: 'fact', type: 'event.received', actor: 'order', data };
    const read = () => parseEntry(JSON.stringify(entry), 'line 2');
    expect(read).toThrow(expect.objectContaining({ code: 'bad-log', message: expect.stringContaining('data.event') }));
  });
});
