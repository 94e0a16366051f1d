import { TroupeError } from '../../errors.ts';
import type { Entry } from '../../log/entry.ts';
import { isAgentLog } from '../../log/request-of.ts';
import { RunLog } from '../../log/run-log.ts';
import { toRunResult } from '../../log/to-run-result.ts';
import { createOrchestrator } from '../../orchestrator/orchestrator.ts';
import { createRunner } from '../../run/create-runner.ts';
import type { Store } from '../../stores/store.ts';
import { resumeAgents } from '../agents/continue-agents.ts';
import { chartNeeded, isChartLog } from '../charts/chart-needed.ts';
import { chartStanding } from '../charts/chart-standing.ts';
import { driveChart } from '../charts/drive-chart.ts';
import type { Command } from '../command.ts';
import { type Config, readConfig } from '../config.ts';
import { openFiles } from '../files/piped-file.ts';
import { findRun, hasEnded } from '../find-run.ts';
import { hostRun } from '../following/host-run.ts';
import { openServers } from '../open-servers.ts';
import { withStore } from '../open-store.ts';
import { type ChartsOption, chartsHelp, chartsOption, toCharts } from '../options/charts-option.ts';
import { parseOptions } from '../options/parse-options.ts';
import { oneRun } from '../options/stored-run.ts';
import { openMemory } from '../options/user-option.ts';
import {
  codesHelp,
  environmentHelp,
  keysHelp,
  toWork,
  type WorkOptions,
  workHelp,
  workOptions,
} from '../options/work-options.ts';
import { isAtTerminal } from '../person.ts';
import { present } from '../present.ts';
import { checkReply, type Reply } from '../reply.ts';
import { endPause, report } from '../report.ts';
import { checkCharts, storedCast } from '../stored-cast.ts';
import { waitingText } from '../terminal/result-text.ts';
import { troupeCommand } from '../terminal/troupe-command.ts';
import { write } from '../terminal/write.ts';
import { whenFree } from '../when-free.ts';
import type { World } from '../world.ts';

interface ResumeOptions extends WorkOptions, ChartsOption {
  readonly run: string;
  readonly reply?: Reply;
}

const options = {
  ...workOptions,
  ...chartsOption,
  answer: { type: 'string' },
  approve: { type: 'string' },
  refuse: { type: 'string' },
  arguments: { type: 'string' },
  revise: { type: 'string' },
} as const;

/** Continues a stored run. */
export const resume: Command<ResumeOptions> = {
  name: 'resume',
  summary: ['resume RUN', 'continue a run that was interrupted or waits for a person'],
  options,
  takes: 'run',
  help: `Usage: troupe resume RUN [options]

Continues a run whose process died, that was stopped while it was paused, or that waits for a person. Finished work is not repeated.
The limits are those the run started with. Files are not kept in the log: name them again.
A run of a chart is driven until it ends, until only an event from outside can continue it (exit code 3), or until Ctrl-C, which leaves it to be resumed.

  --answer "text"   answer the question of the run; --answer ID "text" the one with this id
  --approve [ID]    let its plan run, or the call that asks under this id
  --arguments JSON  with --approve ID: the arguments in place of those that were asked about
  --refuse ID "why" refuse the call that asks under this id
  --revise "text"   send its plan back with a remark
${chartsHelp}

${workHelp}

${environmentHelp}

If another process may still drive the run, this waits until the lease of that process must have expired.

${keysHelp}

${codesHelp}
`,
  parse(args) {
    const parsed = parseOptions(withApprovalOfAny(args), options, 'resume');
    const { values } = parsed;
    const { answer, refuse, revise, arguments: edited } = values;
    // `--approve RUN` is about the run, and not about what asks under that id.
    const isRunBehind = parsed.positionals.length === 0 && values.approve !== undefined && values.approve !== any;
    const positionals = isRunBehind ? [values.approve ?? ''] : parsed.positionals;
    const approve = isRunBehind ? any : values.approve;
    // A second text belongs to the reply: its first one is an id then.
    const isForId = positionals.length > 1 && (refuse !== undefined || answer !== undefined);
    const [text = ''] = isForId ? positionals.slice(-1) : [];
    const replies: Reply[] = [
      ...(answer === undefined ? [] : [isForId ? toAnswer(answer, text) : { kind: 'answer' as const, text: answer }]),
      ...(approve === undefined ? [] : [toApprove(approve, edited)]),
      ...(refuse === undefined ? [] : [{ kind: 'refuse' as const, id: refuse, text }]),
      ...(revise === undefined ? [] : [{ kind: 'revise' as const, text: revise }]),
    ];
    if (replies.length > 1) throw new TroupeError('usage', 'Give one of --answer, --approve, --refuse and --revise.');
    const runs = isForId ? positionals.slice(0, -1) : positionals;
    const run = oneRun(runs, 'resume', values.store, 'Quote an answer: --answer "two words"');
    return { run, ...toWork(values), ...toCharts(values), ...present({ reply: replies[0] }) };
  },
  run(command, world) {
    const config = readConfig(world.env, command);
    return withStore(config, (store, file) => resumeIn(store, file, { command, config, world }));
  },
};

