import type { AnyActorRef } from 'xstate';

/** Something that reaches outside: it begins when the decision that asked for it is stored. */
export interface Job {
  begin(): void;
  /** Who asked for it, or is it. */
  readonly of?: AnyActorRef;
  /** It is done at once, and nothing says afterwards that it was. */
  readonly isAction?: true;
  /** It ends what was begun: a pause does not hold it back. */
  readonly isStop?: true;
}

/** What a run has been asked to do. On a silent stage, and in a pause, nothing of it begins. */
export class Jobs {
  readonly #isLive: () => boolean;
  #asked: Job[] = [];
  #held: Job[] = [];
  /** Actions of which nobody knows whether they were done: those of the last decision that is stored. */
  #uncertain: Job[] = [];
  readonly #thrown = new WeakSet<AnyActorRef>();
  #hasThrown = false;
  #isHeld = false;
  #isClosed = false;

  constructor(isLive: () => boolean) {
    this.#isLive = isLive;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  get isLive(): boolean {
    return this.#isLive();
  }

  /** Whether an action was asked for since the last commit. */
  get hasActions(): boolean {
    return this.#asked.some(({ isAction }) => isAction);
  }

  ask(job: Job): void {
    this.#asked.push(job);
  }

  /** An action of an actor threw, which ends it: nothing begins any more that it or its children have asked for. */
  threw(ref: AnyActorRef): void {
    this.#thrown.add(ref);
    this.#hasThrown = true;
  }

  /** Takes what was asked for since the last commit; the function that it returns begins it. */
  take(): () => void {
    const jobs = this.#asked.splice(0);
    return () => this.#begin(jobs);
  }

  /** Another fact has its turn: what was asked for before it was done. */
  renew(): void {
    if (!this.isLive && this.#uncertain.length > 0) this.#uncertain = [];
  }

  hold(): void {
    this.#isHeld = true;
  }

  /** Asks for everything that was held back. */
  release(): void {
    this.#isHeld = false;
    this.#asked.push(...this.#held.splice(0));
  }

  /** Forgets what was held back. */
  drop(): void {
    [this.#held, this.#isHeld] = [[], false];
  }

  /** From now on nothing begins. */
  close(): void {
    this.drop();
    this.#asked = [];
    this.#isClosed = true;
  }

  /** Asks for the actions again of which nobody knows whether they were done. */
  repeat(): void {
    this.#asked.push(...this.#uncertain.splice(0));
  }

  #hold(jobs: readonly Job[]): void {
    for (const job of jobs) {
      if (job.isStop) job.begin();
      else this.#held.push(job);
    }
  }

  #isOff(asker: AnyActorRef | undefined): boolean {
    if (!this.#hasThrown) return false;
    for (let ref = asker; ref; ref = ref._parent) if (this.#thrown.has(ref)) return true;
    return false;
  }

  #begin(jobs: readonly Job[]): void {
    if (this.#isClosed) return;
    if (this.#isHeld) this.#hold(jobs);
    else if (!this.isLive) this.#uncertain.push(...jobs.filter(({ isAction }) => isAction));
    else for (const job of jobs) if (job.isStop || !this.#isOff(job.of)) job.begin();
  }
}
