import { activeNodes } from '../../../src/inspect/chart/active-nodes.ts';
import { toSvg } from '../../../src/inspect/chart/to-svg.ts';
import { toStateDiagram } from '../../../src/text/to-state-diagram.ts';
import { hiddenInside } from '../chart/chart-layout.ts';
import { shownDrawing } from '../chart/shown-drawing.ts';
import { notify } from './page-state.ts';
import { ask, askSession, openSession, session } from './store.ts';
import { theme } from './theme.ts';
import { toTest } from './to-test.ts';

/** Saves a text as a file. */
export function download(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The chart as it is shown, as an SVG file. */
export function exportSvg(): void {
  const shown = shownDrawing.value;
  const actor = session.value.actor.value;
  if (!shown || !actor) return;
  const active =
    actor.value === undefined ? new Set<string>() : activeNodes(shown.chart, actor.value, hiddenInside(shown.chart));
  const title = `${actor.path} at entry ${session.value.at.value}`;
  download(
    `${shown.chart.name}.svg`,
    toSvg(shown.drawing, { theme: theme.value, active, taken: new Set(actor.taken), title }),
    'image/svg+xml',
  );
}

export function exportMermaid(): void {
  const chart = session.value.chart.value;
  if (chart) download(`${chart.name}.mmd`, toStateDiagram(chart.root), 'text/plain');
}

export async function exportLog(): Promise<void> {
  const data = await askSession({ type: 'log' });
  if (typeof data === 'string') download(`${session.value.id}.jsonl`, data, 'application/jsonl');
}

/** A test that begins where the cursor stands, on the clipboard. */
export async function copyTest(): Promise<void> {
  const { actor, at, id } = session.value;
  if (!actor.value) return;
  const { path, value } = actor.value;
  await navigator.clipboard.writeText(toTest({ session: id, seq: at.value, actor: path, value }));
  notify('A test for this point is on the clipboard.');
}

/** Opens a log that was dropped on the page; a list of entries becomes lines. */
export async function importFile(file: File): Promise<void> {
  let text = await file.text();
  if (text.trimStart().startsWith('[')) {
    try {
      text = (JSON.parse(text) as unknown[]).map((entry) => JSON.stringify(entry)).join('\n');
    } catch {
      notify(`${file.name} is not JSON.`, true);
      return;
    }
  }
  const data = await ask({ type: 'import', name: file.name, text });
  if (typeof data === 'string') openSession(data);
}
