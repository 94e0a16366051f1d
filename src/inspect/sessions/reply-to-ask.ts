import type { JsonValue } from '../../domain/json.ts';
import { messageOf, TroupeError } from '../../errors.ts';
import type { PersonReplies } from '../../run/chart-observer.ts';
import { redacted } from '../secrets.ts';
import type { SessionCommand } from './session.ts';

/** Who answers, for the log. */
export const by = 'inspector';

/** What a person says on the page about what is asked under an id. */
export type AskReply = Extract<SessionCommand, { type: 'answer' | 'approve' | 'refuse' }> & { readonly ask: string };

export const isAskReply = (command: SessionCommand): command is AskReply =>
  (command.type === 'answer' || command.type === 'approve' || command.type === 'refuse') && command.ask !== undefined;

/** Hands what a person says to the run that asks, in the run's own way. @throws TroupeError `usage` for what is no JSON and has to be. */
export function replyToAsk(
  run: PersonReplies,
  waiting: readonly { readonly id: string; readonly kind: string }[],
  command: AskReply,
): Promise<unknown> {
  const { ask } = command;
  switch (command.type) {
    case 'answer': {
      const isForm = waiting.some(({ id, kind }) => id === ask && kind === 'form');
      return run.answer(ask, isForm ? toJson(command.text) : command.text, { by });
    }
    case 'approve': {
      const { arguments: edited } = command;
      return run.approve(ask, edited === undefined ? { by } : { by, arguments: toArguments(edited) });
    }
    case 'refuse':
      return run.refuse(ask, command.text, { by });
  }
}

/** What the page hides is not known here, and nobody wants a call with the mark in its place. */
function toArguments(text: string): JsonValue {
  if (!text.includes(redacted)) return toJson(text);
  throw new TroupeError(
    'usage',
    `A part of these arguments is hidden on the page, as ${redacted}, so they cannot be changed here. Approve them as they are, or write that part yourself.`,
  );
}

function toJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue; // what JSON gives is one
  } catch (cause) {
    throw new TroupeError('usage', `This is not JSON: ${messageOf(cause)}.`, { cause });
  }
}
