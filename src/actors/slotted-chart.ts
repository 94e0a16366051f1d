import type { Note } from '../log/entry-types.ts';
import type { RunLog } from '../log/run-log.ts';
import type { EffectPack } from './effect-pack.ts';
import type { Stage } from './stage.ts';

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
