import { conversationLanguage } from '../../../conversation/conversation-language.ts';
import type { Message } from '../../../domain/message.ts';
import type { RunLog } from '../../../log/run-log.ts';
import { messagesOf } from '../../../log/views.ts';
import type { Cast } from '../performer.ts';

/** What the calls of a run show of its conversation. */
interface Conversation {
  /** What a model should see of it. */
  readonly messages: readonly Message[];
  readonly language: 'zh' | 'en';
  /** The day of the request, where the run works. */
  readonly date: string;
}

/** How many entries had said something, and what came of them. */
interface Kept {
  readonly count: number;
  readonly said: readonly Message[];
  readonly language: 'zh' | 'en';
  prepared?: Conversation;
}

/** Calls of one run share what is worked out about its conversation until somebody says something. */
const conversations = new WeakMap<RunLog, Kept>();

const saying = ['request.received', 'clarification.answered', 'message.added'] as const;

function keptOf(log: RunLog): Kept {
  let count = 0;
  for (const type of saying) count += log.all(type).length;
  const known = conversations.get(log);
  if (known?.count === count) return known;
  const said = messagesOf(log);
  const kept = { count, said, language: conversationLanguage(said) };
  conversations.set(log, kept);
  return kept;
}

/** What was said so far. */
export const saidIn = (log: RunLog): readonly Message[] => keptOf(log).said;

/** What is shown of what was said: all of it, unless a part of one's own has left something out. */
export function shownIn(log: RunLog): readonly Message[] {
  const said = saidIn(log);
  const analyzed = log.latest('context.analyzed')?.data.effect;
  const shown = analyzed === undefined ? undefined : log.output('analyze', analyzed)?.shown;
  if (!shown) return said;
  const kept = shown.kept.flatMap((place) => said[place] ?? []);
  const summary: Message[] = shown.summary === undefined ? [] : [{ role: 'user', content: shown.summary }];
  const first = kept.findIndex(({ role }) => role !== 'system');
  return [...kept.toSpliced(first < 0 ? kept.length : first, 0, ...summary), ...said.slice(shown.of)];
}

/** The language of the conversation. */
export const languageOf = (log: RunLog): 'zh' | 'en' => keptOf(log).language;

/** The conversation as a call shows it, composed once for all calls that show the same. */
export function conversationOf(log: RunLog, { analyst, options }: Cast, shown = shownIn(log)): Conversation {
  const kept = keptOf(log);
  const compose = () => ({
    messages: Object.freeze(analyst.prepare(shown, options.session)),
    language: kept.language,
    date: dayOf(log),
  });
  if (shown !== kept.said) return compose();
  kept.prepared ??= compose();
  return kept.prepared;
}

function dayOf(log: RunLog): string {
  const at = new Date(log.latest('request.received')?.at ?? 0);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
