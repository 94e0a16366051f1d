import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { countUpTo } from './bisect.ts';

/** A step of the plan as it is drawn. */
export interface StepView {
  readonly id: string;
  readonly description: string;
  readonly status: 'pending' | 'executing' | 'completed' | 'failed' | 'skipped' | 'blocked';
  readonly assignedTo: string;
  readonly dependencies: string[];
  readonly priority: number;
  readonly estimatedMs?: number;
  readonly actualMs?: number;
  readonly reason?: string;
}

export interface PlanView {
  readonly version: number;
  readonly title: string;
  readonly steps: readonly StepView[];
}

/** Whether an entry says something about the plan. */
export const isAboutPlan = ({ type }: TimelineEntry) => type.startsWith('plan.') || type.startsWith('step.');

const isPlan = ({ type }: TimelineEntry) => type === 'plan.created' || type === 'plan.updated';

/** The entry that holds the plan which is in force at an entry. */
function planEntryAt(entries: readonly TimelineEntry[], seq: number): TimelineEntry | undefined {
  for (let place = countUpTo(entries, seq, (entry) => entry.seq) - 1; place >= 0; place--) {
    const entry = entries[place];
    if (entry && isPlan(entry)) return entry;
  }
  return undefined;
}

/** The plan as it stands at an entry, of the entries that are about it. */
export function planAt(entries: readonly TimelineEntry[], seq: number): PlanView | undefined {
  const written = planEntryAt(entries, seq);
  const plan = written?.data.plan as PlanView | undefined; // written by the host, and never cut
  if (!written || !plan) return undefined;
  const steps = new Map(plan.steps.map((step) => [step.id, step]));
  for (let place = countUpTo(entries, written.seq, (entry) => entry.seq); place < entries.length; place++) {
    const entry = entries[place] as TimelineEntry; // below the length
    if (entry.seq > seq) break;
    const step = steps.get(String(entry.data.id));
    const change = step && stepChange(entry);
    if (step && change) steps.set(step.id, { ...step, ...change });
  }
  return { version: plan.version, title: plan.title, steps: [...steps.values()] };
}

function stepChange({ type, data }: TimelineEntry): Partial<StepView> | undefined {
  const reason = typeof data.reason === 'string' ? { reason: data.reason } : {};
  switch (type) {
    case 'step.started':
      return { status: 'executing' };
    case 'step.blocked':
      return { status: 'blocked', ...reason };
    case 'step.skipped':
      return { status: 'skipped', ...reason };
    case 'step.completed':
    case 'step.failed': {
      const results = Array.isArray(data.results) ? (data.results as { durationMs?: number }[]) : [];
      const ms = results.map(({ durationMs }) => durationMs ?? 0);
      const status = type === 'step.completed' ? 'completed' : 'failed';
      return { status, ...reason, ...(ms.length > 0 ? { actualMs: Math.max(...ms) } : {}) };
    }
    default:
      return undefined;
  }
}
