import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf, TroupeError } from '../../errors.ts';
import { type Chart, isMachine } from '../../run/define-chart.ts';

/** The charts that a module exports, alone or in lists. @throws TroupeError `usage` for a file that cannot be used, with what to do. */
export async function loadCharts(file: string): Promise<readonly Chart[]> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new TroupeError('usage', `--charts: there is no file ${file}. Name the module that exports your charts.`);
  }
  const exported = await importFile(file);
  const charts = Object.values(exported)
    .flatMap((each: unknown): unknown[] => (Array.isArray(each) ? each : [each]))
    .filter(isChart);
  if (charts.length === 0) {
    throw new TroupeError(
      'usage',
      `--charts: ${file} exports no chart. Export what defineChart returns, or a list of them.`,
    );
  }
  // One may be exported under several names.
  return [...new Set(charts)];
}

async function importFile(file: string): Promise<object> {
  try {
    return (await import(pathToFileURL(resolve(file)).href)) as object; // a module is one
  } catch (cause) {
    const { code } = cause as { code?: unknown }; // Node's errors have one
    const hint =
      code === 'ERR_UNKNOWN_FILE_EXTENSION'
        ? ' This Node does not read TypeScript: name the compiled file, or use Node 22.18 or newer.'
        : '';
    throw new TroupeError('usage', `--charts: ${file} cannot be loaded: ${messageOf(cause)}.${hint}`, { cause });
  }
}

/** Made by `defineChart`, of this copy of the package or of another one. */
function isChart(value: unknown): value is Chart {
  if (typeof value !== 'object' || value === null) return false;
  const { name, version, states, notes, machine } = value as Partial<Record<keyof Chart, unknown>>; // each is looked at
  const texts = [name, version, states];
  return texts.every((each) => typeof each === 'string') && notes instanceof Set && isMachine(machine);
}
