import { createRunner, defineChart, memoryStore } from 'troupe';
import { describe, expect, it, vi } from 'vitest';
import { createMachine, fromCallback, fromPromise, sendTo } from 'xstate';

describe('a callback whose state is left in a pause', () => {
  const start = () => {
    const stopped = vi.fn();
    const machine = createMachine({
      initial: 'on',
      states: { on: { invoke: { src: fromCallback(() => stopped) }, on: { off: 'off' } }, off: {} },
    });
    const chart = defineChart({ name: 'switch', version: '1', machine });
    return { run: createRunner({ charts: [chart], store: memoryStore() }).start(chart), stopped };
  };

  it('is stopped at once', async () => {
    const { run, stopped } = start();
    await run.pause();
    await run.send({ type: 'off' });
    expect(stopped).toHaveBeenCalledTimes(1);
    await run.cancel();
    expect(stopped).toHaveBeenCalledTimes(1);
  });
});

it('what a promise gives when its run was left is not looked at, data or not', async () => {
  const asked = Promise.withResolvers<never>();
  const machine = createMachine({ invoke: { src: fromPromise(() => asked.promise) } });
  const chart = defineChart({ name: 'ask', version: '1', machine });
  const run = createRunner({ charts: [chart], store: memoryStore() }).start(chart);
  const unhandled = vi.fn();
  process.once('unhandledRejection', unhandled);
  await run.leave();
  asked.reject({ retry: () => {} });
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

it.each(['off', 'end'])(
  'a callback has what it is sent when its state is left for "%s", and is stopped after that',
  async (next) => {
    const seen: string[] = [];
    const line = fromCallback(({ receive }) => {
      receive(({ type }) => seen.push(type));
      return () => void seen.push('stopped');
    });
    const machine = createMachine({
      initial: 'on',
      states: {
        on: { invoke: { id: 'line', src: line }, exit: sendTo('line', { type: 'bye' }), on: { go: next } },
        off: {},
        end: { type: 'final' },
      },
    });
    const chart = defineChart({ name: 'phone', version: '1', machine });
    const runner = createRunner({ charts: [chart], store: memoryStore() });
    await runner.start(chart).send({ type: 'go' });
    await runner.close();
    expect(seen).toEqual(['bye', 'stopped']);
  },
);
