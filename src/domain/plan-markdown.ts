import { type PlanStep, stepIdPattern } from './plan.ts';
import type { StepStatus } from './status.ts';

const marks: Record<StepStatus, string> = {
  pending: ' ',
  executing: '~',
  completed: 'x',
  failed: '!',
  skipped: '-',
  blocked: '?',
};
const statuses = new Map(Object.entries(marks).map(([status, mark]) => [mark, status as StepStatus])); // keys of `marks`

/** The parts of a plan that Markdown holds. */
export interface PlanOutline {
  readonly title: string;
  readonly strategy: string;
  readonly steps: readonly PlanStep[];
}

/**
 * Writes a plan as Markdown:
 *
 *     # Plan: title
 *
 *     strategy
 *
 *     - [ ] 1: description
 *       - specialist: data
 *       - after: 2, 3
 */
export function toPlanMarkdown(plan: PlanOutline): string {
  const lines = [`# Plan: ${plan.title}`, ''];
  if (plan.strategy !== '') {
    // A line of the strategy that would read as a step or a heading is escaped.
    lines.push(
      ...plan.strategy.split('\n').map((line) => (/^\s*([-#*\\]|\d+[.)])/.test(line) ? `\\${line}` : line)),
      '',
    );
  }
  for (const step of plan.steps) {
    lines.push(`- [${marks[step.status]}] ${step.id}: ${step.description.replaceAll('\n', '\n    ')}`);
    if (step.assignedTo !== '') lines.push(`  - specialist: ${step.assignedTo}`);
    if (step.dependencies.length > 0) lines.push(`  - after: ${step.dependencies.join(', ')}`);
    if (step.priority !== 0) lines.push(`  - priority: ${step.priority}`);
    if (step.maxRetries !== defaultRetries) lines.push(`  - retries: ${step.maxRetries}`);
    if (step.estimatedMs !== undefined) lines.push(`  - estimate: ${step.estimatedMs}ms`);
    if (step.reason !== undefined) lines.push(`  - reason: ${step.reason.replaceAll('\n', ' ')}`);
  }
  return `${lines.join('\n')}\n`;
}

const defaultRetries = 2;

/** A step with nothing but what is given; the rest has its default. */
export function planStep(step: Partial<PlanStep> & Pick<PlanStep, 'id' | 'description'>): PlanStep {
  return {
    status: 'pending',
    assignedTo: '',
    dependencies: [],
    priority: 0,
    maxRetries: defaultRetries,
    retryCount: 0,
    ...step,
  };
}

const stepLine =
  /^(?:[-*]|\d+[.)])\s+\[(.)\]\s+(?:\*\*)?(?:step\s+)?([A-Za-z0-9][A-Za-z0-9_-]*)(?:\*\*)?\s*[:.：、]\s*(.*)$/i;
const fieldLine = /^\s+[-*]\s+(specialist|after|priority|retries|estimate|reason)\s*[:：]\s*(.*)$/i;

/**
 * Reads a plan from Markdown, as `toPlanMarkdown` writes it and as models write it: fences, bold ids, `*` for `-` and text
 * around it are accepted. What is not a step and not a field of one is kept as the strategy when it stands above the
 * first step. The meaning is not checked here; `planProblems` does that.
 */
export function parsePlanMarkdown(markdown: string): PlanOutline {
  let title = '';
  const strategy: string[] = [];
  const steps: PlanStep[] = [];
  let step: PlanStep | undefined;
  for (const line of markdown.replaceAll('\r\n', '\n').split('\n')) {
    if (/^\s*```/.test(line)) continue;
    const heading = /^#\s+(?:plan\s*[:：]\s*)?(.*)$/i.exec(line);
    const start = stepLine.exec(line);
    const field = step && fieldLine.exec(line);
    if (start) {
      const [, mark = ' ', id = '', description = ''] = start;
      step = planStep({ id, description, status: statuses.get(mark.toLowerCase()) ?? 'pending' });
      steps.push(step);
    } else if (step && field) {
      Object.assign(step, readField((field[1] ?? '').toLowerCase(), (field[2] ?? '').trim()));
    } else if (step && /^ {4}/.test(line)) {
      step.description += `\n${line.slice(4)}`;
    } else if (!step && heading && title === '') {
      title = heading[1] ?? '';
    } else if (!step) {
      strategy.push(line.replace(/^\\(?=\s*([-#*\\]|\d+[.)]))/, ''));
    }
  }
  return { title: title.trim(), strategy: strategy.join('\n').trim(), steps };
}

function readField(name: string, value: string): Partial<PlanStep> {
  switch (name) {
    case 'specialist':
      return { assignedTo: value.replace(/^[@`"]|[`"]$/g, '') };
    case 'after':
      return { dependencies: readIds(value) };
    case 'priority':
      return { priority: readInteger(value) ?? 0 };
    case 'retries':
      return { maxRetries: Math.max(0, readInteger(value) ?? defaultRetries) };
    case 'reason':
      return { reason: value };
    default: {
      const [, amount, unit] = /^([\d.]+)\s*(ms|s|m|min|h)?/.exec(value) ?? [];
      const scale = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 }[unit ?? 'ms'];
      return amount && scale ? { estimatedMs: Number(amount) * scale } : {};
    }
  }
}

function readIds(value: string): string[] {
  const ids = value
    .split(/[,，、\s]+|\band\b/)
    .map((id) => id.replace(/^step$/i, '').replace(/[.;]$/, ''))
    .filter((id) => stepIdPattern.test(id) && !/^(none|-)$/i.test(id));
  return [...new Set(ids)];
}

function readInteger(value: string): number | undefined {
  const number = Number.parseInt(value, 10);
  return Number.isSafeInteger(number) ? number : undefined;
}
