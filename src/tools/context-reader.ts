import { isRecord } from '../domain/is-record.ts';
import type { JsonValue } from '../domain/json.ts';
import type { RequestContext } from '../domain/options.ts';
import { isPromise } from '../domain/schemas/config-problem.ts';
import { TroupeError } from '../errors.ts';

/** What a schema says of a value. */
type Validated<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

/** The schema of a request's context: an object schema of Zod 4, or of another library that speaks Standard Schema. */
export interface ContextSchema<Context = RequestContext, Given = Context> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Validated<Context> | Promise<Validated<Context>>;
    readonly types?: { readonly input: Given; readonly output: Context } | undefined;
  };
}

type Logged = Readonly<Record<string, JsonValue>>;

/** Reads what the caller knows about a request. Its values are in no message: who reads an error may not read them. */
export interface ContextReader {
  /** The context of a new request, and the part of it that the log has. */
  read(given: unknown): { context: RequestContext; logged: Logged | undefined };
  /** The context of a run that continues: what is not given again comes from its log. */
  readAgain(given: unknown, run: string, kept: Logged | undefined): RequestContext;
  /** What may be seen of a context by somebody who looks at the run: what its log has. */
  shown(kept: Logged | undefined): RequestContext;
}

export function contextReader(schema: ContextSchema | undefined, logged: readonly string[]): ContextReader {
  return {
    read(given) {
      const fields = fieldsOf(given);
      const value = checked(schema, fields, 'Give it with the call: { context: { … } }.');
      const marked = logged.filter((name) => fields[name] !== undefined);
      const kept = Object.fromEntries(marked.map((name) => [name, asLogged(name, fields[name])]));
      return { context: frozenCopy(value), logged: marked.length > 0 ? kept : undefined };
    },
    readAgain(given, run, kept = {}) {
      const fields = fieldsOf(given);
      const other = Object.keys(kept).find((name) => name in fields && !isSame(fields[name], kept[name]));
      if (other !== undefined) {
        throw new TroupeError(
          'bad-request',
          `Run ${run} was asked for with another value of context.${other}, which is in its log. Leave the field out to continue with that one, or start a new run.`,
        );
      }
      const from = Object.keys(kept).join(', ');
      const known = from === '' ? 'Its log has none of it' : `Its log has ${from}`;
      const advice = `${known}: give the others again with { context: { … } }, as when run ${run} was started.`;
      return frozenCopy(checked(schema, { ...kept, ...fields }, advice));
    },
    shown: (kept) =>
      frozenCopy({ ...Object.fromEntries((namesIn(schema) ?? []).map((name) => [name, '[not logged]'])), ...kept }),
  };
}

/** The names of the fields that a schema has; nothing where it does not say. */
export function namesIn(schema: ContextSchema | undefined): readonly string[] | undefined {
  // An object schema of Zod has its fields there.
  const shape = schema && 'shape' in schema ? schema.shape : undefined;
  return isRecord(shape) ? Object.keys(shape) : undefined;
}

/** The fields that were given: one that is undefined was not. */
function fieldsOf(given: unknown): RequestContext {
  if (given === undefined) return {};
  if (!isRecord(given))
    throw new TroupeError('bad-request', 'The context of a request is an object, such as { tenant }.');
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** The value that the schema makes of it. */
function checked(schema: ContextSchema | undefined, fields: RequestContext, advice: string): RequestContext {
  if (!schema) return fields;
  const found = schema['~standard'].validate(fields);
  if (isPromise(found)) {
    Promise.resolve(found).catch(() => {});
    throw new TroupeError(
      'bad-config',
      'The schema of the context checks it asynchronously, and a run begins at once: use a schema without asynchronous checks.',
    );
  }
  if (!found.issues) {
    if (isRecord(found.value)) return found.value;
    throw new TroupeError('bad-config', 'The schema of the context gives no object: use an object schema.');
  }
  const secrets = textsIn(fields);
  const problems = found.issues.map(({ message, path: [first] = [] }) => {
    const key = typeof first === 'object' ? first.key : first;
    const where = key === undefined ? 'it' : String(key);
    // Some libraries quote the value.
    return `${where}: ${secrets.some((secret) => message.includes(secret)) ? 'does not fit' : message}`;
  });
  throw new TroupeError('bad-request', `The context of the request does not fit. ${problems.join('; ')}. ${advice}`);
}

/** The texts and numbers in a value, as a message would quote them. */
function textsIn(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return [String(value)];
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  return Object.values(value).flatMap((inner) => textsIn(inner, seen));
}

/** A field as the log has it, from which the run can be continued: JSON and nothing else. */
function asLogged(name: string, value: unknown): JsonValue {
  if (isJson(value)) return structuredClone(value);
  throw new TroupeError(
    'bad-request',
    `context.${name} is logged and is not JSON. Give it as JSON, or take it out of "logged".`,
  );
}

function isJson(value: unknown, above: readonly unknown[] = []): value is JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (!isPlain(value) || above.includes(value)) return false;
  return Object.values(value).every((inner) => isJson(inner, [...above, value]));
}

/** Whether a value is data that is copied: a list or an object of no class. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

/** A frozen copy that is the run's own. What is no data, such as a connection, is the caller's and handed on as it is. */
function frozenCopy(fields: RequestContext): RequestContext {
  const copies = new Map<unknown, unknown>();
  const copy = (value: unknown): unknown => {
    if (!isPlain(value)) return value;
    if (copies.has(value)) return copies.get(value);
    const own: unknown[] | Record<string, unknown> = Array.isArray(value) ? [] : {};
    copies.set(value, own);
    for (const [key, inner] of Object.entries(value)) Object.assign(own, { [key]: copy(inner) });
    return Object.freeze(own);
  };
  return Object.freeze(Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, copy(value)])));
}

/** Whether two values are the same JSON. */
const isSame = (one: unknown, other: unknown) => canonical(one) === canonical(other);

const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
