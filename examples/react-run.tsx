/** A run in React components: an order that is put together, packed and sent. */
import { createRunner, defineChart, memoryStore } from 'troupe';
import { useRun, useRunSelector } from 'troupe/react';
import { assign, setup } from 'xstate';

const orderMachine = setup({
  types: {
    context: {} as { readonly items: number },
    events: {} as { type: 'item.added' } | { type: 'order.placed' },
    output: {} as { readonly sent: number },
  },
  actions: { addItem: assign({ items: ({ context }) => context.items + 1 }) },
}).createMachine({
  id: 'order',
  context: { items: 0 },
  initial: 'choosing',
  states: {
    choosing: { on: { 'item.added': { actions: 'addItem' }, 'order.placed': 'packing' } },
    packing: { after: { 500: 'sent' } },
    sent: { type: 'final' },
  },
  output: ({ context }) => ({ sent: context.items }),
});

const order = defineChart({ name: 'order', version: '1', machine: orderMachine });
const runner = createRunner({ charts: [order], store: memoryStore() });
const run = runner.start(order);

export function Order() {
  const { snapshot, send, status, output } = useRun(run);
  if (status === 'completed') return <p>On the way: {output.sent}</p>;
  if (snapshot.matches('packing')) return <p>Packing…</p>;
  return (
    <>
      <button type="button" onClick={() => send({ type: 'item.added' })}>
        One more
      </button>
      <button type="button" onClick={() => send({ type: 'order.placed' })}>
        Place the order
      </button>
    </>
  );
}

export function Basket() {
  const items = useRunSelector(run, ({ context }) => context.items);
  return <p>In the basket: {items}</p>;
}
