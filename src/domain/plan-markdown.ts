import { type PlanStep, stepIdPattern } from './plan.ts';
import type { StepStatus } from './status.ts';
import { withoutEnd } from './without-end.ts';

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
  /** The step whose result is the answer, when everything succeeds. */
  readonly answerFrom?: string;
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
 * `parsePlanMarkdown` reads it back without loss, whatever the texts are. What a run adds to a step (its result, times and
 * retries so far) is in the log and is not written.
 */
export function toPlanMarkdown(plan: PlanOutline): string {
  const lines = [`# Plan: ${encodeLine(plan.title)}`, ''];
  if (plan.strategy !== '') lines.push(encode(plan.strategy).split('\n').map(protect).join('\n'), '');
  for (const step of plan.steps) {
    const [first = '', ...more] = encode(step.description).split('\n');
    const described = [first, ...more.map((line) => protect(`${indent}${line}`))].join('\n');
    lines.push(`- [${marks[step.status]}] ${step.id}: ${described}`);
    const names = step.alongside
      ? [step.assignedTo, ...step.alongside]
      : step.assignedTo === ''
        ? []
        : [step.assignedTo];
    if (names.length > 0)
      lines.push(`  - specialist: ${names.map((name) => quoteUnless(isPlainName, name)).join(', ')}`);
    if (step.dependencies.length > 0) {
      lines.push(`  - after: ${step.dependencies.map((id) => quoteUnless(isPlainId, id)).join(', ')}`);
    }
    if (step.when !== undefined) lines.push(`  - when: ${encodeLine(step.when)}`);
    if (step.priority !== 0) lines.push(`  - priority: ${step.priority}`);
    if (step.maxRetries !== defaultRetries) lines.push(`  - retries: ${step.maxRetries}`);
    if (step.estimatedMs !== undefined) lines.push(`  - estimate: ${step.estimatedMs}ms`);
    if (step.reason !== undefined) lines.push(`  - reason: ${encodeLine(step.reason)}`);
  }
  return `${lines.join('\n')}\n`;
}

const defaultRetries = 2;
const indent = '    ';

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
const fieldLine = /^\s+[-*]\s+(specialist|after|when|priority|retries|estimate|reason)\s*[:：](.*)$/is;
const boldStart = /^(\s*(?:[-*]|\d+[.)])\s+(?:\[.?\]\s+)?)\*\*([^*]+)\*\*/u;

/**
 * Reads a plan from Markdown, as `toPlanMarkdown` writes it and as models write it: fences, bold ids and names, `*` or numbers
 * for `-` and text around it are accepted. What is not a step and not a field of one is kept as the strategy when it stands above the
 * first step. The meaning is not checked here; `planProblems` does that.
 */
