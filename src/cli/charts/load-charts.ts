import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Agent } from '../../agents/agent.ts';
import { agentChart } from '../../agents/running/agent-chart.ts';
import { isRecord } from '../../domain/is-record.ts';
import { messageOf, TroupeError } from '../../errors.ts';
import { type Chart, isMachine } from '../../run/define-chart.ts';
import type { ChartsOption } from '../options/charts-option.ts';

/** What a file exports, alone or in lists. */
export interface Exported {
  readonly charts: readonly Chart[];
  readonly agents: readonly Agent[];
}

/** What the files that were named export. @throws TroupeError `usage` for a file that cannot be used, with what to do. */
export async function loadExports({ charts, agents }: ChartsOption): Promise<Exported> {
  const exported = [
    ...(charts === undefined ? [] : [await exportedBy(charts, '--charts')]),
    ...(agents === undefined ? [] : [await exportedBy(toAgentFile(agents).file, '--agents')]),
  ];
  return {
    charts: [...new Set(exported.flatMap((each) => each.charts))],
    agents: [...new Set(exported.flatMap((each) => each.agents))],
  };
}

/** All charts in that: an agent is one as well. */
export const chartsIn = ({ charts, agents }: Exported): readonly Chart[] => [...charts, ...agents.map(agentChart)];

/** The file of `FILE#name`, and the name. A file may have a `#` in its own name. */
export function toAgentFile(text: string): { readonly file: string; readonly name?: string } {
  const cut = text.lastIndexOf('#');
  if (cut < 1 || isFile(text)) return { file: text };
  return { file: text.slice(0, cut), name: text.slice(cut + 1) };
}

const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

const wanted = {
  '--charts': { what: 'charts', made: 'no chart. Export what defineChart returns, or a list of them.' },
  '--agents': {
    what: 'agents',
    made: 'no agent. Export what agent, defineAgent or a composition such as supervisor returns.',
  },
} as const;

async function exportedBy(file: string, option: keyof typeof wanted): Promise<Exported> {
  const { what, made } = wanted[option];
  if (!isFile(file)) {
    throw new TroupeError('usage', `${option}: there is no file ${file}. Name the module that exports your ${what}.`);
  }
  const module = await importFile(file, option);
  const values = Object.values(module).flatMap((each: unknown): unknown[] => (Array.isArray(each) ? each : [each]));
  // One may be exported under several names.
  const [charts, agents] = [[...new Set(values.filter(isChart))], [...new Set(values.filter(isAgent))]];
  if (agents.length === 0 && (option === '--agents' || charts.length === 0)) {
    throw new TroupeError('usage', `${option}: ${file} exports ${made}`);
  }
  return { charts, agents };
}

async function importFile(file: string, option: string): Promise<object> {
  try {
    return (await import(pathToFileURL(resolve(file)).href)) as object; // a module is one
  } catch (cause) {
    const { code } = cause as { code?: unknown }; // Node's errors have one
    const hint =
      code === 'ERR_UNKNOWN_FILE_EXTENSION'
        ? ' This Node does not read TypeScript: name the compiled file, or use Node 22.18 or newer.'
        : '';
    throw new TroupeError('usage', `${option}: ${file} cannot be loaded: ${messageOf(cause)}.${hint}`, { cause });
  }
}

/** Made by `defineChart`, of this copy of the package or of another one. */
function isChart(value: unknown): value is Chart {
  if (!isRecord(value)) return false;
  const { name, version, states, notes, machine } = value;
  return areTexts(name, version, states) && notes instanceof Set && isMachine(machine);
}

/** Made by `agent`, `defineAgent` or a composition. */
function isAgent(value: unknown): value is Agent {
  if (!isRecord(value)) return false;
  const { name, description, version, parts, machine } = value;
  return areTexts(name, description, version) && Array.isArray(parts) && isMachine(machine);
}

const areTexts = (...values: readonly unknown[]) => values.every((each) => typeof each === 'string');
