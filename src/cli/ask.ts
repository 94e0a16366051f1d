import type { Readable, Writable } from 'node:stream';
import { type Environment, readConfig } from '../config.ts';
import type { RunResult } from '../domain/run-result.ts';
import { messageOf, TroupeError } from '../errors.ts';
import { createOrchestrator } from '../orchestrator.ts';
import type { Run } from '../run.ts';
import type { Store } from '../stores/store.ts';
import { chooseCast } from './choose-cast.ts';
import { type Display, liveDisplay, plainDisplay, type Terminal } from './display.ts';
import { cancelledCode } from './interruption.ts';
import type { AskCommand } from './parse-command.ts';
import { toPrintableJson, toPrintableLine } from './printable.ts';
import { readQuestion } from './read-question.ts';
import { answerText, waitingText } from './result-text.ts';
import { write } from './write.ts';

/** What a command may touch of the process it runs in. */
export interface World {
  readonly env: Environment;
  readonly stdin: Readable;
  /** Whether something is piped into the process. */
  readonly isPiped: boolean;
  readonly stdout: Writable;
  readonly stderr: Terminal & { readonly isTTY?: boolean };
  /** Aborts when the process is asked to stop, or nobody reads the answer any more. */
  readonly signal: AbortSignal;
}

const exitCodes: Record<RunResult['status'], number> = {
  completed: 0,
  failed: 1,
  waiting: 3,
  cancelled: cancelledCode,
};

/** Works on a question; the result is the exit code. */
export async function ask(command: AskCommand, world: World): Promise<number> {
  const { stderr, signal } = world;
  const config = readConfig(world.env, command);
  const say = (line: string) => stderr.write(`${toPrintableLine(line)}\n`);
  const question = await readQuestion(command, { ...world, say });
  const cast = await chooseCast(config, question.files);
  const store = command.store === undefined ? undefined : await openStore(command.store);
  try {
    const troupe = createOrchestrator({
      ...cast,
      ...(store ? { store } : {}),
      ...(command.maxRounds === undefined ? {} : { limits: { rounds: command.maxRounds } }),
    });
    if (question.isDemo) say(`No question was given, so this one is asked: ${question.text}`);
    if (!config.endpoint) say('Offline rules, no language model. Set OPENAI_API_KEY or OPENAI_BASE_URL to use one.');
    if (signal.aborted) return cancelledCode;
    const run = troupe.start([{ role: 'user', content: question.text }]);
    const isLive = stderr.isTTY === true && config.isRepaintable;
    if (isLive && (question.isDemo || !config.endpoint)) stderr.write('\n');
    const display = isLive ? liveDisplay(stderr, config) : plainDisplay(stderr);
    const result = await follow(run, display, command.output === 'events' ? world.stdout : undefined, signal);
    await printResult(result, command, world);
    return exitCodes[result.status];
  } finally {
    await store?.close();
  }
}

/** Shows a run until it has ended or waits for a person. */
async function follow(
  run: Run,
  display: Display,
  events: Writable | undefined,
  signal: AbortSignal,
): Promise<RunResult> {
  const cancel = () => run.cancel('stopped from outside');
  signal.addEventListener('abort', cancel);
  run.subscribe((event) => {
    if (event.type === 'delta') return;
    display.add(event);
    events?.write(`${toPrintableJson(event)}\n`);
  });
  try {
    return await run.settled();
  } finally {
    signal.removeEventListener('abort', cancel);
    run.actor.stop();
    display.end();
  }
}

async function printResult(result: RunResult, command: AskCommand, { stdout, stderr }: World): Promise<void> {
  if (command.output === 'json') await write(stdout, `${toPrintableJson(result)}\n`);
  if (command.output === 'text' && result.status === 'completed') await write(stdout, answerText(result));
  if (result.status === 'failed') await write(stderr, `Failed: ${toPrintableLine(result.message.content)}\n`);
  if (result.status === 'cancelled') await write(stderr, 'Cancelled.\n');
  if (result.status === 'waiting') await write(stderr, waitingText(result));
  if (command.store !== undefined) {
    await write(stderr, toPrintableLine(`The log is in ${command.store}, run ${result.runId}.`).concat('\n'));
  }
  // What was written before has left the process when this has.
  await write(stdout, '');
}

async function openStore(file: string): Promise<Store> {
  const { sqliteStore } = await import('../stores/sqlite-store.ts');
  try {
    return sqliteStore(file);
  } catch (cause) {
    throw new TroupeError('usage', `--store: ${messageOf(cause)}`, { cause });
  }
}
