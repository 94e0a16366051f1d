import { type Entry, type Orchestrator, type Run, TroupeError } from 'troupe';
import { untilFree } from '../durability/until-free.ts';
import { ask } from './scenario.ts';

/** What somebody does with a run. */
export type Deed =
  | { does: 'pause' | 'resume' | 'approve' | 'checkpoint' | 'cancel' | 'abort' | 'moveOn' }
  | { does: 'answer' | 'steer' | 'revise'; text: string }
  | { does: 'editPlan'; markdown: string }
  | { does: 'restorePlan'; version: number }
  | { does: 'edit'; path: string; value: number };

/** Somebody with a run, wherever it is driven. */
export class User {
  run!: Run;
  heard: Entry[] = [];
  readonly #troupe: Orchestrator;
  readonly #isStored: boolean;
  readonly #controller = new AbortController();

  constructor(troupe: Orchestrator, isStored: boolean) {
    this.#troupe = troupe;
    this.#isStored = isStored;
    this.#start();
  }

  /** A no is a `TroupeError` that says what was wrong about it; anything else is a defect. */
  async does(deed: Deed): Promise<void> {
    try {
      await this.#act(deed);
    } catch (error) {
      if (!(error instanceof TroupeError) || !['usage', 'bad-plan'].includes(error.code)) throw error;
    }
  }

  get #options() {
    return { signal: this.#controller.signal };
  }

  #start(): void {
    this.#follow(this.#troupe.start(ask('do it'), { ...this.#options, runId: 'run' }));
  }

  #follow(run: Run): void {
    this.run = run;
    const heard: Entry[] = [];
    this.heard = heard;
    run.subscribe((event) => event.type !== 'delta' && heard.push(event));
  }

  #act(deed: Deed): unknown {
    switch (deed.does) {
      case 'answer':
      case 'steer':
      case 'revise':
        return this.run[deed.does](deed.text);
      case 'editPlan':
        return this.run.editPlan(deed.markdown);
      case 'restorePlan':
        return this.run.restorePlan(deed.version);
      case 'edit':
        return this.run.edit(deed.path, deed.value);
      case 'abort':
        return this.#controller.abort();
      case 'moveOn':
        return this.#moveOn();
      default:
        return this.run[deed.does]();
    }
  }

  async #moveOn(): Promise<void> {
    const snapshot = JSON.parse(JSON.stringify(this.run.snapshot())) as unknown;
    this.run.actor.stop();
    if (!this.#isStored) return this.#follow(this.#troupe.restore(snapshot, this.#options));
    try {
      this.#follow(await untilFree(() => this.#troupe.resume('run', this.#options)));
    } catch (error) {
      // Nothing was promised before the first write.
      if (!(error instanceof TroupeError) || error.code !== 'store') throw error;
      this.#start();
    }
  }
}
