/** A chart as it can be drawn, read from the live state nodes of a machine. */
export interface Chart {
  /** The key under which actors refer to it. */
  readonly id: string;
  /** The machine's own id. */
  readonly name: string;
  readonly root: ChartNode;
  /** How often each transition was taken, by its id, in a report of coverage that was given. */
  readonly coverage?: Readonly<Record<string, number>>;
}

/** Reports of coverage by the names of charts: how often each transition was taken, by its id, 0 for never. */
export type Coverage = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface ChartNode {
  /** Where the state is in the chart, such as `host.running.work`. */
  readonly id: string;
  /** The last part of it. */
  readonly key: string;
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** The ids of the states it begins with. */
  readonly initial: readonly string[];
  readonly description?: string;
  /** It is a room of a map, and this is what happens in it, from the state's `meta: { room: 'reads the question' }`. */
  readonly room?: string;
  /** While it is active, the steps of the plan are at work, from the state's `meta: { hasSteps: true }`. */
  readonly hasSteps?: true;
  readonly tags: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly invokes: readonly string[];
  /** The transitions that leave it, in the order in which they are tried. */
  readonly edges: readonly ChartEdge[];
  readonly states: readonly ChartNode[];
}

export interface ChartEdge {
  /** `source|event|index`, stable for one machine. */
  readonly id: string;
  readonly source: string;
  /** As it is shown: the event's type, `always`, `after 5000`, `done: think`, `error: think`. */
  readonly label: string;
  /** The event's type as the machine knows it; empty for `always`. */
  readonly event: string;
  readonly kind: 'event' | 'always' | 'after' | 'done' | 'error';
  /** Its place among the transitions of the same source and event, from 0. */
  readonly index: number;
  /** How many there are of the same source and event. */
  readonly of: number;
  readonly guard?: string;
  /** What it means, in a word or two. On a map only such transitions are drawn beside the main path. */
  readonly description?: string;
  /** Empty: it stays where it is. */
  readonly targets: readonly string[];
  readonly actions: readonly string[];
}
