import { withoutEnd } from '../text/without-end.ts';
import { type PlanStep, stepIdPattern } from './plan.ts';
import { decode } from './plan-escapes.ts';

/** What a step may say of itself, and the names that people and models have for it; the first is ours. */
const names = {
  specialist: [
    ...['specialist', 'specialists', 'assigned to', 'assigned specialist', 'assignee', 'owner', 'agent', 'responsible'],
    ...['负责人', '负责专家', '专家', '执行者', '执行人'],
  ],
  after: [
    ...['after', 'depends on', 'dependencies', 'dependency', 'needs', 'requires', 'prerequisites'],
    ...['依赖', '依赖于', '依赖步骤', '前置步骤', '前置', '之后'],
  ],
  when: ['when', 'condition', 'only if', 'if', '条件'],
  format: ['format', 'output format', '格式', '输出格式'],
  priority: ['priority', '优先级'],
  retries: ['retries', '重试'],
  estimate: ['estimate', '预计'],
  reason: ['reason', '原因'],
} as const;
/** A field of a step. */
export type PlanField = keyof typeof names;

/** A name without what people put between its words: `Assigned to`, `assigned_to` and `assignedTo` are one. */
export const bareKey = (key: string) => key.toLowerCase().replace(/[\s_-]+/g, '');

const fields = new Map(
  Object.entries(names).flatMap(([field, all]) => all.map((name) => [bareKey(name), field as PlanField])), // keys of `names`
);

/** The field that a name means, if it means one. */
export const fieldNamed = (name: string): PlanField | undefined => fieldOfKey(bareKey(name));

/** The field that a name in its bare form means. */
export const fieldOfKey = (bare: string): PlanField | undefined => fields.get(bare);

const pattern = (all: readonly string[]) => all.map((name) => name.replaceAll(' ', '[ _-]?')).join('|');
const anyName = pattern(Object.values(names).flat());
const afterName = pattern(names.after);
const stepNumber = '(?:steps?|步骤|第)?\\s*#?\\d';
const quoted = '"(?:[^"\\\\]|\\\\.)*';

/** `- specialist: data`, `**Assigned to:** data`, `负责人：data`. */
const fieldLine = new RegExp(
  `^(?:[-*+•]\\s+)?(?:(\\*\\*|__|[*_\`])(${anyName})\\s*(?:\\1\\s*[:：]|[:：]\\s*\\1)|(${anyName})\\s*[:：])(.*)$`,
  'isu',
);
/** `- after step 1`, `- 在步骤1之后`. */
const needLine = new RegExp(
  `^(?:[-*+•]\\s+)?(?:(?:${afterName})\\s*(?=${stepNumber})(.*)|在?(${stepNumber}\\d*)\\s*步?(?:之后|完成后))$`,
  'isu',
);
/** Where a field begins among others: `data; after: 1`, `(data, after 1)`. What is quoted is passed over. */
const fieldStart = new RegExp(
  `${quoted}(?:"|$)|(?:^|[,;|·，；。]|\\.\\s|\\s[-–—]\\s)[\\s*_\`]*(?:(${anyName})[\\s*_\`]*[:：=][*_\`]*|(${afterName})(?=\\s*${stepNumber}))`,
  'gisu',
);
const brackets: Readonly<Record<string, string>> = { ')': '(', ']': '[', '）': '（', '】': '【' };

/** The fields of most steps as we write them ourselves: nothing else can be meant. */
const ownField = /^- (?:specialist: ([a-z]+(?:[-_][a-z]+)*)|after: (\d+(?:, \d+)*))$/i;

/** The fields that a line holds, if it holds nothing else. */
export function fieldsOf(line: string): Partial<PlanStep> | undefined {
  const text = line.trim();
  const [isOwn, assignedTo, ids] = ownField.exec(text) ?? [];
  if (isOwn !== undefined) return assignedTo === undefined ? { dependencies: ids?.split(', ') ?? [] } : { assignedTo };
  const [found, , emphatic, plain, value = ''] = fieldLine.exec(text) ?? [];
  if (found !== undefined) {
    const name = emphatic ?? plain ?? '';
    const field = fieldNamed(name);
    const isList = field === 'specialist' || field === 'after';
    return isList ? readFields(`${name}: ${value}`)?.fields : readField(name, value.trim());
  }
  const [need, behind, before] = needLine.exec(text) ?? [];
  if (need !== undefined)
    return readsAsNumbers(behind ?? before ?? '') ? { dependencies: readIds(behind ?? before ?? '') } : undefined;
  const group = takeGroup(text.replace(/^[-*+•]\s+/, ''));
  return group?.rest === '' ? group.fields : undefined;
}

/** Takes the fields in brackets from the end of a text: `count the rows (specialist: data, after: 1)`. */
export function takeGroup(text: string): { rest: string; fields: Partial<PlanStep>; closing: number } | undefined {
  const closing = withoutEnd(text, /[\s*_`.。]/).length - 1;
  const close = text.charAt(closing);
  const open = brackets[close];
  if (open === undefined) return undefined;
  let start = closing;
  for (let depth = 1; depth > 0; ) {
    start--;
    if (start < 0) return undefined;
    if (text[start] === close) depth++;
    else if (text[start] === open) depth--;
  }
  const read = readFields(text.slice(start + 1, closing));
  if (!read) return undefined;
  const named = read.head === '' || read.fields.assignedTo !== undefined ? {} : readNames(read.head);
  return { rest: withoutEnd(text.slice(0, start), /[\s*_`–—-]/), fields: { ...named, ...read.fields }, closing };
}

