import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createRunner, memoryStore } from 'troupe';
import { type OpeningView, type RunView, useRun, useRunSelector } from 'troupe/react';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { type OrderRun, order, type orderMachine } from './order.ts';

type OrderEvent =
  | { type: 'item.added' }
  | { type: 'item.lost' }
  | { type: 'shelf.seen' }
  | { type: 'order.placed' }
  | { type: 'order.received'; by: string };

describe('the types of useRun', () => {
  const useOrder = (run: OrderRun) => useRun(run);
  const useOpening = (run: OrderRun | undefined) => useRun(run);
  type View = ReturnType<typeof useOrder>;

  it('let send take only what the machine takes', () => {
    expectTypeOf<Parameters<View['send']>[0]>().toEqualTypeOf<OrderEvent>();
    expectTypeOf<View['send']>().toBeCallableWith({ type: 'order.received', by: 'Ada' });
    // @ts-expect-error -- the machine has no such event
    expectTypeOf<View['send']>().toBeCallableWith({ type: 'order.eaten' });
    // @ts-expect-error -- the event says by whom
    expectTypeOf<View['send']>().toBeCallableWith({ type: 'order.received' });
  });

  it('have the states, the context and the output of the machine', () => {
    expectTypeOf<View>().toEqualTypeOf<RunView<typeof orderMachine>>();
    expectTypeOf<View['snapshot']['value']>().toEqualTypeOf<'choosing' | 'packing' | 'sending' | 'received'>();
    expectTypeOf<View['snapshot']['context']>().toEqualTypeOf<{ readonly items: number }>();
    expectTypeOf<Extract<View, { status: 'completed' }>['output']>().toEqualTypeOf<{ readonly sent: number }>();
    expectTypeOf<Exclude<View, { status: 'completed' }>['output']>().toEqualTypeOf<undefined>();
  });

  it('have no state only where there may be no run', () => {
    expectTypeOf<ReturnType<typeof useOpening>>().toEqualTypeOf<View | OpeningView<typeof orderMachine>>();
    expectTypeOf<Extract<View, { status: 'opening' }>>().toBeNever();
  });

  it('give a selector the state, and what it returns', () => {
    const useItems = (run: OrderRun) => useRunSelector(run, ({ context }) => context.items);
    const useMaybe = (run: OrderRun | undefined) => useRunSelector(run, ({ context }) => context.items);
    expectTypeOf(useItems).returns.toEqualTypeOf<number>();
    expectTypeOf(useMaybe).returns.toEqualTypeOf<number | undefined>();
  });
});

describe('useRun on a server', () => {
  function Order({ run }: { readonly run: OrderRun | undefined }) {
    const { status, snapshot } = useRun(run);
    const items = useRunSelector(run, ({ context }) => context.items);
    return `${status} ${snapshot?.value} ${items}`;
  }
  const render = (run: OrderRun | undefined) => renderToString(createElement(Order, { run }));

  it('renders a run as it stands', async () => {
    const run = createRunner({ charts: [order], store: memoryStore() }).start(order);
    await run.send({ type: 'item.added' });
    expect(render(run)).toBe('executing choosing 1');
    await run.cancel();
    expect(render(run)).toBe('cancelled choosing 1');
  });

  it('renders without a run', () => {
    expect(render(undefined)).toBe('opening undefined undefined');
  });
});

it('send refuses an event while there is no run', async () => {
  let send: OrderRun['send'] | undefined;
  function Opening() {
    send = useRun<typeof orderMachine>(undefined).send;
    return null;
  }
  renderToString(createElement(Opening));
  await expect(send?.({ type: 'item.added' })).rejects.toMatchObject({ code: 'usage' });
});
