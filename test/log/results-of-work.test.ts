import { planStep } from 'troupe/plan';
import { expect, it } from 'vitest';
import { RunLog } from '../../src/log/run-log.ts';
import { resultsOfWork } from '../../src/log/views.ts';
import { initialHostContext } from '../../src/machines/host/host-context.ts';
import { startedNote } from '../../src/machines/host/host-notes.ts';
import { result } from '../machines/environments.ts';

it('gives the results of a step as it is written, and of none that asks for another form', () => {
  const step = planStep({ id: '1', description: 'count', assignedTo: 'worker', format: 'a table' });
  const log = new RunLog('run-1');
  const started = startedNote(initialHostContext, step, 1);
  const results = [result('1')];
  const { actor } = started.data as { actor: string };
  for (const note of [started, { type: 'step.completed', data: { id: '1', actor, results } } as const]) {
    log.append({ ...note, actor: 'host' }, '2026-01-01T00:00:00.000Z');
  }
  const { format: _, ...formless } = step;
  expect(resultsOfWork(log, step)).toEqual(results);
  expect(resultsOfWork(log, { ...step, format: 'a list' })).toBeUndefined();
  expect(resultsOfWork(log, formless)).toBeUndefined();
});
