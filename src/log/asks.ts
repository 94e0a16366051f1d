import type { JsonValue } from '../domain/json.ts';
import type { PersonAsk, Resumed } from '../domain/person-ask.ts';
import { isEnded } from '../domain/status.ts';
import type { EntryOf } from './entry.ts';
import type { RunLog } from './run-log.ts';
import type { WaitingFor } from './run-result.ts';
import { planOf } from './views.ts';

/** What an effect asked a person. */
export const askOf = (log: RunLog, id: string): PersonAsk | undefined =>
  log.output('useTool', id)?.ask ?? log.output('ask', id)?.ask;

/** How a question to a person ended, with what was asked; a question without an answer has run out of time. */
export function replyTo(log: RunLog, id: string): Resumed & { readonly ask: PersonAsk; readonly edited?: string } {
  const ask = askOf(log, id) ?? ({ by: 'code', kind: 'question', question: '', deadlineMs: 0 } as const);
  const common = { ask, keep: ask.keep, isTimeout: false };
  const given = log.latest('approval.given', id)?.data;
  if (given) {
    const edited = given.arguments === undefined ? {} : { edited: given.arguments };
    return { ...common, answer: true, ...edited };
  }
  const refused = log.latest('approval.refused', id)?.data;
  if (refused) return { ...common, answer: false, ...(refused.reason ? { reason: refused.reason } : {}) };
  const answered = log.latest('question.answered', id)?.data;
  if (answered) return { ...common, answer: answered.answer };
  return { ...common, answer: ask.default as JsonValue | undefined, isTimeout: true };
}

const ends = ['approval.given', 'approval.refused', 'question.answered', 'question.withdrawn'] as const;

/** How a question from within the work ended; nothing while it is open, and for an id that nobody asked under. */
export const endOf = (log: RunLog, id: string): EntryOf<(typeof ends)[number]> | undefined =>
  ends.map((type) => log.latest(type, id)).find((entry) => entry !== undefined);

/** What those at work wait for a person to say, the oldest first. */
export function openAsks(log: RunLog): WaitingFor[] {
  if (isEnded(log.latest('status.changed')?.data.status ?? 'pending')) return [];
  const asked = [...log.all('approval.requested'), ...log.all('question.asked')].sort((a, b) => a.seq - b.seq);
  return asked.flatMap(({ data, actor }): WaitingFor[] => {
    if (data.kind === 'plan-review' || endOf(log, data.id)) return [];
    const { by: _, ...rest } = data;
    const { capability, default: fallback } = askOf(log, data.id) ?? {};
    return [
      {
        ...rest,
        actor,
        ...(capability === undefined ? {} : { capability }),
        ...(fallback === undefined ? {} : { default: fallback }),
      },
    ];
  });
}

/** What the host itself waits for: an answer to its question, or a review of its plan. */
function hostAsks(log: RunLog): WaitingFor[] {
  const { status, state } = log.latest('status.changed')?.data ?? {};
  if (status !== 'waiting') return [];
  if (state === 'reviewingPlan') {
    const review = log.all('approval.requested').findLast(({ data }) => data.kind === 'plan-review');
    return review ? [{ kind: 'plan-review', id: review.data.id, question: planOf(log)?.content ?? '' }] : [];
  }
  const asked = state === 'clarifying' ? log.latest('clarification.requested') : undefined;
  return asked ? [{ kind: 'clarification', id: asked.data.id, question: asked.data.question }] : [];
}

/** Everything that a run waits for people to say, also while others still work. */
export const waitingIn = (log: RunLog): WaitingFor[] => [...hostAsks(log), ...openAsks(log)];

/** The first of what a run waits for, when nothing in it goes on before a person says something. */
export const waitingOf = (log: RunLog): WaitingFor | undefined =>
  log.latest('status.changed')?.data.status === 'waiting' ? waitingIn(log)[0] : undefined;