const toAnswer = (id: string, text: string): Reply => ({ kind: 'answer', id, text });
const toApprove = (id: string, edited: string | undefined): Reply => ({
  kind: 'approve',
  ...(id === any ? {} : { id }),
  ...(edited === undefined ? {} : { arguments: edited }),
});

/** In the place of an id: the plan, or the only thing that is asked. */
const any = '*';

/** `--approve` may stand alone: then it is about the plan, or about the only thing that is asked. */
function withApprovalOfAny(args: readonly string[]): string[] {
  return args.map((arg, place) => {
    const next = args[place + 1];
    return arg === '--approve' && (next === undefined || next.startsWith('-')) ? `--approve=${any}` : arg;
  });
}

interface Given {
  readonly command: ResumeOptions;
  readonly config: Config;
  readonly world: World;
}

async function resumeIn(store: Store, file: string, given: Given): Promise<number> {
  const { command, config, world } = given;
  const { run: id } = await findRun(store, command.run, file);
  const stored = await store.read(id);
  if (isAgentLog(stored)) return resumeAgents(store, file, stored, given);
  if (isChartLog(stored)) return resumeChart(store, file, stored, given);
  const { entries, result } = await readOpen(store, file, id);
  checkCharts(entries, file);
  const { reply, files, output, mcp, allow, user } = command;
  if (reply) checkReply(id, reply, result);
  const whereabouts = { store: file, files, ...present({ mcp, allow, user }) };
  if (result.status === 'waiting' && !reply && !isAtTerminal(world)) {
    await write(world.stderr, waitingText(result, whereabouts));
    return 3;
  }
  await using servers = await openServers(command, config, world);
  using opened = await openFiles(files, world);
  const cast = await storedCast(entries, { ...command, files: opened.files }, config, servers);
  await using remembering = await openMemory({ ...config, store: file }, command);
  const troupe = createOrchestrator({
    ...cast,
    store,
    ...present({ leaseMs: config.leaseMs, allow, memory: remembering.memory }),
  });
  const run = await whenFree(() => troupe.resume(id), id, config, world).catch(async (error: unknown) => {
    // Whoever drove it before may have brought it to its end.
    if (error instanceof TroupeError && error.code === 'usage') await readOpen(store, file, id);
    throw error;
  });
  endPause(hostRun(run), world);
  // The servers run until it is done.
  return await report(hostRun(run), { ...whereabouts, config, output, known: entries.length, reply }, world);
}

async function resumeChart(store: Store, file: string, stored: readonly Entry[], given: Given): Promise<number> {
  const { command, config, world } = given;
  const { run: id, status } = chartStanding(stored);
  if (status !== 'executing') throw hasEnded(id, status, file);
  if (command.reply) {
    throw new TroupeError(
      'usage',
      `Run ${id} is a run of a chart: leave out --answer, --approve, --refuse and --revise.`,
    );
  }
  const needed = await chartNeeded(stored, command, troupeCommand(['resume', id], { store: file }));
  const runner = createRunner({ charts: needed.charts, store, ...present({ leaseMs: config.leaseMs }) });
  const run = await whenFree(() => runner.resume(id), id, config, world);
  const { output, charts } = command;
  return driveChart(run, { output, store: file, charts, known: stored.length }, world);
}

/** The log of a run and how far it has come. @throws TroupeError `usage` when it has ended. */
async function readOpen(store: Store, file: string, id: string) {
  const entries = await store.read(id);
  const result = toRunResult(new RunLog(id, entries));
  if (result.status !== 'waiting' && result.status !== 'running') {
    throw hasEnded(id, result.status, file);
  }
  return { entries, result };
}
