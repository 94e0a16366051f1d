import type { Entry } from '../log/entry.ts';
import type { Effects } from './effects.ts';
import type { PersonReply } from './open-questions.ts';

/** Hands a stored fact to the effects of a run again. */
export function handFact(effects: Effects, { type, actor, data }: Entry): void {
  switch (type) {
    case 'effect.completed':
    case 'timer.fired':
      effects.settle(data.key, { ok: true, ...data });
      return;
    case 'effect.failed':
      effects.settle(data.key, { ok: false, ...data });
      return;
    case 'effect.progressed':
      effects.progress(data.key, data.value);
      return;
    case 'effect.cancelled':
      effects.spent({ ...data, actor });
      return;
    case 'run.restored':
      effects.restore();
      return;
    case 'entry.recorded':
      effects.note(data);
      return;
    case 'approval.given':
    case 'approval.refused':
    case 'question.answered':
      effects.questions.reply({ type, data } as PersonReply); // the data is that of its type
      return;
    default:
      effects.submit({ type, ...data });
  }
}
