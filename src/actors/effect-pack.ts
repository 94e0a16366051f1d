import type { EffectProblem } from '../domain/effect.ts';
import type { EntryUsage } from '../log/entries/effect-entries.ts';
import type { Entry } from '../log/entry.ts';
import type { EntryData, Note } from '../log/entry-types.ts';
import type { RunLog } from '../log/run-log.ts';
import type { Usage } from '../models/model.ts';
import type { LiveEffect, Stage } from './stage.ts';

/** A part of an answer on which a chart can act before the whole is there. */
export type Progress = EntryData['effect.progressed']['value'];

/** What an effect can do to the run while it is performed. */
export interface EffectControl {
  /** Aborts when the time is up or the run no longer needs the effect. */
  readonly signal: AbortSignal;
  /** Whether nothing more is wanted of the effect but what it has used. */
  isOver(): boolean;
  /** Waits for a model's turn: that is not the attempt's time. */
  whileWaiting(turn: Promise<void>): Promise<void>;
  /** A call was made that counts, whatever becomes of it. */
  onCall(): void;
  /** A piece of an answer has arrived. */
  onPiece(): void;
  /** What was paid for has come back: it counts, also when the effect fails because of what is made of it. */
  onUsed(usage: Usage): void;
  progress(value: Progress): void;
}

/** What an effect comes to: a value for the chart and the log, and what it used. */
export interface Performed<Output = unknown> {
  readonly output: Output;
  readonly usage?: Usage;
}

/**
 * Performs the effects of one run of a chart.
 *
 * Contract: `perform` stops soon after the signal aborts; what it rejects with becomes the effect's error.
 */
export interface EffectPack {
  perform(effect: LiveEffect, control: EffectControl): Promise<Performed>;
  /** An error as it goes into the log, and what was used before it. */
  toProblem(error: unknown): { error: EffectProblem; usage?: EntryUsage };
  /** Entries are durable now, and nobody has seen them yet. */
  committed(entries: readonly Entry[]): void;
}

/** A chart whose slots are filled with effects. */
export interface SlottedChart {
  /** Under which it writes. */
  readonly name: string;
  /** What is written of a run whose chart threw: the chart can no longer say it. */
  failureNotes(log: RunLog, error: unknown): readonly Note[];
}

/** What the effects of a run stand on. */
export interface EffectsParts {
  readonly stage: Stage;
  /** Who performs them; nobody where a log is only played. */
  readonly pack?: EffectPack | undefined;
}
