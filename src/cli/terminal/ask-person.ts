import { createInterface } from 'node:readline';
import type { WaitingFor } from '../../log/run-result.ts';
import type { Reply } from '../reply.ts';
import type { World } from '../world.ts';
import { toPrintable } from './printable.ts';

/** Asks the person at the terminal what a run waits for; nothing when the person leaves it for later. */
export async function askPerson(waiting: WaitingFor, world: World): Promise<Reply | undefined> {
  if (waiting.kind === 'clarification') world.stderr.write(`${toPrintable(waiting.question).trimEnd()}\n`);
  return readReply(waiting, (prompt) => readLine(prompt, world));
}

/** Reads lines until one says something to what a run waits for; nothing when there are no more. */
export async function readReply(
  waiting: WaitingFor,
  read: (prompt: string) => Promise<string | undefined>,
): Promise<Reply | undefined> {
  const isReview = waiting.kind !== 'clarification';
  const prompt = isReview ? 'Approve the plan? (yes, cancel, or a remark to have it changed) ' : '> ';
  for (;;) {
    const line = await read(prompt);
    if (line === undefined) return undefined;
    const reply = isReview ? toReview(line) : toAnswer(line);
    if (reply) return reply;
  }
}

/** What a line says about a plan. */
export function toReview(line: string): Reply | undefined {
  const text = line.trim();
  if (text === '') return undefined;
  if (/^(y|yes|a|approve)$/i.test(text)) return { kind: 'approve' };
  return /^(c|cancel)$/i.test(text) ? { kind: 'cancel' } : { kind: 'revise', text };
}

const toAnswer = (line: string): Reply | undefined =>
  line.trim() === '' ? undefined : { kind: 'answer', text: line.trim() };

/** One line; nothing at the end of the input, or when the process is asked to stop. The terminal edits the line itself. */
function readLine(prompt: string, { stdin, stderr, signal }: World): Promise<string | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  const reader = createInterface({ input: stdin, output: stderr, terminal: false });
  return new Promise((resolve) => {
    const stop = () => reader.close();
    signal.addEventListener('abort', stop, { once: true });
    reader.once('close', () => {
      signal.removeEventListener('abort', stop);
      resolve(undefined);
    });
    reader.question(prompt, (line) => {
      resolve(line);
      reader.close();
    });
  });
}
