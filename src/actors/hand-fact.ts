import type { Entry } from '../log/entry.ts';
import type { EntryData } from '../log/entry-types.ts';
import type { Progress } from './effect-pack.ts';
import type { OpenQuestions, PersonReply } from './open-questions.ts';
import type { Outcome } from './stage.ts';

/** What takes the facts of a run: its effects. */
interface Taker {
  readonly questions: Pick<OpenQuestions, 'reply'>;
  settle(key: string, outcome: Outcome): void;
  progress(key: string, value: Progress): void;
  spent(about: EntryData['effect.cancelled'] & { readonly actor: string }): void;
  note(data: EntryData['entry.recorded']): void;
  submit(event: { type: string }): void;
  restore(): void;
}

/** Hands a stored fact to the effects of a run again. */
export function handFact(effects: Taker, { type, actor, data }: Entry): void {
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
