import { layoutChart } from '../../inspect/chart/layout.ts';
import { toSvg } from '../../inspect/chart/to-svg.ts';
import { toChart } from '../../inspect/sessions/to-chart.ts';
import { chartNamed } from './graph.ts';

/** One chart as an SVG picture. */
export async function graphSvg(name = 'host', theme: 'light' | 'dark' = 'light'): Promise<string> {
  const chart = toChart(chartNamed(name));
  // Only here: it is large, and no other command draws.
  const { default: elkjs } = await import('elkjs/lib/elk.bundled.js');
  const options = { collapsed: new Set<string>(), showErrors: false, density: 'compact' } as const;
  const drawing = await layoutChart(chart, options, new elkjs.default());
  return toSvg(drawing, { theme, title: `The chart of ${chart.name}` });
}
