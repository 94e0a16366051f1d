import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import type { PlanStep } from '../../../src/plan/plan.ts';
import { countUpTo } from '../state/bisect.ts';
import { fieldOf, numberOf } from '../state/field-of.ts';

/** One time that somebody works on a step. */
export interface Attempt {
  readonly step: string;
  readonly description: string;
  readonly specialist: string;
  readonly dependencies: readonly string[];
  readonly round: number;
  /** The path of the actor that does it. */
  readonly actor: string;
  readonly seq: number;
  readonly startedAt: number;
  /** How it ended; absent while it goes on. */
  end?: {
    readonly seq: number;
    readonly at: number;
    readonly status: 'completed' | 'failed';
    readonly reason?: string;
  };
}

/** A plan as it was written. */
interface LoggedPlan {
  readonly version: number;
  readonly title: string;
  readonly strategy: string;
  readonly steps: readonly PlanStep[];
}

/** A version of the plan, and what came before it. */
export interface Version {
  readonly seq: number;
  readonly plan: LoggedPlan;
  /** Rounds that were collected before it. */
  readonly after: number;
  /** Whether a person made it. */
  readonly isEdited: boolean;
}

/** What was tried and what was planned, as the entries come. Both lists only grow. */
export class PlanStory {
  readonly attempts: Attempt[] = [];
  readonly versions: Version[] = [];
  readonly #open = new Map<string, Attempt>();
  #rounds = 0;
  #fact = '';

  push(entry: TimelineEntry): void {
    const { type, kind, data } = entry;
    if (kind === 'fact') this.#fact = type;
    if (type === 'results.collected') this.#rounds += 1;
    if (type === 'step.started') this.#start(entry);
    if (type === 'step.completed' || type === 'step.failed') this.#end(entry, type === 'step.failed');
    if (type !== 'plan.created' && type !== 'plan.updated') return;
    if (!Array.isArray(fieldOf(data.plan, 'steps'))) return;
    const plan = data.plan as LoggedPlan; // plans come over the wire as they were written
    this.versions.push({ seq: entry.seq, plan, after: this.#rounds, isEdited: this.#fact === 'plan.edited' });
  }

  #start({ seq, at, data }: TimelineEntry): void {
    const { dependencies } = data;
    if (!Array.isArray(dependencies)) return;
    const attempt: Attempt = {
      step: String(data.id),
      description: String(data.description ?? ''),
      specialist: [data.specialist, ...(Array.isArray(data.alongside) ? data.alongside : [])].join(', '),
      dependencies: dependencies.map(String),
      round: numberOf(data, 'round') ?? 1,
      actor: String(data.actor ?? ''),
      seq,
      startedAt: Date.parse(at),
    };
    this.attempts.push(attempt);
    this.#open.set(attempt.step, attempt);
  }

  #end({ seq, at, data }: TimelineEntry, isFailed: boolean): void {
    const attempt = this.#open.get(String(data.id));
    if (!attempt) return;
    this.#open.delete(attempt.step);
    attempt.end = {
      seq,
      at: Date.parse(at),
      status: isFailed ? 'failed' : 'completed',
      ...(typeof data.reason === 'string' ? { reason: data.reason } : {}),
    };
  }

  /** What was tried up to an entry. */
  attemptsAt(seq: number): readonly Attempt[] {
    return this.attempts.slice(
      0,
      countUpTo(this.attempts, seq, (attempt) => attempt.seq),
    );
  }

  /** The versions up to an entry. */
  versionsAt(seq: number): readonly Version[] {
    return this.versions.slice(
      0,
      countUpTo(this.versions, seq, (version) => version.seq),
    );
  }
}

const list = (ids: readonly string[]) =>
  ids.length > 4 ? `${ids.length} steps` : `${ids.length === 1 ? 'step' : 'steps'} ${ids.join(', ')}`;

/** What a version changed, in a sentence, and how it goes about the work. */
export function versionWords(before: Version | undefined, { plan, after, isEdited }: Version): string {
  const strategy = plan.strategy === '' ? '' : `Strategy: ${plan.strategy}`;
  if (!before) return strategy;
  const old = new Map(before.plan.steps.map((step) => [step.id, step]));
  const now = new Set(plan.steps.map(({ id }) => id));
  const added = plan.steps.filter(({ id }) => !old.has(id)).map(({ id }) => id);
  const dropped = before.plan.steps.filter(({ id }) => !now.has(id)).map(({ id }) => id);
  const changed = plan.steps.filter(({ id, description, dependencies, assignedTo }) => {
    const was = old.get(id);
    const isSame =
      was?.description === description && was.assignedTo === assignedTo && `${was.dependencies}` === `${dependencies}`;
    return was !== undefined && !isSame;
  });
  const said = [
    ...(added.length > 0 ? [`${list(added)} new`] : []),
    ...(changed.length > 0 ? [`${list(changed.map(({ id }) => id))} changed`] : []),
    ...(dropped.length > 0 ? [`${list(dropped)} dropped`] : []),
  ];
  const cause = isEdited ? ' by an edit' : after > 0 ? ` after round ${after}` : '';
  return `v${plan.version}${cause}: ${said.join(', ') || 'the same steps'}. ${strategy}`.trim();
}
