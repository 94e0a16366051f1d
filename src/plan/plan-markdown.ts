import type { StepStatus } from '../domain/status.ts';
import { readLoosePlan } from './loose-plan.ts';
import type { PlanStep } from './plan.ts';
import { decode, encode, encodeLine, toReferences } from './plan-escapes.ts';
import { fieldsOf, type PlanField, readIds, takeGroup, writeId, writeName } from './plan-fields.ts';
import { stepLooks } from './step-looks.ts';

const statuses = new Map(Object.entries(stepLooks).map(([status, { mark }]) => [mark, status as StepStatus])); // keys of the table

/** The parts of a plan that Markdown holds. */
export interface PlanOutline {
  readonly title: string;
  readonly strategy: string;
  readonly steps: readonly PlanStep[];
  /** The step whose result is the answer, when everything succeeds. */
  readonly answerFrom?: string;
}

/** A plan, as Markdown, that a call wrote beside its move, and the key of that call. */
export interface Draft {
  readonly key: string;
  readonly plan: string;
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
 *
 *     answer from: 1
 *
 * `parsePlanMarkdown` reads it back without loss, whatever the texts are. What a run adds to a step (its result, times and
 * retries so far) is in the log and is not written.
 */
export function toPlanMarkdown(plan: PlanOutline): string {
  const lines = [`# Plan: ${encodeLine(plan.title)}`, ''];
  if (plan.strategy !== '') {
    const strategy = encode(plan.strategy).split('\n');
    const isMistakable = plan.steps.length === 0 && readLoosePlan(strategy).steps.length > 0;
    lines.push(...strategy.map(isMistakable ? hideStart : protect), '');
  }
  lines.push(...plan.steps.flatMap(stepLines));
  if (plan.answerFrom !== undefined) lines.push('', `answer from: ${writeId(plan.answerFrom)}`);
  return `${lines.join('\n')}\n`;
}

const defaultRetries = 2;
const indent = '    ';

function stepLines(step: PlanStep): string[] {
  const [first = '', ...more] = encode(step.description).split('\n');
  const described = [protectGroup(first), ...more.map((line) => protect(`${indent}${line}`))].join('\n');
  const alone = step.assignedTo === '' ? [] : [step.assignedTo];
  const names = step.alongside ? [step.assignedTo, ...step.alongside] : alone;
  const lines = [`- [${stepLooks[step.status].mark}] ${step.id}: ${described}`];
  const say = (field: PlanField, value: string | number | undefined) => {
    if (value !== undefined) lines.push(`  - ${field}: ${value}`);
  };
  const text = (value: string | undefined) => (value === undefined ? undefined : encodeLine(value));
  say('specialist', names.map(writeName).join(', ') || undefined);
  say('after', step.dependencies.map(writeId).join(', ') || undefined);
  say('when', text(step.when));
  say('format', text(step.format));
  say('priority', step.priority === 0 ? undefined : step.priority);
  say('retries', step.maxRetries === defaultRetries ? undefined : step.maxRetries);
  say('estimate', step.estimatedMs === undefined ? undefined : `${step.estimatedMs}ms`);
  say('reason', text(step.reason));
  return lines;
}

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

const fence = /^\s*```/;
const heading = /^#{1,3}\s+(?:(?:plan|计划)\s*[:：]\s*)?(.*)$/is;
/** `- [ ] 1: text`, and for a numbered list also `1. [ ] text`. */
const stepLine = /^(?:[-*]|(\d+)[.)])\s+\[(.?)\]\s+(?:(?:step\s+|步骤\s*)?([a-z0-9][a-z0-9_-]*)\s*[:.：、]\s*)?(.*)$/is;
const answerLine = /^(?:[-*]\s+)?[*_`]*(?:answer[ _-]?from|答案来自|答案取自)[*_`]*\s*[:：][*_`]*(.*)$/is;
const boldStart = /^(\s*(?:[-*]|\d+[.)])\s+(?:\[.?\]\s+)?)\*\*([^*]+)\*\*/u;

