import type { z } from 'zod';

/** What is wrong with a configuration, in words that name the field, its value and what is allowed. */
export function configProblem(config: unknown, issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const where = issue.path.length > 0 ? ` in ${issue.path.join('.')}` : '';
    return `${issue.keys.map((key) => `"${key}"`).join(', ')}${where} is not a setting`;
  }
  const field = issue.path.join('.') || 'the configuration';
  return `${field} is ${shown(valueAt(config, issue.path))}: ${issue.message}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value); // any value may be asked for a key
}

const maxLength = 80;

/** A value in an error: short, and without the insides of what may hold secrets. */
function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? `a list of ${value.length}` : 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
