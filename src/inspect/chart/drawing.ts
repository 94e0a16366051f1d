import type { ChartEdge } from '../protocol.ts';
import type { Measure } from './text-width.ts';

/** A chart as it is drawn: flat, plain data with absolute pixels, parents before their children. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  /** It is a map of rooms. */
  readonly isMap?: true;
}

export type NodeKind =
  | 'state'
  | 'compound'
  | 'parallel'
  /** A child of a parallel state that has states of its own. */
  | 'region'
  | 'final'
  /** The dot from which the first state of a compound state is entered. */
  | 'initial'
  | 'history'
  /** A compound or parallel state whose states are not shown. */
  | 'collapsed'
  /** A room of a map, closed or open, and what stands beside the rooms. */
  | 'room'
  | 'open-room'
  | 'side';

export interface DrawnNode {
  /** The id of the state node; of an initial dot `parent|initial`. */
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly kind: NodeKind;
  /** Empty for a dot. */
  readonly title: string;
  readonly rows: readonly Row[];
  /** 0 for the root. */
  readonly depth: number;
  /** The height of title and rows, above what is inside. */
  readonly header: number;
}

/** A line of text inside a state. */
export interface Row {
  readonly text: string;
  readonly kind: ChartEdge['kind'] | 'invoke' | 'action' | 'hidden';
  /** The transitions it stands for; empty for what is none. */
  readonly edges: readonly string[];
  /** What the transitions do: stay, enter the same state again, or leave. */
  readonly goes?: 'nowhere' | 'again' | 'away';
}

export interface DrawnEdge {
  readonly id: string;
  /** The transitions it stands for: several when they were merged, none for that of an initial dot. */
  readonly ids: readonly string[];
  readonly source: string;
  readonly target: string;
  readonly kind: ChartEdge['kind'] | 'initial';
  /** SVG path data, from the border of the source to the arrow. */
  readonly path: string;
  /** The tip of the arrow, on the border of the target, and where it points: 0 is right, 90 is down. */
  readonly arrow: { readonly x: number; readonly y: number; readonly angle: number };
  readonly label?: DrawnLabel;
}

export interface DrawnLabel {
  /** All lines, joined by line breaks. */
  readonly text: string;
  readonly lines: readonly LabelLine[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface LabelLine {
  readonly text: string;
  readonly part: 'event' | 'guard' | 'action';
  readonly kind: ChartEdge['kind'];
}

/** What of a chart is drawn, and how much of it. */
export interface ChartOptions {
  /** The ids of the states whose inside is not shown. */
  readonly collapsed: ReadonlySet<string>;
  /** Draws the transitions of errors as edges; otherwise each is a row of its source. */
  readonly showErrors: boolean;
  /** `roomy` shows actors and actions too. */
  readonly density: 'compact' | 'roomy';
  /** How wide texts are. @default by a table of the font's letters */
  readonly measure?: Measure;
}
