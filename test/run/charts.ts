/** What the processes of the crash tests and the tests themselves both know. */
import type { Entry } from '../../src/log/entry.ts';
import { replayChart } from '../../src/run/adopted-chart.ts';
import { type Chart, defineChart } from '../../src/run/define-chart.ts';
import { sqliteStore } from '../../src/stores/sqlite-store.ts';
import type { Store } from '../../src/stores/store.ts';
import { type Case, cases, dirtyCase } from './catalogue.ts';
import { type Essence, essenceOf } from './essence.ts';

/** What a process says when it has come to its end. */
export interface Report {
  readonly problems: readonly string[];
  /** The state in which it saw the run end. */
  readonly live?: Essence;
}

/** The chart of a machine, and how it is used. */
export function charts(name: string): { readonly chart: Chart; readonly used: Case } {
  const used = name === 'dirty-counter' ? dirtyCase : cases[name];
  if (!used) throw new Error(`There is no machine ${name}.`);
  return { chart: defineChart({ name, version: '1', machine: used.machine }), used };
}

/** How a run ended, by its entries. */
export function endOf(entries: readonly Entry[]): string | undefined {
  const status = entries.findLast((entry) => entry.type === 'status.changed')?.data.status;
  return status === 'executing' ? undefined : status;
}

/** The last state of a run, made again of its facts, and the first entry that comes out differently. */
export function played(
  entries: readonly Entry[],
  chart: Chart,
): { readonly essence: Essence; readonly differs?: string } {
  const { report, core } = replayChart(entries, chart);
  const essence = essenceOf(core.root?.getSnapshot());
  core.leave();
  return report.equal ? { essence } : { essence, differs: `Entry ${report.seq} comes out differently.` };
}

/** A store by its place: a PostgreSQL address, or a file for SQLite. */
export async function openStore(place: string): Promise<Store> {
  if (!place.startsWith('postgres')) return sqliteStore(place, { synchronous: 'NORMAL' });
  const { postgresStore } = await import('../../src/stores/postgres-store.ts');
  return postgresStore(place);
}
