/** How far a run's log is durable, and a way to wait for more. */
export class DurableMark {
  #seq = 0;
  #end: { readonly error?: unknown } | undefined;
  #waiting: { readonly seq: number; readonly wake: () => void }[] = [];

  /** The number of the last entry that is durable. */
  get seq(): number {
    return this.#seq;
  }

  /** Set when no more entries come, with the reason when that is an error. */
  get end(): { readonly error?: unknown } | undefined {
    return this.#end;
  }

  /** Everything up to this entry is durable. */
  reach(seq: number): void {
    this.#seq = seq;
    this.#wake();
  }

  /** No more entries come. */
  close(end: { readonly error?: unknown } = {}): void {
    this.#end ??= end;
    this.#wake();
  }

  /** Resolves when the entry is durable, or when no more entries come. */
  until(seq: number): Promise<void> {
    if (seq <= this.#seq || this.#end) return Promise.resolve();
    return new Promise((wake) => this.#waiting.push({ seq, wake }));
  }

  #wake(): void {
    const isDue = ({ seq }: { seq: number }) => seq <= this.#seq || this.#end !== undefined;
    const due = this.#waiting.filter(isDue);
    this.#waiting = this.#waiting.filter((each) => !isDue(each));
    for (const { wake } of due) wake();
  }
}
