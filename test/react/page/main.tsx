/** Shows runs of a runner in the browser: `?strict` in StrictMode, `?example` those of the example. */
import { Fragment, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createRunner, memoryStore } from 'troupe';
import { Basket as ExampleBasket, Order as ExampleOrder } from '../../../examples/react-run.tsx';
import { type OrderRun, order } from '../order.ts';
import type { Stage } from '../stage.ts';
import { Basket, Order } from './order-page.tsx';

const asked = new URLSearchParams(location.search);
const element = document.getElementById('root');
if (!element) throw new Error('The page has no element for the root.');
const root = createRoot(element);
const Mode = asked.has('strict') ? StrictMode : Fragment;
const components = { Order, Basket };
const runner = createRunner({ charts: [order], store: memoryStore() });

/** A run that counts who listens to it. */
function counted(run: OrderRun): { readonly run: OrderRun; readonly count: () => number } {
  let count = 0;
  const counting =
    <Listener,>(listen: (listener: Listener) => () => void) =>
    (listener: Listener) => {
      const stop = listen(listener);
      count += 1;
      return () => {
        count -= 1;
        stop();
      };
    };
  const own = { subscribe: { value: counting(run.subscribe) }, follow: { value: counting(run.follow) } };
  return { run: Object.create(run, own) as OrderRun, count: () => count }; // all else is the run's
}

const [first, second] = [counted(runner.start(order)), counted(runner.start(order))];
const shown: string[] = [];
const stage: Stage = {
  shown,
  runs: [first.run, second.run],
  listeners: () => [first.count(), second.count()],
  show(name, run) {
    const Shown = name === 'nothing' ? undefined : components[name];
    root.render(<Mode>{Shown && <Shown run={run} onShown={(text) => void shown.push(text)} />}</Mode>);
  },
  async resume(run) {
    stage.show('Order', await runner.resume(run.id, order));
  },
  replays: async (run) => (await runner.check(run.id)).ok,
};
Object.assign(globalThis, { stage });

if (asked.has('example')) {
  root.render(
    <>
      <ExampleOrder />
      <ExampleBasket />
    </>,
  );
}
