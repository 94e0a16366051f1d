import type { SpecialistResult } from '../domain/results.ts';
import type { Entry } from '../log/entry.ts';
import { toPrintableLine } from './printable.ts';
import { hasEnded, type Progress, stepOf } from './progress.ts';
import { toCount, toDuration } from './quantity.ts';

/** What an entry changed, as one plain line; nothing for an entry that a reader need not see. */
export function changeLine(before: Progress, after: Progress, entry: Entry): string | undefined {
  const text = describe(before, after, entry);
  return text === undefined ? undefined : toPrintableLine(text);
}

function describe(before: Progress, after: Progress, { type, actor, data }: Entry): string | undefined {
  switch (type) {
    case 'status.changed':
      return before.status === after.status ? undefined : statusLine(after);
    case 'plan.created':
    case 'plan.updated':
      return `plan v${after.plan?.version}: ${toCount(after.plan?.steps.length ?? 0, 'step')}`;
    case 'step.started': {
      const round = after.round > 1 ? ` in round ${after.round} of ${after.maxRounds}` : '';
      return `step ${data.id} started${round}: ${data.description} (${data.specialist})`;
    }
    case 'step.completed':
    case 'step.failed': {
      const { durationMs, error } = data.result as SpecialistResult; // written by the host
      return type === 'step.failed'
        ? `step ${data.id} failed: ${error}`
        : `step ${data.id} done in ${toDuration(durationMs)}`;
    }
    case 'step.blocked':
      return `step ${data.id} blocked: ${data.reason}`;
    case 'effect.failed': {
      const { message } = data.error as { message: string }; // written by the effects port
      const step = stepOf(actor);
      return `${step === undefined ? '' : `step ${step}: `}a call failed: ${message}`;
    }
    case 'limit.reached':
      return `limit reached: ${data.name} (${data.max})`;
    default:
      return undefined;
  }
}

function statusLine(after: Progress): string {
  if (!hasEnded(after)) return after.status;
  const tokens = after.tokens > 0 ? ` · ${toCount(after.tokens, 'token')}` : '';
  return `${after.status} in ${toDuration(after.at - after.startedAt)}${tokens}`;
}
