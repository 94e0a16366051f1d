import type { WaitingFor } from '../log/run-result.ts';
import type { Run } from '../orchestrator/run/run.ts';

/** What a person replies to a run that waits. */
export type Reply =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'approve' }
  | { readonly kind: 'revise'; readonly text: string }
  | { readonly kind: 'cancel' };

/** Passes a reply on to the run that waits for it. */
export function sendReply(run: Run, reply: Reply): void {
  if (reply.kind === 'answer') run.answer(reply.text);
  if (reply.kind === 'approve') run.approve();
  if (reply.kind === 'revise') run.revise(reply.text);
  if (reply.kind === 'cancel') run.cancel('cancelled instead of a review');
}

/** Reads lines until one is a reply to what a run waits for; undefined when there are no more. */
export async function readReply(
  { kind }: WaitingFor,
  read: (prompt: string) => Promise<string | undefined>,
): Promise<Reply | undefined> {
  const isReview = kind !== 'clarification';
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
