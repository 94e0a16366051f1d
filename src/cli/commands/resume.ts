import { setTimeout as pause } from 'node:timers/promises';
import { TroupeError } from '../../errors.ts';
import { RunLog } from '../../log/run-log.ts';
import type { WaitingFor } from '../../log/run-result.ts';
import { toRunResult } from '../../log/to-run-result.ts';
import { createOrchestrator, type Orchestrator } from '../../orchestrator/orchestrator.ts';
import type { Run } from '../../run/run.ts';
import type { Store } from '../../stores/store.ts';
import type { Command } from '../command.ts';
import { type Config, readConfig } from '../config.ts';
import { findRun } from '../find-run.ts';
import { withStore } from '../open-store.ts';
import { parseOptions } from '../options/parse-options.ts';
import { oneRun } from '../options/stored-run.ts';
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
import type { Reply } from '../reply.ts';
import { endPause, report } from '../report.ts';
import { checkCharts, storedCast } from '../stored-cast.ts';
import { waitingText } from '../terminal/result-text.ts';
import { troupeCommand } from '../terminal/troupe-command.ts';
import { write } from '../terminal/write.ts';
import type { World } from '../world.ts';

interface ResumeOptions extends WorkOptions {
  readonly run: string;
  readonly reply?: Reply;
}

const options = {
  ...workOptions,
  answer: { type: 'string' },
  approve: { type: 'boolean' },
  revise: { type: 'string' },
} as const;

/** Continues a stored run. */
export const resume: Command<ResumeOptions> = {
  name: 'resume',
  summary: ['resume RUN', 'continue a run that was interrupted or waits for a person'],
  help: `Usage: troupe resume RUN [options]

Continues a run whose process died, that was stopped while it was paused, or that waits for a person. Finished work is not repeated.
The limits are those the run started with. Files are not kept in the log: name them again.

  --answer "text"   answer the question of the run
  --approve         let its plan run
  --revise "text"   send its plan back with a remark

${workHelp}

${environmentHelp}

If another process may still drive the run, this waits until the lease of that process must have expired.

${keysHelp}

${codesHelp}
`,
  parse(args) {
    const { values, positionals } = parseOptions(args, options, 'resume');
    const replies: Reply[] = [
      ...(values.answer === undefined ? [] : [{ kind: 'answer' as const, text: values.answer }]),
      ...(values.approve ? [{ kind: 'approve' as const }] : []),
      ...(values.revise === undefined ? [] : [{ kind: 'revise' as const, text: values.revise }]),
    ];
    if (replies.length > 1) throw new TroupeError('usage', 'Give one of --answer, --approve and --revise.');
    const run = oneRun(positionals, 'resume', values.store, 'Quote an answer: --answer "two words"');
    return { run, ...toWork(values), ...present({ reply: replies[0] }) };
  },
  run(command, world) {
    const config = readConfig(world.env, command);
    return withStore(config, (store, file) => resumeIn(store, file, { command, config, world }));
  },
};

async function resumeIn(
  store: Store,
  file: string,
  { command, config, world }: { command: ResumeOptions; config: Config; world: World },
): Promise<number> {
  const { run: id } = await findRun(store, command.run, file);
  const { entries, result } = await readOpen(store, file, id);
  checkCharts(entries, file);
  const { reply, files, output } = command;
  if (reply) checkReply(id, reply, result.waitingFor);
  const whereabouts = { store: file, files };
  if (result.status === 'waiting' && !reply && !isAtTerminal(world)) {
    await write(world.stderr, waitingText(result, whereabouts));
    return 3;
  }
  const cast = await storedCast(entries, command, config);
  const troupe = createOrchestrator({ ...cast, store, ...present({ leaseMs: config.leaseMs }) });
  const run = await whenFree(troupe, id, config, world).catch(async (error: unknown) => {
    // Whoever drove it before may have brought it to its end.
    if (error instanceof TroupeError && error.code === 'usage') await readOpen(store, file, id);
    throw error;
  });
  endPause(run, world);
  return report(run, { ...whereabouts, config, output, known: entries.length, reply }, world);
}

/** The log of a run and how far it has come. @throws TroupeError `usage` when it has ended. */
async function readOpen(store: Store, file: string, id: string) {
  const entries = await store.read(id);
  const result = toRunResult(new RunLog(id, entries));
  if (result.status !== 'waiting' && result.status !== 'running') {
    const show = troupeCommand(['show', id], { store: file });
    throw new TroupeError('usage', `Run ${id} has ended (${result.status}). Look at it with: ${show}`);
  }
  return { entries, result };
}

function checkReply(id: string, { kind }: Reply, waiting: WaitingFor | undefined): void {
  const fits = waiting && (kind === 'answer') === (waiting.kind === 'clarification');
  if (fits) return;
  const wants = !waiting
    ? 'is not waiting for a person. Leave out --answer, --approve and --revise'
    : waiting.kind === 'clarification'
      ? 'is waiting for an answer. Give it with --answer "…"'
      : 'is waiting for a review of its plan. Use --approve or --revise "…"';
  throw new TroupeError('usage', `Run ${id} ${wants}.`);
}

const defaultLeaseMs = 10_000;
/** A live process renews its lease well before it expires; this allows for clocks that differ. */
const slackMs = 500;
const againMs = 100;

/** Takes a run over as soon as the lease of a dead process must have expired. */
async function whenFree(troupe: Orchestrator, id: string, config: Config, world: World): Promise<Run> {
  const leaseMs = config.leaseMs ?? defaultLeaseMs;
  const deadline = performance.now() + leaseMs + slackMs;
  for (let hasReported = false; ; hasReported = true) {
    try {
      return await troupe.resume(id);
    } catch (error) {
      const isHeld = error instanceof TroupeError && error.code === 'lease';
      if (!isHeld) throw error;
      if (performance.now() > deadline) {
        const what = `Run ${id} is being driven by another process. Stop that process first, or wait until it is done.`;
        throw new TroupeError('lease', what, { cause: error });
      }
    }
    const seconds = Math.ceil(leaseMs / 1000);
    if (!hasReported)
      world.stderr.write(`Another process was driving this run. Waiting up to ${seconds} s for its lease to expire.\n`);
    await pause(againMs, undefined, { signal: world.signal });
  }
}
