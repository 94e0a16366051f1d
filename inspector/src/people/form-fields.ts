import { fieldOf } from '../state/field-of.ts';

/** One field of a form, as a schema describes it. What it holds is written as a text: a list and a value of any other kind as JSON. */
export interface FormField {
  readonly name: string;
  /** What may be written, in a word or two. */
  readonly hint: string;
  readonly about?: string;
  readonly kind: 'text' | 'number' | 'choice' | 'boolean' | 'list' | 'json';
  /** What can be chosen. */
  readonly options: readonly string[];
  readonly isNeeded: boolean;
}

/** More than that is easier to write as JSON. */
const mostFields = 30;

/** The fields of a form whose schema is an object; nothing for any other schema, and where each field would be JSON again. */
export function fieldsOf(schema: Readonly<Record<string, unknown>> | undefined): readonly FormField[] | undefined {
  const properties = fieldOf(schema, 'properties');
  if (fieldOf(schema, 'type') !== 'object' || typeof properties !== 'object' || properties === null) return undefined;
  const needed = fieldOf(schema, 'required');
  const fields = Object.entries(properties).map(([name, property]) => toField(name, property, needed));
  if (fields.length === 0 || fields.length > mostFields) return undefined;
  return fields.every(({ kind }) => kind === 'json') ? undefined : fields;
}

const isText = (each: unknown): each is string => typeof each === 'string';

function toField(name: string, property: unknown, needed: unknown): FormField {
  const [type, values, said] = ['type', 'enum', 'description'].map((each) => fieldOf(property, each));
  const about = {
    name,
    options: [],
    isNeeded: Array.isArray(needed) && needed.includes(name),
    ...(isText(said) ? { about: said } : {}),
  };
  if (Array.isArray(values)) {
    return values.every(isText)
      ? { ...about, kind: 'choice', options: values, hint: 'one of these' }
      : { ...about, kind: 'json', hint: 'JSON' };
  }
  if (type === 'boolean') return { ...about, kind: 'boolean', options: ['yes', 'no'], hint: 'yes or no' };
  if (type === 'number' || type === 'integer') {
    return { ...about, kind: 'number', hint: `${type === 'integer' ? 'whole number' : 'number'}${bounds(property)}` };
  }
  if (type === 'string') return { ...about, kind: 'text', hint: formatHint(fieldOf(property, 'format')) };
  const isList = type === 'array' && fieldOf(fieldOf(property, 'items'), 'type') === 'string';
  const isPlain = isList && fieldOf(fieldOf(property, 'items'), 'enum') === undefined;
  return isPlain ? { ...about, kind: 'list', hint: 'list of texts' } : { ...about, kind: 'json', hint: 'JSON' };
}

/** Bounds that a person would name: those of all whole numbers are none. */
function bounds(property: unknown): string {
  const [least, most] = ['minimum', 'maximum'].map((each) => {
    const bound = fieldOf(property, each);
    return typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined;
  });
  if (least !== undefined && most !== undefined) return `, ${least} to ${most}`;
  if (least !== undefined) return `, at least ${least}`;
  return most === undefined ? '' : `, at most ${most}`;
}

const formatHint = (format: unknown) => (format === 'email' ? 'address' : isText(format) ? format : 'text');

/** What the fields of a form hold of a value; what has no field is left out. */
export const textsOf = (fields: readonly FormField[], value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(fields.map((field) => [field.name, toText(field, fieldOf(value, field.name))]));

function toText({ kind }: FormField, value: unknown): string {
  if (value === undefined) return '';
  if (kind === 'boolean') return value === true ? 'yes' : value === false ? 'no' : JSON.stringify(value);
  if (kind === 'json' || kind === 'list') return JSON.stringify(value);
  return isText(value) ? value : JSON.stringify(value);
}

/** The value that is filled in; what was left empty is not in it, unless it was empty before. Of what has no field it keeps what `before` has. */
export function toValue(
  fields: readonly FormField[],
  filled: Readonly<Record<string, string>>,
  before: unknown = {},
): Readonly<Record<string, unknown>> {
  const names = new Set(fields.map(({ name }) => name));
  const others = Object.entries(isRecord(before) ? before : {}).filter(([name]) => !names.has(name));
  const own = fields.flatMap((field): [string, unknown][] => {
    const text = filled[field.name] ?? '';
    const isKept = field.kind === 'text' && fieldOf(before, field.name) === '';
    return text === '' && !isKept ? [] : [[field.name, fromText(field, text)]];
  });
  return Object.fromEntries([...others, ...own]);
}

/** What a text stands for; the text itself where it is no number, or no JSON: the schema says what is wrong with that. */
function fromText({ kind }: FormField, text: string): unknown {
  if (kind === 'number') {
    const number = Number(text);
    return text.trim() === '' || Number.isNaN(number) ? text : number;
  }
  if (kind === 'boolean') return text === 'yes' ? true : text === 'no' ? false : text;
  if (kind !== 'json' && kind !== 'list') return text;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
