import { isEnded } from '../../domain/status.ts';
import type { Entry } from '../../log/entry.ts';
import { doingWords } from './doing.ts';
import { toPrintableLine } from './printable.ts';
import { outcomeOf, type Progress, stepOf } from './progress.ts';
import { toCount, toDuration } from './quantity.ts';

/** What an entry changed, as one plain line; undefined for an entry that a reader need not see. */
export function changeLine(before: Progress, after: Progress, entry: Entry): string | undefined {
  const text = describe(after, entry) ?? doingLine(before, after);
  return text === undefined ? undefined : toPrintableLine(text);
}

/** What is done from now on, where no line about a step says it. */
function doingLine(before: Progress, after: Progress): string | undefined {
  if (before.doing === after.doing || after.doing === doingWords.executing) return undefined;
  return statusWords(after);
}

function describe(after: Progress, { seq, type, actor, data }: Entry): string | undefined {
  switch (type) {
    case 'status.changed':
      return data.state === 'lookingUp' ? `looking up: ${after.lookups.join(', ')}` : undefined;
    case 'run.paused':
      return 'paused';
    case 'run.resumed':
      return 'resumed after the pause';
    case 'run.restored':
      return `resumed after entry ${seq - 1}`;
    case 'context.edited':
      return `${data.path} set to ${JSON.stringify(data.value)}`;
    case 'plan.created':
    case 'plan.updated':
      return planLine(after);
    case 'step.started': {
      const round = data.round > 1 ? ` in round ${data.round} of ${after.maxRounds}` : '';
      const who = [data.specialist, ...(data.alongside ?? [])];
      return `step ${data.id} started${round}: ${data.description} (${who.join(' + ')})`;
    }
    case 'step.completed':
    case 'step.failed': {
      const { ms, why } = outcomeOf(data);
      if (type === 'step.failed') return `step ${data.id} failed: ${why}`;
      return `step ${data.id} done${ms === undefined ? '' : ` in ${toDuration(ms)}`}`;
    }
    case 'step.blocked':
    case 'step.skipped':
      return `step ${data.id} ${type === 'step.blocked' ? 'blocked' : 'skipped'}: ${data.reason}`;
    case 'effect.failed': {
      const { message } = data.error;
      const step = stepOf(actor);
      return `${step === undefined ? '' : `step ${step}: `}a call failed: ${message}`;
    }
    case 'limit.reached':
      return `limit reached: ${data.name} (${data.max})`;
    default:
      return undefined;
  }
}

function planLine({ plan: { version, steps }, changes }: Progress): string {
  return `plan v${version}: ${toCount(steps.length, 'step')}${changes.length > 0 ? ` (${changes.join('; ')})` : ''}`;
}

/** What a run does; of one that has ended what it took. */
export function statusWords(after: Pick<Progress, 'status' | 'doing' | 'startedAt' | 'at' | 'tokens'>): string {
  if (!isEnded(after.status)) return after.doing;
  const tokens = after.tokens > 0 ? ` · ${toCount(after.tokens, 'token')}` : '';
  return `${after.status} in ${toDuration(after.at - after.startedAt)}${tokens}`;
}
