/** A place of the context with another value than it had. */
export interface ContextEdit {
  /** Such as `options.limits.rounds`. */
  readonly path: string;
  readonly before: unknown;
  readonly value: unknown;
}

/** Changes of a context, or why they cannot be made: `path` leads to the place. */
export type ContextEdits =
  | { readonly ok: true; readonly edits: readonly ContextEdit[] }
  | { readonly ok: false; readonly problem: string; readonly path: readonly string[] };

/** What has to be changed in a context so that it becomes another one: places as small as possible, so that what is hidden elsewhere stays as it is. */
export function contextEdits(before: unknown, after: unknown): ContextEdits {
  if (!isRecord(before) || !isRecord(after)) {
    return { ok: false, problem: 'The context is an object: it begins with { and ends with }.', path: [] };
  }
  const gone = Object.keys(before).find((name) => !Object.hasOwn(after, name));
  if (gone !== undefined) {
    const problem = `"${gone}" is missing. A place of the context can get another value, but not be taken out.`;
    return { ok: false, problem, path: [] };
  }
  const edits: ContextEdit[] = [];
  for (const [name, value] of Object.entries(after)) {
    const wrong = compare([name], before[name], value, edits);
    if (wrong) return { ok: false, ...wrong };
  }
  return { ok: true, edits };
}

interface Wrong {
  readonly problem: string;
  readonly path: readonly string[];
}

function compare(path: readonly string[], before: unknown, after: unknown, edits: ContextEdit[]): Wrong | undefined {
  if (before === after) return undefined;
  if (before !== undefined && before !== null && kindOf(before) !== kindOf(after)) {
    return {
      problem: `${path.join('.')} is ${words[kindOf(before)]}, and cannot become ${words[kindOf(after)]}.`,
      path,
    };
  }
  const inner = innerOf(before, after);
  if (!inner) {
    if (JSON.stringify(before) !== JSON.stringify(after)) edits.push({ path: path.join('.'), before, value: after });
    return undefined;
  }
  for (const [name, was, is] of inner) {
    const wrong = compare([...path, name], was, is, edits);
    if (wrong) return wrong;
  }
  return undefined;
}

/** What is in both, to be compared one by one; nothing where the whole has to be replaced. */
function innerOf(before: unknown, after: unknown): (readonly [string, unknown, unknown])[] | undefined {
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.length === after.length ? before.map((was, place) => [String(place), was, after[place]]) : undefined;
  }
  if (!isRecord(before) || !isRecord(after)) return undefined;
  // A path has dots between its parts, so what has one in its name is changed with what it stands in.
  const isWhole = Object.keys(before).some((name) => !Object.hasOwn(after, name) || name.includes('.'));
  if (isWhole) return undefined;
  return Object.entries(after).map(([name, is]) => [name, before[name], is]);
}

const words = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  list: 'a list',
  object: 'an object',
  nothing: 'null',
} as const;

function kindOf(value: unknown): keyof typeof words {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'object';
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
