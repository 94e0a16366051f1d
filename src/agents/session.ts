import type { z } from 'zod';
import type { JsonValue } from '../domain/json.ts';
import { TroupeError } from '../errors.ts';
import type { SessionAccess } from '../tools/tool.ts';
import type { SessionData } from './session-machine.ts';

/** The values of a session while a tool or an agent's own function works with them: what it sets is there for others when it has come to its end. */
export class SessionValues implements SessionAccess {
  readonly #before: SessionData;
  #changes: SessionData = {};

  constructor(before: SessionData) {
    this.#before = before;
  }

  /** What was set. */
  get changes(): SessionData {
    return this.#changes;
  }

  get(name: string): JsonValue | undefined {
    return Object.hasOwn(this.#changes, name)
      ? this.#changes[name]
      : Object.hasOwn(this.#before, name)
        ? this.#before[name]
        : undefined;
  }

  set(name: string, value: JsonValue): void {
    this.#changes = { ...this.#changes, [name]: asJson(name, value) };
  }
}

function asJson(name: string, value: JsonValue): JsonValue {
  try {
    const text = JSON.stringify(value);
    if (text !== undefined) return JSON.parse(text) as JsonValue; // what JSON gives is one
  } catch {}
  throw new TroupeError('usage', `The session value "${name}" is not JSON. Set plain data.`);
}

/** One value of a session, by its name and with its type. */
export interface SessionValue<T> {
  get(session: SessionAccess | undefined): T | undefined;
  set(session: SessionAccess | undefined, value: T): void;
}

/**
 * A typed value of a session: `const user = sessionValue('user', z.string())`, then `user.set(context.session, 'Ada')` in one tool and
 * `user.get(context.session)` in another. @throws TroupeError `usage` for a value that does not fit, and where there is no session.
 */
export function sessionValue<S extends z.ZodType<JsonValue>>(name: string, schema: S): SessionValue<z.output<S>> {
  const checked = (value: unknown) => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const why = parsed.error.issues[0]?.message ?? 'it has another shape';
    throw new TroupeError('usage', `The session value "${name}" does not fit its schema: ${why}.`);
  };
  const opened = (session: SessionAccess | undefined) => {
    if (session) return session;
    throw new TroupeError(
      'usage',
      `There is no session for "${name}": only tools and agents of an agent run have one.`,
    );
  };
  return {
    get(session) {
      const value = opened(session).get(name);
      return value === undefined ? undefined : checked(value);
    },
    set: (session, value) => opened(session).set(name, checked(value)),
  };
}
