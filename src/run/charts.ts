import { TroupeError } from '../errors.ts';
import type { Entry, EntryOf } from '../log/entry.ts';
import type { EntryData } from '../log/entry-types.ts';
import { type Chart, chartTitle } from './define-chart.ts';

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

/** Whether a run with this opening is one of that chart, in that version: an agent and a chart may share their names. */
export const isRunOf = ({ chart, version, kind }: EntryData['chart.started'], of: Chart): boolean =>
  of.name === chart && of.version === version && of.kind === kind;

/** The charts of a runner, each version of them. */
export class Charts {
  readonly #charts = new Map<string, Chart>();

  constructor(charts: readonly Chart[]) {
    for (const chart of charts) {
      const title = chartTitle(chart);
      if (this.#charts.has(title)) {
        throw new TroupeError(
          'bad-config',
          `The chart ${title} is there twice. Each version of a chart is listed once.`,
        );
      }
      this.#charts.set(title, chart);
    }
  }

  /** A chart that somebody wants to start. */
  own(chart: Chart): Chart {
    const known = this.#charts.get(chartTitle(chart));
    if (known === chart) return chart;
    throw new TroupeError(
      'usage',
      `The chart ${chartTitle(chart)} is not one of this runner: give it to createRunner({ charts }).`,
    );
  }

  /** Whether a version of the chart with which a run began is here. */
  hasNameOf({ chart, kind }: EntryData['chart.started']): boolean {
    return [...this.#charts.values()].some((each) => each.name === chart && each.kind === kind);
  }

  /** The chart with which a run began. @throws TroupeError `missing-chart` when this runner does not have that version. */
  of(opening: EntryData['chart.started']): Chart {
    const { chart, version, run, kind } = opening;
    const charts = [...this.#charts.values()];
    const known = charts.find((each) => isRunOf(opening, each));
    if (known) return known;
    const others = charts.filter((each) => each.name === chart && each.kind === kind).map(chartTitle);
    const has =
      others.length > 0 ? `it has ${others.join(', ')}` : `it has ${[...this.#charts.keys()].join(', ') || 'none'}`;
    const migrate = others.length > 0 ? ', or move the run to a version that is there with migrate()' : '';
    throw new TroupeError(
      'missing-chart',
      `Run ${run} belongs to the ${kind ?? 'chart'} ${chart}@${version}, which this runner does not have (${has}). It stays where it is: give that version to createRunner({ charts })${migrate}.`,
    );
  }
}
