import { TroupeError } from '../errors.ts';
import type { Entry } from '../log/entry.ts';
import type { RunResult, WaitingFor } from '../log/run-result.ts';
import type { Run } from '../orchestrator/run/run.ts';
import type { Config } from './config.ts';
import type { Output } from './options/work-options.ts';
import type { Person, Spoken } from './person.ts';
import { type Reply, readReply, sendReply } from './reply.ts';
import { type Display, liveDisplay, plainDisplay } from './terminal/display.ts';
import { listenToKeys } from './terminal/keys.ts';
import { toPrintable, toPrintableJson, toPrintableLine } from './terminal/printable.ts';
import { notDoneText, questionText } from './terminal/result-text.ts';
import { type AnswerStream, streamAnswer } from './terminal/stream-answer.ts';
import { write } from './terminal/write.ts';
import type { World } from './world.ts';

/** How a run is shown, and who replies to it. */
export interface FollowOptions {
  readonly config: Config;
  readonly output: Output;
  /** How many of its entries are from before this process. */
  readonly known?: number;
  /** What a person has already replied to what it waits for. */
  readonly reply?: Reply | undefined;
  /** Absent: nobody is there, and a run that waits is left waiting. */
  readonly person?: Person | undefined;
  /** A chat writes what the run says as it arrives, and holds the keyboard. Without it keys pause and cancel the run. */
  readonly chat?: ChatScreen;
}

/** The screen of a chat, as far as a turn shares it. */
export interface ChatScreen {
  /** Lines that stand below the plan while it is repainted. */
  below(): readonly string[];
  /** Receives the display that has the terminal; undefined when none has it any more. */
  onDisplay(display: Display | undefined): void;
}

/** Shows a run and passes on what the person replies, until it has ended or is left waiting: the one way to drive a run in a terminal. */
export async function follow(run: Run, options: FollowOptions, world: World): Promise<RunResult> {
  const { reply, person } = options;
  const { signal } = world;
  const cancel = () => run.cancel('stopped from outside');
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  const wait = watchWait(run);
  try {
    if (reply) {
      await run.settled();
      sendReply(run, reply);
    }
    for (let known = options.known ?? 0; ; ) {
      const result = await showUntilRest(run, known, options, world);
      if (!result.waitingFor || !person) return result;
      known = run.log.length;
      await writeQuestion(result.waitingFor, options, world);
      const hasLeft = await askPerson(run, result.waitingFor, wait.signal, person, (text) =>
        write(world.stderr, `${toPrintableLine(text)}\n`),
      );
      if (hasLeft && !signal.aborted) return result;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    wait.end();
    run.actor.stop();
  }
}

const isLive = ({ config }: FollowOptions, { stderr }: World) => stderr.isTTY === true && config.isRepaintable;

/** Shows a run until it has ended or waits for a person. */
async function showUntilRest(run: Run, known: number, options: FollowOptions, world: World): Promise<RunResult> {
  const { output, chat } = options;
  const { stdout } = world;
  const isStreamed = chat !== undefined && stdout.isTTY === true && output === 'text';
  const answer = streamAnswer(stdout, { isLive: isStreamed });
  const display = openDisplay(run.log.slice(0, known), answer, options, world);
  let seen = known;
  const show = (entry: Entry) => {
    if (entry.seq <= seen) return;
    seen = entry.seq;
    display.add(entry);
    if (output === 'events') stdout.write(`${toPrintableJson(entry)}\n`);
  };
  // A run that begins reports everything itself; of one that continues, what is in the log by now is not reported again.
  if (known > 0) run.log.forEach(show);
  const unsubscribe = run.subscribe((event) => {
    if (event.type !== 'delta') {
      show(event);
    } else if (isStreamed && event.actor === 'host') {
      if (event.text !== '') display.leave();
      answer.take(event);
    }
  });
  const leaveKeyboard = holdKeyboard(run, display, options, world);
  try {
    const result = await run.settled();
    display.leave();
    if (chat) await writeTurn(result, { answer, display, isStreamed }, options, world);
    return result;
  } finally {
    unsubscribe();
    leaveKeyboard();
    display.leave();
    answer.breakLine();
  }
}

function openDisplay(known: readonly Entry[], answer: AnswerStream, options: FollowOptions, world: World): Display {
  const { config, chat } = options;
  const { stdin, stderr } = world;
  const shared = { known, breakLine: answer.breakLine };
  if (!isLive(options, world)) return plainDisplay(stderr, shared);
  if (chat) stderr.write('\n');
  return liveDisplay(stderr, {
    ...shared,
    isColorful: config.isColorful,
    hasKeys: !chat && stdin.isTTY === true,
    isAboveAnswer: chat !== undefined,
    below: () => chat?.below() ?? [],
  });
}

/** Lets the holder of the keyboard suspend the display; the returned function gives the keyboard back. */
function holdKeyboard(run: Run, display: Display, options: FollowOptions, world: World): () => void {
  const { chat } = options;
  if (chat) {
    chat.onDisplay(display);
    return () => chat.onDisplay(undefined);
  }
  return isLive(options, world) ? watchKeys(run, display, world) : () => {};
}

/** Lets the person at the terminal pause, cancel and suspend a run. */
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
    resume() {
      if (!wasPaused) run.resume();
      display.resume();
    },
  });
}

