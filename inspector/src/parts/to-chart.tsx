import { screen } from '../layout/screen.ts';
import { phoneTab } from '../state/page-state.ts';

/** The first stop of the Tab key: from there Enter leads past everything to the chart. It is seen while it has the focus. */
export function ToChart() {
  const go = () => {
    if (screen.value === 'phone') phoneTab.value = 'map';
    requestAnimationFrame(() => document.querySelector<SVGElement>('.chart [tabindex="0"]')?.focus());
  };
  return (
    <button type="button" class="to-chart" data-testid="to-chart" onClick={go}>
      To the chart
    </button>
  );
}
