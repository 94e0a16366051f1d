import type { Chart } from '../../../../src/inspect/protocol.ts';
import { coverageOf } from './coverage-of.ts';
import { showCoverage } from './show-coverage.ts';

/** What the colours of a report of coverage mean, and how much of the chart it has. */
export function CoverageLegend({ chart }: { chart: Chart }) {
  const covered = showCoverage.value ? coverageOf(chart) : undefined;
  if (!covered) return null;
  const all = Object.keys(chart.coverage ?? {}).length;
  const states = covered.states.size;
  return (
    <p class="coverage-legend" data-testid="coverage">
      <span class="uncovered-mark" /> never taken in the report: {covered.edges.size} of{' '}
      {Math.max(all, covered.edges.size)} transitions, {states} {states === 1 ? 'state' : 'states'}
    </p>
  );
}