export function parsePlanMarkdown(markdown: string): PlanOutline {
  let title: string | undefined;
  const strategy: string[] = [];
  const steps: { step: PlanStep; description: string[] }[] = [];
  for (const line of markdown.replaceAll('\r\n', '\n').split('\n')) {
    if (fence.test(line)) continue;
    const start = readStart(line);
    const current = steps.at(-1);
    const field = current && fieldOf(line);
    if (start) {
      steps.push({ step: planStep(start), description: [start.description] });
    } else if (field) {
      Object.assign(current.step, readField((field[1] ?? '').toLowerCase(), (field[2] ?? '').trim()));
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

function readStart(line: string): Pick<PlanStep, 'id' | 'status' | 'description'> | undefined {
  const [, number, mark = '', id = number, description = ''] = stepLine.exec(line.replace(boldStart, '$1$2')) ?? [];
  return id === undefined ? undefined : { id, description, status: statuses.get(mark.toLowerCase()) ?? 'pending' };
}

const fieldOf = (line: string) => fieldLine.exec(line.replace(boldStart, '$1$2'));

function readField(name: string, value: string): Partial<PlanStep> {
  switch (name) {
    case 'specialist':
      return readNames(value);
    case 'when':
      return { when: decode(value) };
    case 'after':
      return { dependencies: readIds(value) };
    case 'priority':
      return { priority: readInteger(value) ?? 0 };
    case 'retries':
      return { maxRetries: Math.max(0, readInteger(value) ?? defaultRetries) };
    case 'reason':
      return { reason: decode(value) };
    default: {
      const [, amount, unit = ''] = /^(\d[\d.]*(?:e[+-]?\d+)?)\s*(\p{L}*)/iu.exec(value) ?? [];
      const scale = units.find(([pattern]) => pattern.test(unit))?.[1];
      return amount && scale ? { estimatedMs: Number(amount) * scale } : {};
    }
  }
}

const units: readonly (readonly [RegExp, number])[] = [
  [/^(ms|milli|毫秒|$)/i, 1],
  [/^(s|秒)/i, 1000],
  [/^(m|分)/i, 60_000],
  [/^(h|小时)/i, 3_600_000],
];

/** Names between commas; a quoted one is taken as it is. */
function readNames(value: string): Pick<PlanStep, 'assignedTo' | 'alongside'> {
  const tokens = value.match(/"(?:[^"\\]|\\.)*"|[^,，、]+/gu) ?? [];
  const [assignedTo = '', ...alongside] = tokens
    .map((token) => token.trim())
    .filter((token) => token !== '')
    .map((token) => readQuoted(token) ?? token.replace(/^[@`"]|[`"]$/g, ''));
  return { assignedTo, ...(alongside.length > 0 ? { alongside } : {}) };
}

/** Ids between commas and spaces; a quoted one is taken as it is. */
function readIds(value: string): string[] {
  return (value.match(/"(?:[^"\\]|\\.)*"|[^,，、\s]+/gu) ?? []).flatMap((token) => {
    const quoted = readQuoted(token);
    if (quoted !== undefined) return quoted;
    const id = withoutEnd(token, /[\])`"'*.;。；]/u).replace(/^[[(#`"'*]+/u, '');
    return stepIdPattern.test(id) && !/^(none|and|steps?)$/i.test(id) ? id : [];
  });
}

function readQuoted(value: string): string | undefined {
  if (!/^".*"$/s.test(value)) return undefined;
  try {
    return JSON.parse(value) as string; // JSON in double quotes is a string
  } catch {
    return undefined;
  }
}

function readInteger(value: string): number | undefined {
  const number = Number.parseInt(value, 10);
  return Number.isSafeInteger(number) ? number : undefined;
}

const isPlainName = (name: string) => !/[\r\n]/.test(name) && readNames(name.trim()).assignedTo === name && name !== '';
const isPlainId = (id: string) => stepIdPattern.test(id) && readIds(id)[0] === id;
const quoteUnless = (isPlain: (text: string) => boolean, text: string) => (isPlain(text) ? text : JSON.stringify(text));

const reference = /&(amp;)*#(\d+);/g;
const toReferences = (text: string) => [...text].map((character) => `&#${character.codePointAt(0)};`).join('');

/** Texts are trimmed when they are read: what that would take, and carriage returns, become character references. */
function encode(text: string): string {
  const escaped = text.replace(reference, (found) => found.replace('&', '&amp;'));
  const body = escaped.trim();
  const start = escaped.length - escaped.trimStart().length;
  const [before, after] = [escaped.slice(0, start), escaped.slice(start + body.length)];
  return `${toReferences(before)}${body.replaceAll('\r', toReferences)}${toReferences(after)}`;
}

const encodeLine = (text: string) => encode(text).replaceAll('\n', toReferences);

function decode(text: string): string {
  return text
    .trim()
    .replace(reference, (found, amp, code) =>
      amp === undefined ? String.fromCodePoint(Math.min(Number(code), 0x10ffff)) : found.replace('amp;', ''),
    );
}

/** A line of text that would read as something else begins with a backslash. */
function protect(line: string): string {
  const isMistakable =
    /^\s*\\[-*#`\d\\]/.test(line) || fence.test(line) || readStart(line) !== undefined || fieldOf(line) !== null;
  return isMistakable ? line.replace(/^\s*/, '$&\\') : line;
}

const unprotect = (line: string) => line.replace(/^(\s*)\\(?=[-*#`\d\\])/, '$1');
