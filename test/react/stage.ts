import type { OrderRun } from './order.ts';

/** What a test may ask of the page, which has this as a global. */
export interface Stage {
  /** What each commit of a component showed, in order. */
  readonly shown: string[];
  /** Two runs of an order. */
  readonly runs: readonly [OrderRun, OrderRun];
  /** How many listeners each of them has. */
  listeners(): readonly [number, number];
  /** Shows a run in a component, or the component without a run, or nothing at all. */
  show(component: 'Order' | 'Basket' | 'nothing', run?: OrderRun): void;
  /** Resumes a run that was left, and shows it. */
  resume(run: OrderRun): Promise<void>;
  /** Whether a run replays as it was stored. */
  replays(run: OrderRun): Promise<boolean>;
}
