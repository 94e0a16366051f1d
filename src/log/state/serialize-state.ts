import type { z } from 'zod';
import { TroupeError } from '../../errors.ts';
import { type RunState, runStateSchema } from './run-state.ts';
import { problemText } from './state-problem.ts';
import { stateProblems } from './state-problems.ts';

/** The version of the JSON of a state. It goes up when a reader of the version before would read it wrongly. */
const stateVersion = 1;

/**
 * A state as JSON: equal states give equal texts, whatever the order of their fields.
 *
 * @throws TroupeError `bad-state` for a state that could not be read back.
 */
export function serializeState(state: RunState): string {
  return JSON.stringify({ version: stateVersion, ...ordered(checked(state)) });
}

/**
 * Reads a state from JSON.
 *
 * @throws TroupeError `bad-state` for what is no state, is of a newer version or contradicts itself; the message names each field, its value and the rule.
 */
export function parseRunState(json: string): RunState {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new TroupeError('bad-state', 'The state of the run is not JSON.', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TroupeError('bad-state', 'This is not the state of a run: it is JSON, but no object.');
  }
  // What JSON.stringify made of a state has no version and is of the first.
  const { version = 1, ...state } = value as Record<string, unknown>; // an object, by the lines above
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw new TroupeError(
      'bad-state',
      `This is not the state of a run: ${problemText(['version', version, 'a version is a whole number from 1 on'])}`,
    );
  }
  if (version > stateVersion) {
    throw new TroupeError(
      'bad-state',
      `${problemText(['version', version, `this version of Troupe reads up to ${stateVersion}`])} Read the state with the Troupe that wrote it, or a newer one.`,
    );
  }
  return checked(state);
}

function checked(value: unknown): RunState {
  const parsed = runStateSchema.safeParse(value);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) =>
      problemText([pathText(path), at(value, path), message]),
    );
    throw new TroupeError('bad-state', `This is not the state of a run: ${problems.join(' ')}`, {
      cause: parsed.error,
    });
  }
  const problems = stateProblems(parsed.data);
  if (problems.length > 0) {
    throw new TroupeError(
      'bad-state',
      `The state of run "${parsed.data.sessionId}" is not sound: ${problems.join(' ')}`,
    );
  }
  return parsed.data;
}

/** A path such as `currentPlan.steps[2].dependencies`. */
const pathText = (path: z.core.$ZodIssue['path']) =>
  path
    .map((part, place) => (typeof part === 'number' ? `[${part}]` : `${place === 0 ? '' : '.'}${String(part)}`))
    .join('');

const at = (value: unknown, path: z.core.$ZodIssue['path']): unknown =>
  path.reduce<unknown>((inner, part) => (isObject(inner) ? inner[part] : undefined), value);

/** The same value with its fields in the order of their names. */
function ordered<T>(value: T): T {
  if (Array.isArray(value)) return value.map(ordered) as T; // as many, in the same places
  if (!isObject(value)) return value;
  const fields = Object.keys(value)
    .sort()
    .map((name) => [name, ordered(value[name])] as const);
  return Object.fromEntries(fields) as T; // the same fields
}

const isObject = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === 'object' && value !== null;
