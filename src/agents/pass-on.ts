import type { JsonValue } from '../domain/json.ts';
import { type Asking, ask } from '../tools/ask.ts';

/** A question of an inner run. */
interface InnerAsk {
  readonly kind: 'approval' | 'question' | 'choice' | 'form';
  readonly question: string;
  readonly tool?: string;
  readonly arguments?: string;
  readonly options?: readonly string[];
  readonly schema?: Readonly<Record<string, unknown>>;
}

/**
 * The same question from whoever stands for an inner run, in words with the call that it is about. `deadlineMs` is how long the inner run waits for an answer: the
 * outer question is given up then as well.
 */
export function passOn(inner: InnerAsk, keep: JsonValue, deadlineMs: number | undefined): Asking {
  const { kind, question, tool, options, schema } = inner;
  const call = tool === undefined ? '' : `\n\n${tool} ${inner.arguments ?? ''}`;
  return ask({
    kind,
    question: `${question}${call}`,
    keep,
    ...(kind === 'choice' && options ? { options } : {}),
    ...(kind === 'form' ? { schema: schema ?? {} } : {}),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  });
}

/** Resolves when a question is not open any more: its own time is up, which is a fact of the inner run. */
export function untilClosed(isOpen: () => boolean, follow: (listener: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    let stop = () => {};
    const look = () => {
      if (isOpen()) return;
      stop();
      resolve();
    };
    stop = follow(look);
    look();
  });
}