/** Takes the fields behind a mark from the end of a text: `count the rows – specialist: data, after: 1`. */
export function takeTail(text: string): { rest: string; fields: Partial<PlanStep> } | undefined {
  const read = readFields(text);
  if (read?.fields.assignedTo === undefined && read?.fields.dependencies === undefined) return undefined;
  return { rest: withoutEnd(read.head, /[\s*_`,;|·，；–—-]/), fields: read.fields };
}

/** Reads fields that follow one another, and what stands before the first; nothing when there is none or one cannot be read. */
function readFields(text: string): { head: string; fields: Partial<PlanStep> } | undefined {
  const starts = [...text.matchAll(fieldStart)].filter(([, name, need]) => name !== undefined || need !== undefined);
  const [first] = starts;
  if (!first) return undefined;
  const read: Partial<PlanStep> = {};
  for (const [place, start] of starts.entries()) {
    const value = text.slice(start.index + start[0].length, starts[place + 1]?.index).trim();
    const field = readField(start[1] ?? start[2] ?? '', value);
    if (!field) return undefined;
    Object.assign(read, field);
  }
  return { head: text.slice(0, first.index).trim(), fields: read };
}

/** Reads the value of a field; nothing when the name is an everyday word and the value shows that it was meant as one. */
export function readField(name: string, value: string): Partial<PlanStep> | undefined {
  switch (fieldNamed(name)) {
    case 'specialist':
      return readNames(value);
    case 'after':
      return bareKey(name) === 'after' || readsAsNumbers(value) ? { dependencies: readIds(value) } : undefined;
    case 'when':
      return { when: decode(value) };
    case 'format':
      return { format: decode(value) };
    case 'priority':
      return { priority: readInteger(value) ?? 0 };
    case 'retries': {
      const retries = readInteger(value);
      return retries === undefined ? {} : { maxRetries: Math.max(0, retries) };
    }
    case 'estimate': {
      const [, amount, unit = ''] = /^(\d[\d.]*(?:e[+-]?\d+)?)\s*(\p{L}*)/iu.exec(value) ?? [];
      const scale = units.find(([pattern]) => pattern.test(unit))?.[1];
      return amount && scale ? { estimatedMs: Number(amount) * scale } : {};
    }
    case 'reason':
      return { reason: decode(value) };
    default:
      return undefined;
  }
}

const units: readonly (readonly [RegExp, number])[] = [
  [/^(ms|milli|毫秒|$)/i, 1],
  [/^(s|秒)/i, 1000],
  [/^(m|分)/i, 60_000],
  [/^(h|小时)/i, 3_600_000],
];

/** Names between commas; a quoted one is taken as it is. */
export function readNames(value: string): Pick<PlanStep, 'assignedTo' | 'alongside'> {
  const tokens = value.match(/"(?:[^"\\]|\\.)*"|[^,，、\s][^,，、]*/gu) ?? [];
  const [assignedTo = '', ...alongside] = tokens
    .map((token) => token.trim())
    .map((token) => readQuoted(token) ?? withoutEnd(token.replace(/^[@`"*_]+/, ''), /[`"*_.。]/));
  return { assignedTo, ...(alongside.length > 0 ? { alongside } : {}) };
}

/** Ids between commas and spaces; a quoted one is taken as it is. */
export function readIds(value: string): string[] {
  return (value.match(/"(?:[^"\\]|\\.)*"|[^,，、;；\s和与及]+/gu) ?? []).flatMap((token) => {
    const quoted = readQuoted(token);
    if (quoted !== undefined) return quoted;
    const id = withoutEnd(token, /[\])`"'*.。步]/u).replace(/^(?:[[(#`"'*]|步骤|第)+/u, '');
    return stepIdPattern.test(id) && !/^(none|and|steps?)$/i.test(id) ? id : [];
  });
}

/** Whether a text says nothing but which steps: each has a number in its id, or there are none. */
function readsAsNumbers(value: string): boolean {
  const rest = value.replace(
    /\b(?:steps?|and|none|nothing|no|n\/a|null)\b|步骤|没有|[第步和与及无]|[\s,，、;；.。#&()[\]"'`*-]+/giu,
    ' ',
  );
  return rest.split(' ').every((token) => token === '' || (/^[a-z_]*\d+$/i.test(token) && token.length < 20));
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

/** A word, or some with a dash between them: nothing in it can be read as something else. */
const plainName = /^[a-z]+(?:[-_][a-z]+)*$/i;

/** A name as the field of a specialist holds it. */
export function writeName(name: string): string {
  if (plainName.test(name)) return name;
  const read = fieldsOf(`specialist: x, ${name}`);
  const isPlain = !/[\r\n"]/.test(name) && read?.alongside?.length === 1 && Object.keys(read).length === 2;
  return isPlain && read.alongside?.[0] === name ? name : JSON.stringify(name);
}

/** An id as a list of needs holds it. */
export function writeId(id: string): string {
  const isPlain = /^\d+$/.test(id) || (stepIdPattern.test(id) && readIds(id)[0] === id);
  return isPlain ? id : JSON.stringify(id);
}
