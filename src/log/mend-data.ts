import type { z } from 'zod';

type Place = Record<PropertyKey, unknown>;
type Issue = z.core.$ZodIssue;

/**
 * A copy of data in which what does not fit is left out, or replaced by the plainest value where something has to be there. Nothing when that does
 * not help: the data is damaged, not merely odd.
 */
export function mendData(schema: z.ZodType, data: object): object | undefined {
  const copy = structuredClone(data);
  // First what is odd is left out, then what was needed is put in, then what was needed in there.
  for (let pass = 0; pass < 4; pass++) {
    const { error } = schema.safeParse(copy);
    if (!error) return copy;
    // From the last one back: places in a list stay right while items after them are taken out.
    for (const issue of error.issues.toReversed()) {
      if ((pass === 0 && isMissing(copy, issue)) || !mend(copy, issue)) return undefined;
    }
  }
  return undefined;
}

function mend(data: object, issue: Issue): boolean {
  const key = issue.path.at(-1);
  const parent = issue.path.slice(0, -1).reduce<unknown>((value, step) => (value as Place | undefined)?.[step], data); // a path in it
  if (key === undefined || typeof parent !== 'object' || parent === null) return false;
  const place = parent as Place; // an object, as was just seen
  const value = place[key];
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else if (typeof value === 'number' && expectedOf(issue) === 'string') place[key] = String(value);
  else if (value !== undefined && !isStructure(value, issue)) delete place[key];
  else if (value === undefined && Object.hasOwn(plainest, expectedOf(issue))) place[key] = plainest[expectedOf(issue)];
  else return false;
  return true;
}

/** Whether a field is not there at all: nobody wrote the entry like that. */
const isMissing = (data: object, { path: [key, ...below] }: Issue) =>
  below.length === 0 && key !== undefined && !Object.hasOwn(data, key);

const plainest: Readonly<Record<string, unknown>> = { string: '', number: 0, boolean: false, array: [] };

const expectedOf = (issue: Issue): string => (issue.code === 'invalid_type' ? issue.expected : '');

/** Whether something has parts where text has to be: it is the content of another kind of entry. */
const isStructure = (value: unknown, issue: Issue) =>
  typeof value === 'object' && value !== null && expectedOf(issue) === 'string' && issue.path.length === 1;
