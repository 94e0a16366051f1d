import { TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import { requestOf } from '../log/request-of.ts';
import { checkCharts as checkHostCharts } from '../orchestrator/run/host-log.ts';
import { type Cast, chooseCast } from './choose-cast.ts';
import { type Config, demo } from './config.ts';
import type { Servers } from './open-servers.ts';
import { findFiles } from './options/find-files.ts';
import type { WorkOptions } from './options/work-options.ts';
import { troupeCommand } from './terminal/troupe-command.ts';

/** Refuses a run that other charts made, before a person is asked for an answer or for files that could not help. */
export function checkCharts(entries: readonly Entry[], store: string): void {
  const { run } = requestOf(entries).data;
  checkHostCharts(entries, `read it with: ${troupeCommand(['show', run], { store })}`);
}

/** Who continues a stored run: every specialist it started with has to be there again. */
export async function storedCast(
  entries: readonly Entry[],
  work: WorkOptions,
  config: Config,
  servers: Servers,
): Promise<Cast> {
  const { messages, options } = requestOf(entries).data;
  findFiles(work.files);
  const isDemo = work.files.length === 0 && messages.at(-1)?.content === demo.question;
  const cast = await chooseCast(config, isDemo ? [demo.file] : work.files, work.price);
  const specialists = [...cast.specialists, ...servers.specialists];
  const names = new Set(specialists.map((specialist) => specialist.name));
  const missing = options.specialists.filter((card) => !names.has(card.name)).map((card) => card.name);
  const remote = missing.filter((name) => !ofFiles.has(name));
  if (remote.length > 0) {
    throw new TroupeError(
      'usage',
      `The run started with specialists that are not here: ${remote.join(', ')}. Those of MCP servers come with --mcp S, and with --allow A where something was allowed: servers are not kept in the log. Those of a program are in that program: continue the run there, with resume() or fork().`,
    );
  }
  if (missing.length > 0) {
    throw new TroupeError(
      'usage',
      `The run started with files for: ${missing.join(', ')}. Files are not kept in the log: name them again with --file F.`,
    );
  }
  if (options.limits.costUsd !== undefined && !cast.model.isFree && !work.price) {
    throw new TroupeError('usage', 'The run has a cost limit, so it needs the price of the model: --price IN,OUT');
  }
  return { ...cast, specialists };
}

/** The specialists that are there when there are files for them. */
const ofFiles: ReadonlySet<string> = new Set(['data', 'search']);
