import { createRunner, defineChart, memoryStore } from 'troupe';
import { expect, it, vi } from 'vitest';
import { type AnyActorRef, createMachine, emit, setup } from 'xstate';

const machine = setup({
  types: { context: {} as { child: AnyActorRef }, emitted: {} as { type: 'made'; child: AnyActorRef } },
  actors: { child: createMachine({}) },
}).createMachine({
  context: ({ spawn }) => ({ child: spawn('child', { id: 'child' }) }),
  on: { show: { actions: emit(({ context }) => ({ type: 'made' as const, child: context.child })) } },
});
const chart = defineChart({ name: 'parent', version: '1', machine });

it('an emitted event may name actors of the run', async () => {
  const runner = createRunner({ charts: [chart], store: memoryStore() });
  const run = runner.start(chart, { id: 'r' });
  const made: AnyActorRef[] = [];
  run.on('made', ({ child }) => made.push(child));
  await run.send({ type: 'show' });
  expect(made).toEqual([run.getSnapshot().context.child]);
  expect(await runner.check('r')).toMatchObject({ ok: true });
});

it('what a listener to emitted events throws is reported, and the process goes on', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => {});
  const run = createRunner({ charts: [chart] }).start(chart);
  const error = new Error('a bad listener');
  run.on('*', () => {
    throw error;
  });
  await run.send({ type: 'show' });
  expect(report).toHaveBeenCalledWith('A listener of a run threw; the run continues.', error);
  report.mockRestore();
});
