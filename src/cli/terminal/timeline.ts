import { verdicts } from '../../domain/verdict.ts';
import { beganAt, type Entry } from '../../log/entry.ts';
import type { EntryData } from '../../log/entry-types.ts';
import { RunLog } from '../../log/run-log.ts';
import { workersOf } from '../../plan/plan.ts';
import { changeLine } from './change-line.ts';
import { ownWords } from './own-words.ts';
import { toPrintableLine } from './printable.ts';
import { advance, hasEnded, noProgress, stepOf } from './progress.ts';

/** One thing that happened in a run. */
export interface Happening {
  /** Milliseconds since the run began. */
  readonly ms: number;
  readonly text: string;
  /** What belongs to it, a line each. */
  readonly details: readonly string[];
}

/** What happened in a run, in words. */
export function timeline(entries: readonly Entry[]): Happening[] {
  const [first] = entries;
  if (!first) return [];
  const log = new RunLog(first.run, entries);
  const start = Date.parse(beganAt(first));
  const happenings: Happening[] = [];
  let progress = noProgress;
  for (const entry of entries) {
    const before = progress;
    progress = advance(before, entry);
    const isPassing = entry.type === 'status.changed' && entry.data.state !== 'lookingUp' && !hasEnded(progress);
    const text = wordsFor(entry, log) ?? (isPassing ? undefined : changeLine(before, progress, entry));
    if (text === undefined) continue;
    happenings.push({
      ms: Math.max(0, Date.parse(entry.at) - start),
      text: toPrintableLine(text),
      details: detailsOf(entry).map(toPrintableLine),
    });
  }
  return happenings;
}

function wordsFor({ type, actor, data }: Entry, log: RunLog): string | undefined {
  switch (type) {
    case 'thought.formed': {
      const thought = log.output('think', data.effect)?.thought;
      const ways = {
        direct: 'answers directly',
        plan: 'makes a plan',
        clarify: 'asks a question',
      };
      return `thought: ${data.complexity}, ${ways[data.branch]}${thought ? `: ${thought}` : ''}`;
    }
    case 'clarification.requested':
      return `asked: ${data.question}`;
    case 'clarification.answered':
      return `answered: ${data.text}`;
    case 'approval.requested':
      return data.kind === 'approval' ? `asked for approval: ${data.question}` : 'the plan is waiting for a review';
    case 'approval.given':
      return `${data.id} was approved${data.arguments === undefined ? '' : `, with ${data.arguments}`}`;
    case 'approval.refused':
      return `${data.id} was refused${data.reason ? `: ${data.reason}` : ''}`;
    case 'question.asked':
      return `asked: ${data.question}`;
    case 'question.answered':
      return `answered: ${JSON.stringify(data.answer)}`;
    case 'plan.reviewed':
      return data.verdict === 'approved' ? 'the plan was approved' : `the plan was sent back: ${data.remark}`;
    case 'plan.edited':
      return 'a person edited the plan';
    case 'plan.restored':
      return `a person went back to plan v${data.version}`;
    case 'effect.failed': {
      const { message } = data.error;
      const step = stepOf(actor);
      return `${step === undefined ? data.kind : `step ${step}`}: a call failed: ${message}`;
    }
    case 'effect.completed':
      return failoverWords(actor, data);
    case 'effect.started':
      return retryWords(actor, data);
    case 'feedback.given': {
      const feedback = log.output('reflect', data.effect)?.feedback;
      return `checked round ${data.round}, ${verdicts[data.branch].words}${feedback ? `: ${feedback}` : ''}`;
    }
    case 'correction.triggered':
      return `goes about step ${data.step} differently: ${data.reason}`;
    case 'entry.recorded':
      return ownWords(data);
    case 'answer.given':
      return 'the answer is ready';
    case 'run.failed':
      return `failed: ${data.message}`;
    case 'run.cancelled':
      return `cancelled${data.reason ? `: ${data.reason}` : ''}`;
    default:
      return undefined;
  }
}

/** That another model answered than the first. */
function failoverWords(actor: string, { kind, usage }: EntryData['effect.completed']): string | undefined {
  if (!usage?.failedOver) return undefined;
  const step = stepOf(actor);
  const others = usage.failedOver.map(({ model, reason }) => `${model}: ${reason}`).join(', ');
  return `${step === undefined ? kind : `step ${step}`}: ${usage.model} answered (${others})`;
}

/** The first call of an attempt after the first. */
function retryWords(actor: string, data: EntryData['effect.started']): string | undefined {
  const [, attempt = '1', turn = '1'] = /#(\d+)(?:\.(\d+))?$/.exec(data.key) ?? [];
  if (data.kind === 'wait' || attempt === '1' || turn !== '1') return undefined;
  const step = stepOf(actor);
  return `${step === undefined ? data.kind : `step ${step}`}: attempt ${attempt}`;
}

/** The steps of a new plan. */
function detailsOf({ type, data }: Entry): string[] {
  if (type !== 'plan.created' && type !== 'plan.updated') return [];
  return data.plan.steps.map((step) => {
    const who = workersOf(step)
      .filter((name) => name !== '')
      .join(' + ');
    const needs = step.dependencies.length > 0 ? `, after ${step.dependencies.join(', ')}` : '';
    const condition = step.when === undefined ? '' : `, if ${step.when}`;
    return `${step.id} ${step.description} (${who}${needs}${condition})`;
  });
}
