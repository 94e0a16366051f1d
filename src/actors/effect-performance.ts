import type { EffectProblem } from '../domain/effect.ts';
import type { Clock } from './clock.ts';
import type { EffectControl, EffectPack, Progress } from './effect-pack.ts';
import type { LiveEffect, Outcome } from './stage.ts';

/** How long an effect whose time is up may take to report what it used. */
const graceMs = 100;
/** What a call counts as when nobody reports what it used. */
const oneCall = { modelCalls: 1, inputTokens: 0, outputTokens: 0 };

/** Who learns how a performance went. */
export interface PerformanceReport {
  settle(outcome: Outcome): void;
  /** The run had given the effect up after its call was made. */
  spent(usage: NonNullable<Outcome['usage']>): void;
  progress(value: Progress): void;
}

/** `late`: its time is up, `abandoned`: the run no longer needs it; in both a moment is left to report what a call has used. */
type Phase = 'performing' | 'late' | 'abandoned' | 'settled';

/**
 * One effect while it is performed: its deadline, which waits while the effect waits for its turn, and what becomes of it.
 *
 *   performing ──▶ settled
 *      ▼    ▼          ▲
 *    late ─▶ abandoned ┘ the answer, or the end of the grace
 */
export class EffectPerformance {
  readonly #effect: LiveEffect;
  readonly #clock: Clock;
  readonly #report: PerformanceReport;
  readonly #controller = new AbortController();
  #phase: Phase = 'performing';
  #isPaid = false;
  #waitedMs = 0;
  #beganAt = 0;
  #firstMs: number | undefined;
  /** What came back so far: of an effect that fails afterwards, too. */
  #used: Outcome['usage'];
  #stopTimer = () => {};

  constructor(effect: LiveEffect, clock: Clock, report: PerformanceReport) {
    this.#effect = effect;
    this.#clock = clock;
    this.#report = report;
  }

  begin(pack: EffectPack): void {
    this.#beganAt = this.#clock.now();
    this.#startDeadline();
    pack.perform(this.#effect, this.#control()).then(
      ({ output, usage }) => this.#end({ ok: true, output, usage: usage && { ...usage } }),
      (error) => this.#end({ ok: false, usage: this.#used, ...pack.toProblem(error) }),
    );
  }

  /** The run no longer needs the effect. No timer is left that would keep a process alive, save for a moment to learn what a call has used. */
  abandon(): void {
    if (this.#phase === 'settled') return;
    this.#phase = 'abandoned';
    this.#stopTimer();
    if (this.#isPaid) this.#stopTimer = this.#clock.after(graceMs, () => this.#spend(undefined));
    this.#controller.abort(new DOMException('The run no longer needs this.', 'AbortError'));
  }

  #control(): EffectControl {
    const isOver = () => this.#phase !== 'performing';
    return {
      signal: this.#controller.signal,
      isOver,
      whileWaiting: (turn) => this.#whileWaiting(turn),
      onCall: () => {
        this.#isPaid = true;
      },
      onPiece: () => {
        this.#firstMs ??= Math.max(0, this.#clock.now() - this.#beganAt);
      },
      onUsed: (usage) => {
        this.#used = { ...usage };
      },
      progress: (value) => {
        if (!isOver()) this.#report.progress(value);
      },
    };
  }

  #startDeadline(): void {
    const { kind, address } = this.#effect;
    const { timeoutMs } = address;
    if (timeoutMs === undefined || this.#phase !== 'performing') return;
    this.#stopTimer = this.#clock.after(timeoutMs, () => {
      this.#phase = 'late';
      const error = lateness(kind, timeoutMs);
      this.#controller.abort(new Error(error.message));
      // Whoever follows the signal reports what was used until then; nobody is waited for long.
      const usage = this.#isPaid ? oneCall : undefined;
      this.#stopTimer = this.#clock.after(graceMs, () => this.#settle({ ok: false, error, usage }));
    });
  }

  /** The deadline is for a call that is under way: it starts over when the wait for the model's turn has ended. */
  async #whileWaiting(turn: Promise<void>): Promise<void> {
    const began = this.#clock.now();
    if (this.#phase === 'performing') this.#stopTimer();
    try {
      await turn;
    } finally {
      this.#waitedMs += Math.max(0, this.#clock.now() - began);
      this.#startDeadline();
    }
  }

  #end(outcome: Outcome): void {
    const { kind, address } = this.#effect;
    if (this.#phase === 'abandoned') this.#spend(outcome.usage);
    else if (this.#phase === 'late' && !outcome.ok) {
      this.#settle({ ...outcome, error: lateness(kind, address.timeoutMs) });
    } else this.#settle(outcome);
  }

  #settle(outcome: Outcome): void {
    if (this.#phase === 'settled' || this.#phase === 'abandoned') return;
    this.#phase = 'settled';
    this.#stopTimer();
    const firstMs = this.#firstMs;
    this.#report.settle({ ...outcome, waitedMs: this.#waitedMs, ...(firstMs === undefined ? {} : { firstMs }) });
  }

  #spend(usage: Outcome['usage']): void {
    if (this.#phase !== 'abandoned' || !this.#isPaid) return;
    this.#phase = 'settled';
    this.#stopTimer();
    this.#report.spent(usage ?? oneCall);
  }
}

function lateness(kind: string, timeoutMs: number | undefined): EffectProblem {
  return { code: 'timeout', message: `${kind} took longer than ${timeoutMs} ms.`, retryable: true };
}
