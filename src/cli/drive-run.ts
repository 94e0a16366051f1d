import type { Entry } from '../log/entry.ts';
import type { RunResult } from '../log/run-result.ts';
import type { Run } from '../run/run.ts';
import type { Config } from './config.ts';
import { cancelledCode } from './interruption.ts';
import type { Output } from './options/work-options.ts';
import { type Reply, sendReply } from './reply.ts';
import { askPerson } from './terminal/ask-person.ts';
import { type Display, liveDisplay, plainDisplay } from './terminal/display.ts';
import { listenToKeys } from './terminal/keys.ts';
import { toPrintableJson, toPrintableLine } from './terminal/printable.ts';
import { answerText, type Whereabouts, waitingText } from './terminal/result-text.ts';
import { write } from './terminal/write.ts';
import type { World } from './world.ts';

/** How a run is shown, and what is known of it before. */
export interface DriveOptions extends Whereabouts {
  readonly config: Config;
  readonly output: Output;
  /** How many of its entries are from before this process. */
  readonly after: number;
  /** What a person has said already to what it waits for. */
  readonly reply?: Reply | undefined;
}

const exitCodes: Record<RunResult['status'], number> = {
  completed: 0,
  failed: 1,
  waiting: 3,
  cancelled: cancelledCode,
  running: 1, // no run comes back so
};

/** Shows a run and asks the person at the terminal what it wants to know, until it has ended or has to wait; the result is the exit code. */
export async function driveRun(run: Run, options: DriveOptions, world: World): Promise<number> {
  const { signal } = world;
  const cancel = () => run.cancel('stopped from outside');
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  try {
    const result = await untilRest(run, options, world);
    await printResult(result, options, world);
    return exitCodes[result.status];
  } finally {
    signal.removeEventListener('abort', cancel);
    run.actor.stop();
  }
}

/** Lets a run that was paused go on, and says so: on the command line a pause ends with the process that made it. */
export function endPause(run: Run, { stderr }: World): void {
  if (!run.isPaused) return;
  stderr.write('The run was paused; it goes on now.\n');
  run.resume();
}

async function untilRest(run: Run, options: DriveOptions, world: World): Promise<RunResult> {
  const isAtTerminal = world.stdin.isTTY === true && world.stderr.isTTY === true;
  let { after, reply } = options;
  if (reply) {
    await run.settled();
    sendReply(run, reply);
  }
  for (;;) {
    const result = await follow(run, { ...options, after }, world);
    if (result.status !== 'waiting' || !result.waitingFor || !isAtTerminal) return result;
    after = run.log.length;
    const { waitingFor } = result;
    const asked = await unlessItGoesOn(run, world, (at) => askPerson(waitingFor, at));
    // Nobody answered in time: the run has gone on by itself.
    if (asked.hasGoneOn) continue;
    reply = asked.reply;
    if (reply) sendReply(run, reply);
    if (reply?.kind === 'cancel' || world.signal.aborted) return run.result;
    if (!reply) return result;
  }
}

/** Asks a person for as long as the run waits. */
async function unlessItGoesOn(
  run: Run,
  world: World,
  ask: (world: World) => Promise<Reply | undefined>,
): Promise<{ reply: Reply | undefined; hasGoneOn: boolean }> {
  const left = new AbortController();
  const unsubscribe = run.subscribe((event) => {
    if (event.type === 'status.changed' && event.data.status !== 'waiting') left.abort();
  });
  const reply = await ask({ ...world, signal: AbortSignal.any([world.signal, left.signal]) });
  unsubscribe();
  return { reply, hasGoneOn: left.signal.aborted && !world.signal.aborted };
}

/** Shows a run until it has ended or waits for a person. */
async function follow(run: Run, options: DriveOptions, world: World): Promise<RunResult> {
  const { config, output, after } = options;
  const isLive = world.stderr.isTTY === true && config.isRepaintable;
  const hasKeys = isLive && world.stdin.isTTY === true;
  const display = isLive ? liveDisplay(world.stderr, { ...config, hasKeys }) : plainDisplay(world.stderr);
  let seen = 0;
  const show = (entry: Entry) => {
    if (entry.seq <= seen) return;
    seen = entry.seq;
    if (seen <= after) {
      display.recall(entry);
      return;
    }
    display.add(entry);
    if (output === 'events') world.stdout.write(`${toPrintableJson(entry)}\n`);
  };
  // A run that begins tells everything itself; of one that goes on, what is in the log by now is not told again.
  if (after > 0) run.log.forEach(show);
  const unsubscribe = run.subscribe((event) => {
    if (event.type !== 'delta') show(event);
  });
  const leave = isLive ? watchKeys(run, display, world) : () => {};
  try {
    return await run.settled();
  } finally {
    unsubscribe();
    leave();
    display.end();
  }
}

/** Lets the person at the terminal pause, cancel and stop a run. */
function watchKeys(run: Run, display: Display, world: World): () => void {
  const isPaused = () => run.actor.getSnapshot().hasTag('paused');
  let wasPaused = false;
  return listenToKeys(world.stdin, world.process, {
    togglePause: () => (isPaused() ? run.resume() : run.pause()),
    cancel: () => world.interrupt(),
    suspend() {
      wasPaused = isPaused();
      if (!wasPaused) run.pause();
      display.suspend();
    },
    goOn() {
      if (!wasPaused) run.resume();
      display.goOn();
    },
  });
}

async function printResult(result: RunResult, options: DriveOptions, { stdout, stderr }: World): Promise<void> {
  const { output, store } = options;
  if (output === 'json') await write(stdout, `${toPrintableJson(result)}\n`);
  if (output === 'text' && result.status === 'completed') await write(stdout, answerText(result));
  if (result.status === 'failed') await write(stderr, `Failed: ${toPrintableLine(result.message.content)}\n`);
  if (result.status === 'cancelled') await write(stderr, 'Cancelled.\n');
  if (result.status === 'waiting') await write(stderr, waitingText(result, options));
  if (store !== undefined) {
    await write(stderr, toPrintableLine(`The log is in ${store}, run ${result.runId}.`).concat('\n'));
  }
  // What was written before has left the process when this has.
  await write(stdout, '');
}
