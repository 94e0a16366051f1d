import { fieldOf } from '../state/field-of.ts';

/** One field of a form, as a schema describes it. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'number' | 'choice' | 'boolean';
  /** What can be chosen. */
  readonly options: readonly string[];
  readonly isNeeded: boolean;
}

/** More than that is easier to write as JSON. */
const mostFields = 12;

/** The fields of a form whose schema is an object of texts, numbers, yes or no, and choices; nothing for any other schema. */
export function fieldsOf(schema: Readonly<Record<string, unknown>> | undefined): readonly FormField[] | undefined {
  const properties = fieldOf(schema, 'properties');
  if (fieldOf(schema, 'type') !== 'object' || typeof properties !== 'object' || properties === null) return undefined;
  const needed = fieldOf(schema, 'required');
  const fields = Object.entries(properties).map(([name, property]) => toField(name, property, needed));
  if (fields.length === 0 || fields.length > mostFields || fields.includes(undefined)) return undefined;
  return fields.flatMap((field) => field ?? []);
}

function toField(name: string, property: unknown, needed: unknown): FormField | undefined {
  const [type, values, said] = ['type', 'enum', 'description'].map((each) => fieldOf(property, each));
  const label = typeof said === 'string' && said.length <= 60 ? `${name}: ${said}` : name;
  const about = { name, label, isNeeded: Array.isArray(needed) && needed.includes(name) };
  if (Array.isArray(values) && values.every((each) => typeof each === 'string')) {
    return { ...about, kind: 'choice', options: values };
  }
  if (values !== undefined) return undefined;
  if (type === 'boolean') return { ...about, kind: 'boolean', options: ['yes', 'no'] };
  if (type === 'number' || type === 'integer') return { ...about, kind: 'number', options: [] };
  return type === 'string' ? { ...about, kind: 'text', options: [] } : undefined;
}

/** What a person has filled in, as the JSON of an answer; what was left empty and is not needed is not in it. */
export function toAnswer(fields: readonly FormField[], filled: Readonly<Record<string, string>>): string {
  const entries = fields.flatMap(({ name, kind, isNeeded }): [string, unknown][] => {
    const text = filled[name] ?? '';
    if (text === '' && !(isNeeded && kind === 'text')) return [];
    return [[name, kind === 'number' ? Number(text) : kind === 'boolean' ? text === 'yes' : text]];
  });
  return JSON.stringify(Object.fromEntries(entries));
}
