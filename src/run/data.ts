import { messageOf, TroupeError } from '../errors.ts';

/** The field that says that an object stands for what JSON has no word for. */
const tag = '$troupe';

/** What is in an object of a log that stands for something else. */
type Tagged = { readonly [tag]: string; readonly value?: unknown };

const isTagged = (value: object): value is Tagged => tag in value;

/** One kind of value that JSON does not have: how it is recognised, written and read. */
interface Form {
  is(value: unknown): boolean;
  write(value: never, inner: (value: unknown, step: string) => unknown): unknown;
  read(value: never, inner: (value: unknown) => unknown): unknown;
}

const forms: Readonly<Record<string, Form>> = {
  undefined: { is: (value) => value === undefined, write: () => null, read: () => undefined },
  number: {
    is: (value) => typeof value === 'number' && !Number.isFinite(value),
    write: (value: number) => String(value),
    read: (value: string) => Number(value),
  },
  bigint: {
    is: (value) => typeof value === 'bigint',
    write: (value: bigint) => String(value),
    read: (value: string) => BigInt(value),
  },
  date: {
    is: (value) => value instanceof Date,
    write: (value: Date) => (Number.isNaN(value.getTime()) ? null : value.toISOString()),
    read: (value: string | null) => new Date(value ?? Number.NaN),
  },
  map: {
    is: (value) => value instanceof Map,
    write: (value: Map<unknown, unknown>, inner) =>
      [...value].map(([key, each]) => [inner(key, '.keys()'), inner(each, `.get(${String(key)})`)]),
    read: (value: [unknown, unknown][], inner) => new Map(value.map(([key, each]) => [inner(key), inner(each)])),
  },
  set: {
    is: (value) => value instanceof Set,
    write: (value: Set<unknown>, inner) => [...value].map((each) => inner(each, '.values()')),
    read: (value: unknown[], inner) => new Set(value.map(inner)),
  },
  bytes: {
    is: (value) => value instanceof Uint8Array,
    write: (value: Uint8Array) => btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join('')),
    read: (value: string) => Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0)),
  },
  error: {
    is: (value) => value instanceof Error,
    write: (value: Error, inner) => ({
      name: value.name,
      message: value.message,
      ...(value.cause === undefined ? {} : { cause: inner(value.cause, '.cause') }),
      ...Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => !errorFields.has(name))
          .map(([name, each]) => [name, inner(each, `.${name}`)]),
      ),
    }),
    read: ({ name, message, ...fields }: { name: string; message: string }, inner) => {
      const error = new Error(message);
      if (name !== 'Error') Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true });
      for (const [field, each] of Object.entries(fields)) Object.assign(error, { [field]: inner(each) });
      return error;
    },
  },
};
const errorFields: ReadonlySet<string> = new Set(['name', 'message', 'stack', 'cause']);
const formNames = Object.keys(forms);

/** What is no data, and where. */
interface Problem {
  readonly path: string;
  readonly what: string;
}

/** How a value that is no data is named. */
function nameOf(value: unknown): string {
  if (typeof value === 'function') return `a function${value.name ? ` (${value.name})` : ''}`;
  if (typeof value === 'symbol') return 'a symbol';
  const name = (value as { constructor?: { name?: string } }).constructor?.name;
  return name ? `an instance of ${name}` : 'an object of its own kind';
}

const isPlain = (value: object) => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
};

/** Writes a value as data for a log. `refuse` is called with what is none; what it returns stands in its place. What is JSON already is not copied. */
export function writeData(value: unknown, refuse: (problem: Problem, value: unknown) => unknown): unknown {
  return isJson(value, 0) ? value : write(value, { refuse, open: new Set(), cycles: 0 }, '');
}

/** Nothing is nested deeper than this, but what contains itself. */
const deepest = 1_000;

/** A value that is being written. */
interface Writing {
  refuse(problem: Problem, value: unknown): unknown;
  /** What is on the way from the value to where it is being written, and what was found to lead back to such a place: each of it is written once. */
  readonly open: Set<unknown>;
  cycles: number;
}

/** Whether JSON gives a value back as it is, apart from fields that are undefined. */
function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || depth > deepest) return false;
  if (Array.isArray(value)) {
    for (const each of value) if (!isJson(each, depth + 1)) return false;
    return true;
  }
  if (!isPlain(value) || isTagged(value) || 'toJSON' in value) return false;
  for (const name in value) {
    const each = (value as Readonly<Record<string, unknown>>)[name]; // one of its own
    if (each !== undefined && !isJson(each, depth + 1)) return false;
  }
  return true;
}

