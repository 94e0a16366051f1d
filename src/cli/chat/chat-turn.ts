import type { RunResult, WaitingFor } from '../../log/run-result.ts';
import type { Run } from '../../run/run.ts';
import type { Config } from '../config.ts';
import type { Output } from '../options/work-options.ts';
import { sendReply } from '../reply.ts';
import { readReply } from '../terminal/ask-person.ts';
import { toPrintable, toPrintableJson, toPrintableLine } from '../terminal/printable.ts';
import { notDoneText } from '../terminal/result-text.ts';
import { streamAnswer } from '../terminal/stream-answer.ts';
import { liveTurn, plainTurn, type TurnDisplay } from '../terminal/turn-display.ts';
import { write } from '../terminal/write.ts';
import type { World } from '../world.ts';
import type { Spoken } from './chat-input.ts';

/** What a turn needs of the chat it belongs to. */
export interface TurnSetting {
  readonly config: Config;
  readonly output: Output;
  readonly world: World;
  /** What the person says next, given up when the signal aborts. */
  read(prompt: string, signal: AbortSignal): Promise<Spoken>;
  /** Takes what is said to a run that no longer waits for it. */
  hear(run: Run, text: string): Promise<void>;
  /** Lines that stand below the plan while it is repainted. */
  below(): readonly string[];
  /** Hears which display has the terminal; none when nothing is repainted. */
  shows(display: TurnDisplay | undefined): void;
}

/** Shows a run and hands on what the person says to it, until it has ended or the person has left it waiting. */
export async function takeTurn(run: Run, setting: TurnSetting): Promise<RunResult> {
  const { signal } = setting.world;
  const cancel = () => run.cancel('stopped from outside');
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  const wait = watchWait(run);
  try {
    for (let known = 0; ; known = run.log.length) {
      const result = await follow(run, known, setting);
      if (!result.waitingFor) return result;
      const isLeft = await reply(run, result.waitingFor, wait.signal, setting);
      if (isLeft && !signal.aborted) return result;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    wait.end();
    run.actor.stop();
  }
}

/** Tells when a run that waits for a person goes on: its signal aborts then. */
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

/** Says to a run what the person says to its question, unless it goes on before; true when the person has left. */
async function reply(
  run: Run,
  waiting: WaitingFor,
  goesOn: AbortSignal,
  { read, hear }: TurnSetting,
): Promise<boolean> {
  let last = { type: 'ended' } as Spoken; // the reader below says more
  const said = await readReply(waiting, async (prompt) => {
    last = await read(prompt, goesOn);
    return last.type === 'message' ? last.text : undefined;
  });
  const status = run.log.findLast((entry) => entry.type === 'status.changed')?.data.status;
  if (status !== 'waiting') {
    // It has waited long enough and gone on by itself.
    if (last.type === 'message') await hear(run, last.text);
    return false;
  }
  if (said) sendReply(run, said);
  else if (last.type === 'interrupted') run.cancel('cancelled by the person');
  return last.type === 'ended';
}

/** Shows a run until it has ended or waits for a person. */
async function follow(run: Run, known: number, setting: TurnSetting): Promise<RunResult> {
  const { config, output, world, below, shows } = setting;
  const { stdout, stderr } = world;
  const isStreamed = stdout.isTTY === true && output === 'text';
  const isLive = stderr.isTTY === true && config.isRepaintable;
  const answer = streamAnswer(stdout, { isLive: isStreamed });
  const options = { ...config, known: run.log.slice(0, known), below, breakLine: answer.breakLine };
  if (isLive) stderr.write('\n');
  const display = isLive ? liveTurn(stderr, options) : plainTurn(stderr, options);
  shows(display);
  let seen = known;
  const unsubscribe = run.subscribe((event) => {
    if (event.type !== 'delta') {
      if (event.seq > seen) display.add(event);
      seen = Math.max(seen, event.seq);
    } else if (isStreamed && event.actor === 'host') {
      if (event.text !== '') display.makeRoom();
      answer.take(event);
    }
  });
  try {
    const result = await run.settled();
    display.makeRoom();
    if (output === 'json') await write(stdout, `${toPrintableJson(result)}\n`);
    else if (isSpoken(result)) await answer.end(result.message.content);
    answer.breakLine();
    if (output === 'text' && result.status === 'completed') await write(stdout, notDoneText(result));
    if (result.waitingFor?.kind === 'plan-review' && !isLive) {
      await write(stderr, `${toPrintable(result.waitingFor.question).trimEnd()}\n`);
    }
    if (isLive && isStreamed && answer.hasBegun) stderr.write('\n');
    if (!result.waitingFor) display.end();
    if (result.status === 'failed') await write(stderr, `Failed: ${toPrintableLine(result.message.content)}\n`);
    return result;
  } finally {
    unsubscribe();
    display.makeRoom();
    answer.breakLine();
    shows(undefined);
  }
}

/** Whether the message of a result is one of the assistant: an answer, or a question. */
const isSpoken = ({ status, waitingFor }: RunResult) => status === 'completed' || waitingFor?.kind === 'clarification';