/**
 * Reads a plan from Markdown, as `toPlanMarkdown` writes it and as models write it: fences, bold type, other names of fields and text around
 * it are accepted, and where no step has a checkbox, numbered lists, headings and tables are steps. What stands above the first step is kept as the
 * strategy. The meaning is not checked here: `planProblems` does that, and `looksLikePlan` distinguishes a plan from an answer with a list in it.
 */
export function parsePlanMarkdown(markdown: string): PlanOutline {
  const lines: string[] = [];
  let answerFrom: string | undefined;
  for (const line of markdown.replaceAll('\r\n', '\n').split('\n')) {
    const [isAnswer, id = ''] = answerLine.exec(line) ?? [];
    if (fence.test(line)) continue;
    if (isAnswer === undefined) lines.push(line);
    else answerFrom = readIds(id.trim())[0] ?? answerFrom;
  }
  const own = readOwnForm(lines);
  const loose = own.steps.length > 0 ? own : readLoosePlan(lines);
  const outline = loose.steps.length > 0 ? { ...loose, steps: loose.steps.map(planStep) } : own;
  return answerFrom === undefined ? outline : { ...outline, answerFrom };
}

function readOwnForm(lines: readonly string[]): PlanOutline {
  let title: string | undefined;
  const strategy: string[] = [];
  const steps: { step: PlanStep; description: string[] }[] = [];
  for (const line of lines) {
    const start = readStart(line);
    const current = steps.at(-1);
    const fields = current && fieldsOf(line);
    if (start) {
      const { rest, fields: said } = takeGroup(start.description) ?? { rest: start.description, fields: {} };
      steps.push({ step: planStep({ ...start, ...said }), description: [rest] });
    } else if (fields) {
      Object.assign(current.step, fields);
    } else if (current) {
      if (line.startsWith(indent)) current.description.push(unprotect(line).slice(indent.length));
    } else if (title === undefined && heading.test(line)) {
      title = decode(heading.exec(line)?.[1] ?? '');
    } else {
      strategy.push(unprotect(line));
    }
  }
  return {
    title: title ?? '',
    strategy: decode(strategy.join('\n')),
    steps: steps.map(({ step, description }) => ({ ...step, description: decode(description.join('\n')) })),
  };
}

/** Whether a line is the first of a step in our own form. */
export const isStepLine = (line: string): boolean => readStart(line) !== undefined;

function readStart(line: string): Pick<PlanStep, 'id' | 'status' | 'description'> | undefined {
  const [, number, mark = '', id = number, description = ''] = stepLine.exec(line.replace(boldStart, '$1$2')) ?? [];
  return id === undefined ? undefined : { id, description, status: statuses.get(mark.toLowerCase()) ?? 'pending' };
}

/** A line of text that would read as something else begins with a backslash, or with a reference where a backslash would stay. */
function protect(line: string): string {
  const isOther = fence.test(line) || isStepLine(line) || fieldsOf(line) !== undefined || answerLine.test(line);
  if (!isOther && !/^\s*\\[-*#`\d\\]/.test(line)) return line;
  return /^\s*[-*#`\d\\]/.test(line) ? line.replace(/^\s*/, '$&\\') : hideStart(line);
}

const unprotect = (line: string) => line.replace(/^(\s*)\\(?=[-*#`\d\\])/, '$1');
/** What begins with a reference already is nothing but text. */
const hideStart = (line: string) => line.replace(/^(\s*)([^\s&])/u, (_, blank, first) => blank + toReferences(first));

/** What stands in brackets at the end of a description is no field of the step. */
function protectGroup(line: string): string {
  const closing = takeGroup(line)?.closing;
  return closing === undefined
    ? line
    : `${line.slice(0, closing)}${toReferences(line.charAt(closing))}${line.slice(closing + 1)}`;
}
