import type { Measure } from '../text-width.ts';
import type { Way } from './room-map.ts';

/** How a map is looked at. */
export interface MapOptions {
  /** The rooms whose states are shown. */
  readonly open: ReadonlySet<string>;
  /** What is drawn besides the main path. */
  readonly shown: ReadonlySet<Way['sort']>;
  /** The ways out of each state are written in it, with their guards. */
  readonly hasGuards: boolean;
  /** The transitions that were taken so far: they are drawn, whatever they are. */
  readonly taken: ReadonlySet<string>;
  /** The room in which the run is or was last: where a way begins that leaves from everywhere. */
  readonly last: string | undefined;
  /** The run has a limit of time, which is shown as a clock beside the rooms. */
  readonly hasClock: boolean;
  /** Rows of steps in the state that has them. */
  readonly stepRows: number;
  /** The room for it, in pixels. */
  readonly view: { readonly width: number; readonly height: number };
  readonly measure: Measure;
}

/** Sizes of a map in pixels. */
export interface MapSizes {
  readonly isDown: boolean;
  /** Little height: states stand close together. */
  readonly isShort: boolean;
  readonly room: number;
  readonly roomHeight: number;
  readonly open: number;
  readonly gap: number;
  /** Between the border of a room and its states: lines run there. */
  readonly margin: number;
  readonly header: number;
  readonly stateGap: number;
  readonly final: number;
}

/** The width below which rooms stand one below the other. */
const smallest = 560;

/** Sizes that fit into the view: rooms of 144, or of 128 where it is narrow, so that what a room does fits into it; on a phone as wide as it is. */
export function mapSizes({ view }: Pick<MapOptions, 'view'>): MapSizes {
  const isShort = view.height < 460;
  if (view.width < smallest) {
    const room = Math.max(240, Math.min(view.width - 72, 420));
    return {
      ...small,
      isDown: true,
      isShort: false,
      room,
      roomHeight: 52,
      open: room,
      gap: 20,
      header: 40,
      stateGap: 18,
      final: 36,
    };
  }
  const isNarrow = view.width < 800;
  return isNarrow
    ? { ...small, isDown: false, isShort, room: 128, open: 216, gap: 18, stateGap: isShort ? 24 : 32 }
    : { ...small, isDown: false, isShort, room: 144, open: 256, gap: 32, stateGap: isShort ? 26 : 40 };
}

const small = { roomHeight: 84, margin: 20, header: 46, final: 36 };

/** Letters of a map: names, and everything else. */
export const letters = { name: 13, note: 12, line: 16 } as const;

/** A room with more states than this writes each on one line. */
export const fewStates = 4;

/** A step in the state that has them. */
export const chip = { size: 20, gap: 4 } as const;
/** Rows of steps that are shown at most. */
export const mostChipRows = 2;
