import type { Run } from '../run/run.ts';

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
