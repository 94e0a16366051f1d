import { useState } from 'preact/hooks';
import type { OpenAsk } from '../../../src/inspect/protocol.ts';
import { askOrThrow, type SessionCommand, session } from '../state/store.ts';
import { noteAnswering, noteRefused, placeOf } from './left-asks.ts';
import { forgetTyped, keepTyped, type Typed, typedAt } from './typed.ts';

export interface Reply {
  /** Hands over what a person says; what was typed is kept until it is taken. */
  readonly send: (command: SessionCommand, onTaken?: () => void) => void;
  /** Why the server did not take it. */
  readonly error: string | undefined;
  readonly isSending: boolean;
}

/** Answers a question, and says beside it when that is refused. */
export function useReply({ id }: OpenAsk): Reply {
  const [error, setError] = useState<string | undefined>(undefined);
  const [isSending, setSending] = useState(false);
  const send = async (command: SessionCommand, onTaken?: () => void) => {
    const run = session.value.id;
    setSending(true);
    setError(undefined);
    // Before the reply comes, the question may already be gone.
    noteAnswering(run, id);
    try {
      await askOrThrow({ ...command, session: run } as Parameters<typeof askOrThrow>[0]); // one of the commands with its session
      forgetTyped(placeOf(run, id));
      onTaken?.();
    } catch (thrown) {
      noteRefused(run, id);
      setError(thrown instanceof Error ? thrown.message : String(thrown));
    }
    setSending(false);
  };
  return { send: (command, onTaken) => void send(command, onTaken), error, isSending };
}

/** What is typed for a question, and how it is changed. */
export function useTyped({ id }: OpenAsk): readonly [typed: Typed, type: (change: Typed) => void] {
  const place = placeOf(session.value.id, id);
  return [typedAt(place).value, (change) => keepTyped(place, change)];
}
