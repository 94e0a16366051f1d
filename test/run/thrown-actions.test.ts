import { createRunner, defineChart, memoryStore } from 'troupe';
import { describe, expect, it, vi } from 'vitest';
import { type AnyStateMachine, createMachine, emit, fromPromise, sendTo } from 'xstate';

function start(machine: AnyStateMachine) {
  const chart = defineChart({ name: 'chart', version: '1', machine });
  const runner = createRunner({ charts: [chart], store: memoryStore() });
  return { runner, run: runner.start(chart, { id: 'r' }) };
}
const fail = () => {
  throw new Error('out of paper');
};

describe('an action that throws', () => {
  it('keeps what its machine asked for after it from beginning, and what others asked for not', async () => {
    const done: string[] = [];
    const does = (what: string) => () => void done.push(what);
    const child = createMachine({
      initial: 'waiting',
      states: {
        waiting: { on: { go: 'paying' } },
        paying: {
          entry: [does('before'), fail, does('after'), emit({ type: 'paying' })],
          invoke: { src: fromPromise(async () => done.push('paid')) },
        },
      },
    });
    const machine = createMachine({
      initial: 'on',
      invoke: { id: 'child', src: child, onError: '.failed' },
      states: {
        on: { on: { go: { actions: [sendTo('child', { type: 'go' }), does('parent')] } } },
        failed: { type: 'final' },
      },
    });
    const { runner, run } = start(machine);
    await run.send({ type: 'go' });
    expect(await run.result).toMatchObject({ status: 'completed' });
    expect(done.toSorted()).toEqual(['before', 'parent']);
    expect(await runner.check('r')).toMatchObject({ ok: true });
  });

  it('when its machine has ended is reported, and the machine stays done', async () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {});
    const machine = createMachine({
      initial: 'on',
      states: { on: { on: { go: 'end' } }, end: { type: 'final', entry: { type: 'print' } } },
    }).provide({ actions: { print: fail } });
    const { run } = start(machine);
    await run.send({ type: 'go' });
    expect(await run.result).toMatchObject({ status: 'completed' });
    const message = 'The action "print" of "chart" threw when its actor had ended.';
    expect(report).toHaveBeenCalledWith(message, new Error('out of paper'));
    report.mockRestore();
  });
});
