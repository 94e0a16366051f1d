import type { AnyEventObject } from 'xstate';
import type { Stage } from '../actors/stage.ts';
import { TroupeError } from '../errors.ts';
import { type Comparison, playFacts } from '../log/compare-entries.ts';
import type { Entry, EntryOf } from '../log/entry.ts';
import { RunLog } from '../log/run-log.ts';
import { ChartCore, type CoreParts } from './chart-core.ts';
import { cancel, failAction, fire, pause, restore, send, settle, unpause } from './chart-facts.ts';
import { readData } from './data.ts';
import type { Chart } from './define-chart.ts';

/** The first entry of a run of a chart. @throws TroupeError `bad-log` for a log that does not begin with one. */
export function openingOf(entries: readonly Entry[]): EntryOf<'chart.started'> {
  const [first] = entries;
  if (first?.type === 'chart.started') return first;
  throw new TroupeError(
    'bad-log',
    first?.type === 'request.received'
      ? `Run ${first.run} was made by an orchestrator, not by a runner: continue it with the orchestrator.`
      : 'This log does not begin with the start of a chart, so it is not the log of a run.',
  );
}

/** A stored log of a chart that is played again: on its stage nothing is performed and nothing is written, until it goes live. */
export class ChartRecording {
  readonly opening: EntryOf<'chart.started'>;
  readonly entries: readonly Entry[];
  #now: number;
  #live: CoreParts['stage'] | undefined;
  #isLive = false;

  constructor(entries: readonly Entry[]) {
    this.opening = openingOf(entries);
    this.entries = entries;
    this.#now = Date.parse(this.opening.at);
  }

  /** The stage for the recording, and for what comes after it when there is a live one. */
  stage(live?: CoreParts['stage']): Pick<Stage, 'now' | 'commit' | 'committed' | 'closed' | 'failed'> {
    this.#live = live;
    const now = () => (this.#isLive ? this.#live : undefined);
    return {
      now: () => now()?.now() ?? this.#now,
      commit: (entries) => now()?.commit(entries),
      committed: (entries) => now()?.committed(entries),
      closed: () => this.#live?.closed(),
      failed: (error) => this.#live?.failed(error),
    };
  }

  /** Hands every fact up to entry number `until` over, and reports whether all that came of it is as stored. */
  play(core: ChartCore, until = this.entries.length): Comparison {
    const playing = this.playing(core, until);
    for (;;) {
      const { done, value } = playing.next();
      if (done) return value;
    }
  }

  /** As `play`, one fact at a time. */
  *playing(core: ChartCore, until = this.entries.length): Generator<undefined, Comparison> {
    core.open(this.opening.data);
    return yield* playFacts(this.entries, core.log.entries, {
      until,
      hand: (fact) => {
        this.#now = Date.parse(fact.at);
        handFact(core, fact);
      },
      flush: () => {
        core.flush();
        if (this.entries.slice(0, until).some(isEnd)) core.writeEnd();
      },
    });
  }

  goLive(): void {
    this.#isLive = true;
  }
}

const isEnd = (entry: Entry) => entry.type === 'status.changed' && entry.data.status !== 'executing';

/** Hands a stored fact to a run again. */
export function handFact(core: ChartCore, { type, actor, data }: Entry): void {
  switch (type) {
    case 'event.received': {
      const { to, from, id } = data;
      const event = readData(data.event, (path) => core.paths.at(path)) as AnyEventObject; // what was sent
      send(core, event, { to, ...(from === undefined ? {} : { from }), ...(id === undefined ? {} : { id }) });
      return;
    }
    case 'effect.completed':
      settle(core, data.key, { output: data.output });
      return;
    case 'effect.failed':
      settle(core, data.key, { thrown: data.thrown });
      return;
    case 'timer.fired':
      fire(core, data.key);
      return;
    case 'action.failed':
      failAction(core, actor, data.action, data.error);
      return;
    case 'run.paused':
      pause(core);
      return;
    case 'run.resumed':
      unpause(core);
      return;
    case 'run.cancelled':
      cancel(core, data.reason);
      return;
    case 'run.restored':
      restore(core);
      return;
    default:
      throw new TroupeError('bad-log', `A run of a chart has no fact of the type "${type}".`);
  }
}

/** Plays a stored log on charts that perform nothing, and compares. `root` sees the actors before they start. */
export function replayChart(
  entries: readonly Entry[],
  chart: Chart,
  options: { readonly until?: number; readonly isStrict?: boolean; readonly onRoot?: CoreParts['onRoot'] } = {},
): { readonly report: Comparison; readonly core: ChartCore } {
  const { until, isStrict = true, onRoot } = options;
  const recording = new ChartRecording(entries);
  const log = new RunLog(recording.opening.data.run);
  const core = new ChartCore({ chart, log, stage: recording.stage(), isStrict, ...(onRoot ? { onRoot } : {}) });
  return { report: recording.play(core, until), core };
}
