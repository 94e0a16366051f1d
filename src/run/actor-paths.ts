import type { AnyActorRef } from 'xstate';

/** The actors of a run by their paths, which are the same whenever the run is played: `checkout/payment`, and `checkout/payment#2` for its second life. */
export class ActorPaths {
  readonly #refs = new Map<string, AnyActorRef>();
  readonly #paths = new WeakMap<AnyActorRef, string>();
  readonly #births = new Map<string, number>();
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** Gives an actor its path. */
  add(ref: AnyActorRef): string {
    const parent = ref._parent && this.#paths.get(ref._parent);
    const name = parent === undefined ? this.#root : `${parent}/${ref.id}`;
    let birth = (this.#births.get(name) ?? 0) + 1;
    // An id may look like the second life of another one.
    while (birth > 1 && this.#births.has(`${name}#${birth}`)) birth++;
    this.#births.set(name, birth);
    const path = birth === 1 ? name : `${name}#${birth}`;
    if (path !== name) this.#births.set(path, 1);
    this.#refs.set(path, ref);
    this.#paths.set(ref, path);
    return path;
  }

  of(ref: AnyActorRef): string | undefined {
    return this.#paths.get(ref);
  }

  at(path: string): AnyActorRef | undefined {
    return this.#refs.get(path);
  }

  /** The paths of all that are there. */
  get all(): readonly string[] {
    return [...this.#refs.keys()];
  }

  /** Forgets an actor that has ended. */
  drop(ref: AnyActorRef): void {
    const path = this.#paths.get(ref);
    if (path !== undefined) this.#refs.delete(path);
  }

  /** A path without that of the root. */
  below(path: string): string {
    return path.slice(this.#root.length + 1);
  }
}
