import type { LogObserved } from '../../inspect/sessions/log-session.ts';
import type { Entry } from '../../log/entry.ts';
import { createOrchestrator, type Orchestrator } from '../../orchestrator/orchestrator.ts';
import { memoryStore } from '../../stores/memory-store.ts';
import type { Store } from '../../stores/store.ts';
import { chooseCast } from '../choose-cast.ts';
import type { InspectCommand } from '../command.ts';
import { readConfig } from '../config.ts';
import { allRuns } from '../find-run.ts';
import { openInspector, showPage, stay } from '../open-inspector.ts';
import { withStore } from '../open-store.ts';
import { present } from '../present.ts';
import { readLog } from '../read-log.ts';
import { checkFile } from '../read-question.ts';
import type { World } from '../world.ts';

/** Runs that are shown when none is named. */
const newest = 20;

/** Shows stored runs in the inspector until the process is asked to stop; the result is the exit code. */
export async function inspect(command: InspectCommand, world: World): Promise<number> {
  const config = readConfig(world.env, command);
  command.files.forEach(checkFile);
  const logs = command.run === undefined ? await newestLogs(config) : [await readLog(command.run, config)];
  // These logs were asked for, so none of them makes room for another.
  const keep = { entries: Number.POSITIVE_INFINITY };
  const inspector = await openInspector({ ...present({ port: command.port }), keep }, world);
  // Forks are runs of their own, in memory: what is stored stays as it is.
  const store = memoryStore();
  const cast = await chooseCast(config, command.files);
  const troupe = createOrchestrator({ ...cast, store, inspect: inspector });
  const sessions = logs.map((log) => inspector.openLog(log, observed(troupe, store, log)));
  showPage(sessions[0] ? inspector.urlOf(sessions[0].session) : inspector.url, config, world);
  await stay(inspector, world);
  return 0;
}

async function newestLogs(config: Parameters<typeof withStore>[0]): Promise<(readonly Entry[])[]> {
  if (config.store === undefined) return [];
  return withStore(config, async (store) => {
    const logs: (readonly Entry[])[] = [];
    for await (const { run } of allRuns(store)) {
      logs.push(await store.read(run));
      if (logs.length >= newest) break;
    }
    return logs;
  });
}

/** What a stored log can do: be forked, and tell its prompts as the present prompts would be. */
function observed(troupe: Orchestrator, store: Store, log: readonly Entry[]): LogObserved {
  const run = log[0]?.run ?? '';
  let isThere = false;
  return {
    async fork(at, edits) {
      if (!isThere) await store.append(run, 0, log);
      isThere = true;
      return troupe.fork(run, { at, edits });
    },
    promptOf: (entries, effect) => troupe.promptOf(entries, effect),
  };
}
