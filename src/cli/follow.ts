import type { Entry } from '../log/entry.ts';
import type { WaitingFor } from '../log/run-result.ts';
import { type Config, isColorful } from './config.ts';
import { askPerson, watchWait } from './following/ask-person.ts';
import type { FollowedResult, FollowedRun } from './following/followed-run.ts';
import type { Output } from './options/work-options.ts';
import type { Person } from './person.ts';
import { type Reply, sendReply } from './reply.ts';
import type { Display } from './terminal/display.ts';
import { listenToKeys } from './terminal/keys.ts';
import { toPrintable, toPrintableJson, toPrintableLine } from './terminal/printable.ts';
import { answerText, notDoneText, questionText } from './terminal/result-text.ts';
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
export async function follow<Result extends FollowedResult>(
  run: FollowedRun<Result>,
  options: FollowOptions,
  world: World,
): Promise<Result> {
  const { reply, person } = options;
  const { signal } = world;
  const cancel = () => run.cancel('stopped from outside');
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  const wait = watchWait(run);
  try {
    if (reply) {
      await run.settled();
      await sendReply(run, reply);
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
    await run.leave();
  }
}

const isLive = ({ config }: FollowOptions, { stderr }: World) => stderr.isTTY === true && config.isRepaintable;

/** Shows a run until it has ended or waits for a person. */
async function showUntilRest<Result extends FollowedResult>(
  run: FollowedRun<Result>,
  known: number,
  options: FollowOptions,
  world: World,
): Promise<Result> {
  const { output, chat } = options;
  const { stdout } = world;
  const isStreamed = (chat !== undefined || run.isStreamed === true) && stdout.isTTY === true && output === 'text';
  const answer = streamAnswer(stdout, { isLive: isStreamed });
  const display = openDisplay(run, run.log.slice(0, known), answer, options, world);
  let seen = known;
  const show = (entry: Entry) => {
    if (entry.seq <= seen) return;
    seen = entry.seq;
    display.add(entry);
    if (output === 'events') stdout.write(`${toPrintableJson(entry)}\n`);
  };
  // A run that begins reports everything itself; of one that continues, what is in the log by now is not reported again.
  if (known > 0) run.log.forEach(show);
  const unsubscribe = run.subscribe(show, (words) => {
    if (!isStreamed) return;
    if (words.text !== '') display.leave();
    answer.take(words);
  });
  const leaveKeyboard = holdKeyboard(run, display, options, world);
  try {
    const result = await run.settled();
    display.leave();
    if (chat) await writeTurn(result, { answer, display, isStreamed }, options, world);
    else if (output === 'text' && result.status === 'completed') await writeAnswer(result, { answer, display }, world);
    return result;
  } finally {
    unsubscribe();
    leaveKeyboard();
    display.leave();
    answer.breakLine();
  }
}

function openDisplay(
  run: FollowedRun,
  known: readonly Entry[],
  answer: AnswerStream,
  options: FollowOptions,
  world: World,
): Display {
  const { config, chat } = options;
  const { stdin, stderr } = world;
  if (chat && isLive(options, world)) stderr.write('\n');
  return run.display(stderr, {
    known,
    breakLine: answer.breakLine,
    isLive: isLive(options, world),
    isColorful: isColorful(config, stderr),
    hasKeys: !chat && stdin.isTTY === true,
    isAboveAnswer: chat !== undefined,
    below: () => chat?.below() ?? [],
  });
}

/** Lets the holder of the keyboard suspend the display; the returned function gives the keyboard back. */
function holdKeyboard(run: FollowedRun, display: Display, options: FollowOptions, world: World): () => void {
  const { chat } = options;
  if (chat) {
    chat.onDisplay(display);
    return () => chat.onDisplay(undefined);
  }
  return isLive(options, world) ? watchKeys(run, display, world) : () => {};
}

/** Lets the person at the terminal pause, cancel and suspend a run. */
function watchKeys(run: FollowedRun, display: Display, world: World): () => void {
  let wasPaused = false;
  return listenToKeys(world.stdin, world.process, {
    togglePause: () => (run.isPaused ? run.resume() : run.pause()),
    cancel: () => world.interrupt(),
    suspend() {
      wasPaused = run.isPaused;
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
  result: FollowedResult,
  { answer, display, isStreamed }: TurnScreen,
  options: FollowOptions,
  world: World,
): Promise<void> {
  const { output } = options;
  const { stdout, stderr } = world;
  const { status, message, waitingFor } = result;
  const isSpoken = status === 'completed' || waitingFor?.kind === 'clarification';
  if (output === 'json') await write(stdout, `${toPrintableJson(result.document ?? result)}\n`);
  else if (isSpoken) await answer.end(message.content);
  answer.breakLine();
  if (output === 'text' && status === 'completed') await write(stdout, notDoneText(result));
  if (isLive(options, world) && isStreamed && answer.hasBegun) stderr.write('\n');
  if (!waitingFor) display.writeOutcome();
  if (status === 'failed') await write(stderr, `Failed: ${toPrintableLine(message.content)}\n`);
}

/** Writes the answer of a run, as far as it was not streamed, and what was not done. */
async function writeAnswer(
  result: FollowedResult,
  { answer, display }: Omit<TurnScreen, 'isStreamed'>,
  { stdout, stderr }: World,
): Promise<void> {
  if (!answer.hasBegun) return write(stdout, answerText(result));
  await answer.end(result.message.content);
  await write(stdout, notDoneText(result));
  stderr.write('\n');
  display.writeOutcome();
}

/** Writes what a run waits for where the person has not seen it yet: a chat writes questions itself, a live display shows plans. */
async function writeQuestion(waiting: WaitingFor, options: FollowOptions, world: World): Promise<void> {
  const { kind } = waiting;
  const isSeen =
    kind === 'clarification' ? options.chat !== undefined : kind === 'plan-review' && isLive(options, world);
  if (!isSeen) await write(world.stderr, `${toPrintable(questionText(waiting)).trimEnd()}\n`);
}
