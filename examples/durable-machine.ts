/** A checkout as an ordinary XState machine. Its process is killed after the payment and before the answer; another process goes on. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createRunner, defineChart, effectKey } from 'troupe';
import { sqliteStore } from 'troupe/sqlite';
import { assign, fromPromise, setup, waitFor } from 'xstate';

const isFirst = process.argv[2] !== undefined;
const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'troupe-durable-'));
const say = (text: string) => console.log(`${isFirst ? 'first' : 'second'} process: ${text}`);

/** A payment service that keeps its books in a file. It takes one payment for a key; a new one takes it a minute. */
const books = join(folder, 'payments.json');
const payments = () => (existsSync(books) ? JSON.parse(readFileSync(books, 'utf8')) : {}) as Record<string, number>;
async function charge(key: string, euros: number): Promise<string> {
  if (!(key in payments())) {
    writeFileSync(books, JSON.stringify({ ...payments(), [key]: euros }));
    process.send?.('paid');
    await sleep(60_000);
  }
  return `receipt for ${payments()[key]} euros`;
}

const reserve = fromPromise<string, { item: string }>(async ({ input }) => {
  say(`reserves a ${input.item}`);
  return 'shelf 3';
});
const pay = fromPromise<string, { euros: number }>(({ input, self }) => {
  say(`asks the service for ${input.euros} euros`);
  return charge(effectKey(self), input.euros); // the same key when it begins again
});
const ship = fromPromise<string, { shelf: string }>(async ({ input }) => {
  say(`ships from ${input.shelf}`);
  return 'on its way';
});

/** The checkout: an ordinary machine, with nothing of Troupe in it. */
const checkoutMachine = setup({
  types: {
    input: {} as { item: string; euros: number },
    context: {} as { item: string; euros: number; shelf: string; receipt: string },
    events: {} as { type: 'approved'; by: string } | { type: 'refused' },
  },
  actors: { reserve, pay, ship },
  delays: { aDay: 24 * 60 * 60 * 1000 },
}).createMachine({
  id: 'checkout',
  context: ({ input }) => ({ ...input, shelf: '', receipt: '' }),
  initial: 'reserving',
  states: {
    reserving: {
      invoke: {
        src: 'reserve',
        input: ({ context }) => ({ item: context.item }),
        onDone: { target: 'paying', actions: assign({ shelf: ({ event }) => event.output }) },
      },
    },
    paying: {
      invoke: {
        src: 'pay',
        input: ({ context }) => ({ euros: context.euros }),
        onDone: { target: 'awaitingApproval', actions: assign({ receipt: ({ event }) => event.output }) },
      },
    },
    awaitingApproval: {
      on: { approved: 'shipping', refused: 'givenUp' },
      after: { aDay: 'givenUp' },
    },
    shipping: {
      invoke: { src: 'ship', input: ({ context }) => ({ shelf: context.shelf }), onDone: 'shipped' },
    },
    shipped: { type: 'final' },
    givenUp: { type: 'final' },
  },
});

const checkout = defineChart({ name: 'checkout', version: '1', machine: checkoutMachine });
const store = sqliteStore(join(folder, 'runs.db'));
const runner = createRunner({ charts: [checkout], store, leaseMs: 1000 });

const begin = () => runner.start(checkout, { id: 'order-7', input: { item: 'chair', euros: 40 } });

async function goOn() {
  const run = await runner.resume('order-7', checkout);
  const { context } = await waitFor(run.actor, (state) => state.matches('awaitingApproval'));
  say(`has a ${context.receipt}; a person approves`);
  await run.send({ type: 'approved', by: 'Ada' }, { id: 'approval-1' }); // with this id it is taken once
  const { status } = await run.result;
  say(`${status}: ${run.getSnapshot().value}`);
  const { equal } = await runner.replay('order-7');
  console.log('replayed:', equal ? 'every entry is equal' : 'something differs');
}

if (isFirst) begin();
else {
  const child = fork(fileURLToPath(import.meta.url), [folder]);
  child.once('message', () => child.kill('SIGKILL'));
  const [, signal] = await once(child, 'exit');
  console.log(`the first process ends by ${signal}; payments: ${Object.keys(payments()).length}`);
  const states = (await store.read('order-7')).flatMap(({ type, data }) => (type === 'actor.moved' ? data.value : []));
  console.log(`stored: ${states.join(', ')}`);
  await sleep(1000); // as long as the lease of a process that is gone may last
  await goOn();
  console.log(`payments: ${Object.keys(payments()).length}`);
  store.close();
  rmSync(folder, { recursive: true });
}
