import { isRecord } from '../domain/is-record.ts';
import type { PlanStep } from './plan.ts';
import { bareKey, fieldOfKey, type PlanField, readNames, takeGroup } from './plan-fields.ts';
import { parsePlanMarkdown, planStep } from './plan-markdown.ts';

/** An object as a model wrote it, by the bare form of its keys; what is null is not there. */
export type Said = ReadonlyMap<string, unknown>;

export function saidIn(record: Readonly<Record<string, unknown>>): Said {
  const said = new Map<string, unknown>();
  for (const [key, value] of Object.entries(record)) {
    const bare = bareKey(key);
    // Of two keys that are one in their bare form, the one that is written so counts.
    if (value !== null && value !== undefined && (key === bare || !said.has(bare))) said.set(bare, value);
  }
  return said;
}

/** The first text under one of the keys. */
export function textIn(said: Said, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = textOf(said.get(key));
    if (text) return text;
  }
  return undefined;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : undefined;

const idKeys = ['id', 'stepid', 'stepnumber', 'step', 'number', 'no', 'key', '编号', '序号', '步骤'];
const taskKeys = [
  ...['task', 'description', 'action', 'what', 'instructions', 'instruction', 'objective', 'goal', 'details', 'text'],
  ...['title', 'name', '任务', '描述', '内容'],
];
const otherWho = ['role', 'who', 'by'];

/** Reads one step as a model wrote it, in an object or in words, with ids and names as they stand there; nothing when it has no task. */
export function readWrittenStep(written: unknown): PlanStep | undefined {
  if (typeof written === 'string') return readStepText(written);
  if (!isRecord(written)) return undefined;
  const said = saidIn(written);
  const byField = new Map([...said].toReversed().map(([key, value]) => [fieldOfKey(key), value]));
  const field = (name: PlanField) => byField.get(name);
  // `"step": "load the table"` is a task, `"step": 1` an id.
  const step = textOf(said.get('step')) ?? '';
  const task = textIn(said, taskKeys) ?? (/\s/.test(step) && !/^\S+\s+\d+$/.test(step) ? step : undefined);
  const id = textIn(said, step === task ? idKeys.filter((key) => key !== 'step') : idKeys) ?? '';
  const description = task ?? (/\p{L}{3}/u.test(id) ? id.replace(/[_-]+/g, ' ') : '');
  if (description === '') return undefined;
  const [assignedTo = '', ...alongside] = namesIn(field('specialist') ?? otherWho.map((key) => said.get(key)));
  const [when, format] = [textOf(field('when')), formatOf(field('format'))];
  return planStep({
    id,
    description,
    assignedTo,
    ...(alongside.length > 0 ? { alongside } : {}),
    ...(when === undefined ? {} : { when }),
    ...(format === undefined ? {} : { format }),
    dependencies: idsIn(field('after')),
  });
}

function readStepText(written: string): PlanStep | undefined {
  const [step, ...more] = parsePlanMarkdown(written).steps;
  if (step && more.length === 0) return step;
  const { rest, fields } = takeGroup(written) ?? { rest: written.trim(), fields: {} };
  return rest === '' ? undefined : planStep({ id: '', description: rest, ...fields });
}

/** Lists in lists are not followed for ever. */
const deepest = 3;

function namesIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') {
    const { assignedTo, alongside = [] } = readNames(value);
    return assignedTo === '' ? alongside : [assignedTo, ...alongside];
  }
  if (depth === deepest) return [];
  if (Array.isArray(value)) return value.flatMap((each) => namesIn(each, depth + 1));
  return isRecord(value) ? namesIn(textIn(saidIn(value), ['name', 'specialist', 'id']), depth + 1) : [];
}

function idsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'string') {
    const ids = value.split(/[,，、;；&+]|\band\b|[和与及]/iu).map((id) => id.trim());
    return ids.flatMap((id) => (/^[\d\s]+$/.test(id) ? id.split(/\s+/) : id)).filter((id) => id !== '');
  }
  if (depth === deepest) return [];
  if (Array.isArray(value)) return value.flatMap((each) => idsIn(each, depth + 1));
  return isRecord(value) ? idsIn(textIn(saidIn(value), [...idKeys, 'name']), depth + 1) : [];
}

/** A form may be a word or a schema. */
function formatOf(value: unknown): string | undefined {
  if (!isRecord(value) && !Array.isArray(value)) return textOf(value);
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