function write(value: unknown, writing: Writing, path: string, depth = 0): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return Object.is(value, -0) ? 0 : value;
  const { refuse, open, cycles } = writing;
  if (open.has(value) || depth > deepest) {
    writing.cycles++;
    return refuse(
      { path: path.length > 60 ? `${path.slice(0, 60)}…` : path, what: 'a value that contains itself' },
      value,
    );
  }
  if (typeof value === 'object') open.add(value);
  const written = writeOpen(value, refuse, path, (inner, step) => write(inner, writing, `${path}${step}`, depth + 1));
  if (writing.cycles === cycles) open.delete(value);
  return written;
}

function writeOpen(
  value: unknown,
  refuse: Writing['refuse'],
  path: string,
  within: (inner: unknown, step: string) => unknown,
): unknown {
  if (typeof value === 'object' && value !== null && (Array.isArray(value) || isPlain(value))) {
    if (Array.isArray(value)) return Array.from(value, (each, index) => within(each, `[${index}]`));
    const fields = Object.entries(value).filter(([, each]) => each !== undefined);
    const written = fields.map(([name, each]) => [name, within(each, `.${name}`)] as const);
    return isTagged(value) ? { [tag]: 'object', value: written } : Object.fromEntries(written);
  }
  const name = formNames.find((each) => forms[each]?.is(value));
  const form = name === undefined ? undefined : forms[name];
  if (form) return { [tag]: name, value: form.write(value as never, within) }; // the form has recognised it
  return refuse({ path, what: nameOf(value) }, value);
}

/** An actor of a run, in data that goes to another one. */
const actorData = (path: string): unknown => ({ [tag]: 'actor', value: path });

/** Reads what `writeData` wrote: a value of its own, which shares nothing with the log. `actorAt` finds the actors that are named in it. */
export function readData(data: unknown, actorAt: (path: string) => unknown = () => undefined): unknown {
  if (typeof data !== 'object' || data === null) return data;
  const within = (inner: unknown) => readData(inner, actorAt);
  if (Array.isArray(data)) return data.map(within);
  if (isTagged(data)) return readTagged(data, actorAt, within);
  const read: Record<string, unknown> = {};
  for (const name in data) {
    const each = (data as Readonly<Record<string, unknown>>)[name]; // one of its own
    if (name === '__proto__')
      Object.defineProperty(read, name, { value: within(each), enumerable: true, configurable: true, writable: true });
    else read[name] = typeof each === 'object' && each !== null ? within(each) : each;
  }
  return read;
}

function readTagged(data: Tagged, actorAt: (path: string) => unknown, within: (inner: unknown) => unknown): unknown {
  if (data[tag] === 'actor') return actorAt(String(data.value));
  if (data[tag] === 'object') {
    return Object.fromEntries((data.value as [string, unknown][]).map(([name, each]) => [name, within(each)])); // as written
  }
  return forms[data[tag]]?.read(data.value as never, within); // as the form wrote it
}

/** Says that a value is no data, where, and what to give instead. */
function notData(what: string, { path, what: found }: Problem): TroupeError {
  const place = path === '' ? 'it' : path;
  return new TroupeError(
    'usage',
    `${what} is not data: ${place} is ${found}. Give plain data (JSON, Date, Map, Set, Error, Uint8Array).`,
  );
}

/** A value as data for a log; `what` names it, `pathOf` finds the actors that it names. @throws TroupeError `usage` for what is none. */
export const toData = (value: unknown, what: string, pathOf?: (found: unknown) => string | undefined): unknown =>
  writeData(value, (problem, found) => {
    const path = pathOf?.(found);
    if (path === undefined) throw notData(what, problem);
    return actorData(path);
  });

/** A value as data, in which whatever is none is only named: what was thrown, or what is shown. */
export const toErrorData = (value: unknown): unknown => writeData(value, ({ what }) => `[${what}]`);

/** The message of what was thrown, in the data that it was made. */
export function thrownMessage(thrown: unknown): string {
  const { value } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as { value?: { message?: unknown } }; // an error in data
  return typeof value?.message === 'string'
    ? value.message
    : messageOf(typeof thrown === 'string' ? thrown : JSON.stringify(thrown));
}
