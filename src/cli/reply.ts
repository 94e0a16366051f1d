import type { JsonValue } from '../domain/json.ts';
import { messageOf, TroupeError } from '../errors.ts';
import type { RunResult, WaitingFor } from '../log/run-result.ts';
import type { FollowedRun } from './following/followed-run.ts';

/** What a person replies to a run that waits. `id` says to what; without it, to the host's own question, or to the only one there is. */
export type Reply =
  | { readonly kind: 'answer'; readonly id?: string; readonly text: string }
  | { readonly kind: 'approve'; readonly id?: string; readonly arguments?: string }
  | { readonly kind: 'refuse'; readonly id: string; readonly text: string }
  | { readonly kind: 'revise'; readonly text: string }
  | { readonly kind: 'cancel' };

/** Passes a reply on to the run that waits for it. @throws TroupeError `usage` for one that does not fit what is asked. */
export async function sendReply(run: FollowedRun, reply: Reply): Promise<void> {
  if (reply.kind === 'answer') await answer(run, reply);
  if (reply.kind === 'approve') {
    const { id, arguments: edited } = reply;
    await run.approve(id, edited === undefined ? {} : { arguments: toJson(edited) });
  }
  if (reply.kind === 'refuse') await run.refuse(reply.id, reply.text);
  if (reply.kind === 'revise') await run.revise(reply.text);
  if (reply.kind === 'cancel') run.cancel('cancelled instead of a review');
}

function answer(run: FollowedRun, { id, text }: Extract<Reply, { kind: 'answer' }>): unknown {
  const asked = run.waiting.find((each) => (id === undefined ? each.kind === 'form' : each.id === id));
  return asked?.kind === 'form' ? run.answer(toJson(text), asked.id) : run.answer(text, id);
}

function toJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue; // what JSON gives is one
  } catch (cause) {
    throw new TroupeError('usage', `This is not JSON: ${messageOf(cause)}.`, { cause });
  }
}

const prompts: Readonly<Record<WaitingFor['kind'], string>> = {
  clarification: '> ',
  question: '> ',
  choice: 'Which one? ',
  form: 'As JSON: ',
  approval: 'Allow it? (y, n, or why not) ',
  'plan-review': 'Approve the plan? (yes, cancel, or a remark to have it changed) ',
};

const callPrompt = 'Allow it? (y, n, e to edit the arguments, or why not) ';

/** Reads lines until one is a reply to what a run waits for; undefined when there are no more. */
export async function readReply(
  waiting: WaitingFor,
  read: (prompt: string) => Promise<string | undefined>,
): Promise<Reply | undefined> {
  for (;;) {
    const isCall = waiting.kind === 'approval' && waiting.tool !== undefined;
    const line = await read(isCall ? callPrompt : prompts[waiting.kind]);
    if (line === undefined) return undefined;
    if (isCall && /^\s*e(?:dit)?\s*$/i.test(line)) {
      const edited = await read(`${waiting.arguments ?? '{}'}\nThe arguments, as JSON: `);
      if (edited === undefined) return undefined;
      if (edited.trim() !== '') return { kind: 'approve', id: waiting.id, arguments: edited };
      continue;
    }
    const reply = toReply(waiting, line);
    if (reply) return reply;
  }
}

/** What a line says to what is asked. */
export function toReply({ kind, id, options = [] }: WaitingFor, line: string): Reply | undefined {
  if (kind === 'plan-review') return toReview(line);
  if (kind === 'approval') return toApproval(id, line);
  const text = line.trim();
  if (text === '') return undefined;
  if (kind === 'clarification') return { kind: 'answer', text };
  // A choice may be given by its number.
  const chosen = kind === 'choice' ? options[Number(text) - 1] : undefined;
  return { kind: 'answer', id, text: chosen ?? text };
}

function toApproval(id: string, line: string): Reply | undefined {
  const text = line.trim();
  if (text === '') return undefined;
  if (/^(y|yes|a|approve)$/i.test(text)) return { kind: 'approve', id };
  return { kind: 'refuse', id, text: /^(n|no)$/i.test(text) ? '' : text };
}

/** What a line says about a plan. */
export function toReview(line: string): Reply | undefined {
  const text = line.trim();
  if (text === '') return undefined;
  if (/^(y|yes|a|approve)$/i.test(text)) return { kind: 'approve' };
  return /^(c|cancel)$/i.test(text) ? { kind: 'cancel' } : { kind: 'revise', text };
}

/** @throws TroupeError `usage` for a reply to something that is not asked. */
export function checkReply(
  id: string,
  reply: Reply,
  { waiting, waitingFor }: Pick<RunResult, 'waiting' | 'waitingFor'>,
): void {
  const about = 'id' in reply ? reply.id : undefined;
  if (about !== undefined) {
    if (waiting.some((each) => each.id === about)) return;
    const open = waiting.map((each) => each.id).join(', ') || 'nothing';
    throw new TroupeError('usage', `Run ${id} does not ask anything under "${about}". Open is: ${open}.`);
  }
  const answers: readonly WaitingFor['kind'][] = ['clarification', 'question', 'choice', 'form'];
  const fits = waitingFor && (reply.kind === 'answer') === answers.includes(waitingFor.kind);
  if (fits) return;
  const wants = !waitingFor
    ? 'is not waiting for a person. Leave out --answer, --approve, --refuse and --revise'
    : waitingFor.kind === 'plan-review'
      ? 'is waiting for a review of its plan. Use --approve or --revise "…"'
      : waitingFor.kind === 'approval'
        ? `is waiting for approval. Use --approve "${waitingFor.id}" or --refuse "${waitingFor.id}" "why"`
        : 'is waiting for an answer. Give it with --answer "…"';
  throw new TroupeError('usage', `Run ${id} ${wants}.`);
}
