import { createRunner, defineChart, memoryStore } from 'troupe';
import { expect, it } from 'vitest';
import { createMachine, emit } from 'xstate';

it('listeners hear what the last decision of a run emits, before its result', async () => {
  const machine = createMachine({
    initial: 'open',
    states: {
      open: { on: { close: { target: 'closed', actions: emit({ type: 'said' }) } } },
      closed: { type: 'final' },
    },
  });
  const chart = defineChart({ name: 'shop', version: '1', machine });
  const run = createRunner({ charts: [chart], store: memoryStore() }).start(chart);
  const heard: string[] = [];
  run.on('said', (event) => void heard.push(event.type));
  const ended = run.result.then(({ status }) => heard.push(status));
  await run.send({ type: 'close' });
  await ended;
  expect(heard).toEqual(['said', 'completed']);
});
