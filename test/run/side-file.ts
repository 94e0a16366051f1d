/** What machines of the tests do to the outside world: a line in a file for each time, which outlives the process. */
import { appendFileSync } from 'node:fs';
import type { AnyActorRef } from 'xstate';

/** One line of a side file. */
export interface Deed {
  /** What was done. */
  readonly what: string;
  /** Which effect did it; nothing for an action. */
  readonly key?: string;
}

const world: { keyOf(self: AnyActorRef): string } = { keyOf: (self) => self.id };

/** From now on effects are named by what this function makes of them. */
export function nameEffectsBy(keyOf: (self: AnyActorRef) => string): void {
  world.keyOf = keyOf;
}

/** Does something that can be counted: as an effect with its `self`, else as an action. */
export function did(what: string, self?: AnyActorRef): void {
  const file = process.env.TROUPE_SIDE_FILE;
  const deed: Deed = self ? { what, key: world.keyOf(self) } : { what };
  if (file) appendFileSync(file, `${JSON.stringify(deed)}\n`);
}

/** A service that takes a moment. */
export const later = <T>(value: T, ms = 2): Promise<T> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(value), ms);
  });
