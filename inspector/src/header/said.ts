import type { Said } from '../run/run-facts.ts';
import { fieldOf } from '../state/field-of.ts';
import { info, loadEntry, session } from '../state/store.ts';

/** What was asked for already, by the entries of its session. */
const asked = new WeakMap<object, Set<number>>();

function askFor(seq: number): void {
  const { entries } = session.value;
  const known = asked.get(entries) ?? new Set();
  if (known.has(seq)) return;
  asked.set(entries, known.add(seq));
  void loadEntry(seq);
}

/** Something that was said, in full where that has been asked for; it is asked for when it is first wanted. */
export function wholeOf(said: Said, read: (data: Readonly<Record<string, unknown>>) => unknown): string {
  if (!said.isCut) return said.text;
  const full = session.value.fullEntries.value.get(said.seq);
  if (!full) askFor(said.seq);
  const text = full && read(full.data);
  return typeof text === 'string' ? text : said.text;
}

/** What was asked; of what was asked nothing, its name. */
export function questionText(): string {
  const { question } = session.value.lastFacts.value;
  if (!question) return info.value?.title ?? 'Troupe inspector';
  return wholeOf(question, ({ messages }) => {
    const asked = Array.isArray(messages) ? messages.findLast((each) => fieldOf(each, 'role') === 'user') : undefined;
    return fieldOf(asked, 'content');
  });
}

/** The answer in full; nothing while there is none. */
export function answerText(): string | undefined {
  const { answer } = session.value.lastFacts.value;
  if (!answer) return undefined;
  return wholeOf(answer, ({ content, output }) => content ?? fieldOf(fieldOf(output, 'message'), 'content'));
}

/** Why the run failed; nothing when it did not. */
export function failureText(): string | undefined {
  const { failure } = session.value.lastFacts.value;
  if (!failure) return undefined;
  return wholeOf(
    failure.message,
    ({ message, output, error }) =>
      message ?? fieldOf(fieldOf(output, 'error'), 'message') ?? fieldOf(error, 'message') ?? error,
  );
}