interface TurnScreen {
  readonly answer: AnswerStream;
  readonly display: Display;
  readonly isStreamed: boolean;
}

/** Writes how a turn of a chat ended, and the rest of what was streamed. */
async function writeTurn(
  result: RunResult,
  { answer, display, isStreamed }: TurnScreen,
  options: FollowOptions,
  world: World,
): Promise<void> {
  const { output } = options;
  const { stdout, stderr } = world;
  const { status, message, waitingFor } = result;
  const isSpoken = status === 'completed' || waitingFor?.kind === 'clarification';
  if (output === 'json') await write(stdout, `${toPrintableJson(result)}\n`);
  else if (isSpoken) await answer.end(message.content);
  answer.breakLine();
  if (output === 'text' && status === 'completed') await write(stdout, notDoneText(result));
  if (isLive(options, world) && isStreamed && answer.hasBegun) stderr.write('\n');
  if (!waitingFor) display.writeOutcome();
  if (status === 'failed') await write(stderr, `Failed: ${toPrintableLine(message.content)}\n`);
}

/** Writes what a run waits for where the person has not seen it yet: a chat writes questions itself, a live display shows plans. */
async function writeQuestion(waiting: WaitingFor, options: FollowOptions, world: World): Promise<void> {
  const { kind } = waiting;
  const isSeen =
    kind === 'clarification' ? options.chat !== undefined : kind === 'plan-review' && isLive(options, world);
  if (!isSeen) await write(world.stderr, `${toPrintable(questionText(waiting)).trimEnd()}\n`);
}

/** Has a signal that aborts when a run that waits for a person continues. */
function watchWait(run: Run): { readonly signal: AbortSignal; end(): void } {
  let waiting = new AbortController();
  const end = run.subscribe((event) => {
    if (event.type !== 'status.changed') return;
    if (event.data.status === 'waiting') waiting = new AbortController();
    else waiting.abort();
  });
  return {
    get signal() {
      return waiting.signal;
    },
    end,
  };
}

/** Passes on what the person replies, unless the run continues before; true when the person has left. */
async function askPerson(
  run: Run,
  waiting: WaitingFor,
  continues: AbortSignal,
  person: Person,
  tell: (text: string) => Promise<void>,
): Promise<boolean> {
  let last = { type: 'ended' } as Spoken; // the reader below knows more
  const reply = await readReply(waiting, async (prompt) => {
    last = await person.read(prompt, continues);
    return last.type === 'message' ? last.text : undefined;
  });
  const status = run.log.findLast((entry) => entry.type === 'status.changed')?.data.status;
  if (status !== 'waiting') {
    // It has waited long enough and continued on its own.
    if (last.type === 'message') await person.tooLate?.(run, last.text);
    return false;
  }
  if (reply) await sendSafely(run, reply, tell);
  else if (last.type === 'interrupted') run.cancel('cancelled by the person');
  return last.type === 'ended';
}

/** A reply that does not fit is asked for again, and does not end the run. */
async function sendSafely(run: Run, reply: Reply, tell: (text: string) => Promise<void>): Promise<void> {
  try {
    sendReply(run, reply);
  } catch (error) {
    if (!(error instanceof TroupeError) || error.code !== 'usage') throw error;
    await tell(error.message);
  }
}
