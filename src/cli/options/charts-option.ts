import { present } from '../present.ts';
import type { ValuesOf } from './parse-options.ts';

/** The files that export the charts and the agents of stored runs. Either may have both. */
export interface ChartsOption {
  readonly charts?: string;
  /** A file, or `FILE#name` for one of its agents. */
  readonly agents?: string;
}

export const chartsOption = { charts: { type: 'string' }, agents: { type: 'string' } } as const;

export const toCharts = ({ charts, agents }: ValuesOf<typeof chartsOption>): ChartsOption =>
  present({ charts, agents });

export const chartsHelp = `  --charts F        the TypeScript or JavaScript file that exports the charts of runs that a runner made (defineChart)
  --agents F        the one that exports the agents of runs of agents`;
