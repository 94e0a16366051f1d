import { createRunner, defineChart, memoryStore } from 'troupe';
import { expect, it } from 'vitest';
import { createMachine, fromPromise } from 'xstate';

const patient = defineChart({
  name: 'patient',
  version: '1',
  machine: createMachine({
    initial: 'asking',
    states: {
      asking: {
        invoke: { src: fromPromise(() => new Promise<string>(() => {})), id: 'ask', onDone: 'done' },
        on: { 'patience.lost': 'done' },
      },
      done: { type: 'final' },
    },
  }),
});

it('a log says that the chart does not want an effect any more, and replays', async () => {
  const runner = createRunner({ charts: [patient], store: memoryStore() });
  const run = runner.start(patient, { id: 'r' });
  await run.send({ type: 'patience.lost' });
  expect(await run.result).toMatchObject({ status: 'completed' });
  const [started, stopped] = run.log.filter(({ type }) => type.startsWith('effect.'));
  expect(started).toMatchObject({ type: 'effect.started', actor: 'patient/ask', data: { key: 'ask' } });
  expect(stopped).toMatchObject({ type: 'effect.stopped', actor: 'patient/ask', data: { key: 'ask' } });
  expect(stopped?.parent).toBe(`r:${started?.seq}`);
  expect(await runner.check('r')).toMatchObject({ ok: true });
});
