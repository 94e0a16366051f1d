/** The file that exports the charts of stored runs. */
export interface ChartsOption {
  readonly charts?: string;
}

export const chartsOption = { charts: { type: 'string' } } as const;

export const chartsHelp =
  '  --charts F        the TypeScript or JavaScript file that exports the charts of runs that a runner made (defineChart)';
