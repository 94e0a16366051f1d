import {
  checkNow,
  isStandardSchema,
  type OutputOf,
  type StandardSchema,
} from '../../domain/schemas/standard-schema.ts';
import { messageOf, TroupeError } from '../../errors.ts';
import type { EntryStatus } from '../entries/entry-row.ts';
import type { Entry } from '../entry.ts';
import type { EntryData } from '../entry-types.ts';
import { asJson, typeProblem } from './check-own-entry.ts';

/** An entry of one's own, as `run.record` takes it. */
export type OwnEntry = EntryData['entry.recorded'];

/** What is said of an entry beside its value. */
export interface OwnEntryOptions {
  /** By which others refer to it. Under one id an entry is recorded once, however often that is tried. */
  readonly id?: string;
  /** What it answers: the id of another own entry, or of any entry (`entry.id`). */
  readonly parent?: string;
  readonly status?: EntryStatus;
}

/** What `defineEntry` takes. */
export interface EntryDefinitionOptions<Schema extends StandardSchema> {
  /** Words joined by dots, such as `price.seen`; none of Troupe's own types. */
  readonly type: string;
  /** Raised when the shape changes. @default 1 */
  readonly version?: number;
  /** The shape of the value as JSON, by a schema of zod or of any library with Standard Schema. */
  readonly schema: Schema;
  /**
   * `fact`: code outside of the charts records it, with `run.record`. `move`: a chart writes it, as a note of that name (`defineChart({ notes })`); its
   * version is that of the chart.
   *
   * @default 'fact'
   */
  readonly kind?: 'fact' | 'move';
  /** From an older version to what makes the next one of its values. */
  readonly older?: Readonly<Record<number, (value: never) => unknown>>;
}

/** A type of entries of one's own: makes them, and finds and reads them in any log. */
export interface EntryDefinition<Value> {
  readonly type: string;
  readonly version: number;
  readonly kind: 'fact' | 'move';
  /** The entry for `run.record`. @throws TroupeError `usage` for a value that does not fit the schema, or is not JSON. */
  make(value: Value, options?: OwnEntryOptions): OwnEntry;
  /** Whether an entry is of this type, of whichever version. */
  is(entry: Entry): boolean;
  /** The value of an entry, in the shape of this version, as the schema gives it; nothing for an entry of another type. @throws TroupeError `bad-log` for one that cannot be read. */
  read(entry: Entry): Value | undefined;
}

/** Defines a type of entries of one's own. @throws TroupeError `bad-config` for a definition that cannot be used. */
export function defineEntry<Schema extends StandardSchema>(
  options: EntryDefinitionOptions<Schema>,
): EntryDefinition<OutputOf<Schema>> {
  const { type, version = 1, schema, kind = 'fact', older = {} } = options;
  checkDefinition(options);
  const written = (entry: Entry): { value: unknown; version: number } | undefined => {
    if (kind === 'fact') return entry.type === 'entry.recorded' && entry.data.name === type ? entry.data : undefined;
    return entry.type === 'note.taken' && entry.data.note === type ? { value: entry.data.params, version } : undefined;
  };
  return {
    type,
    version,
    kind,
    make(value, about = {}) {
      if (kind === 'move') {
        throw new TroupeError('usage', `An entry "${type}" is written by a chart, as a note: it cannot be recorded.`);
      }
      const json = asJson(type, value);
      fitting(schema, () => json, 'usage', `This is no value of an entry "${type}", as JSON`);
      return { name: type, version, value: json, ...about };
    },
    is: (entry) => written(entry) !== undefined,
    read(entry) {
      const found = written(entry);
      if (!found) return undefined;
      const place = `The entry "${type}" at run ${entry.run}, number ${entry.seq}`;
      if (found.version > version) {
        const why = `was written as version ${found.version}, this definition is of version ${version}`;
        throw new TroupeError('bad-log', `${place} ${why}. Read it with the newer definition.`);
      }
      const current = () => {
        // Code that changes what it is given changes no log.
        let value: unknown = found.version < version ? structuredClone(found.value) : found.value;
        for (let from = found.version; from < version; from++) value = older[from]?.(value as never); // what that version wrote
        return value;
      };
      return fitting(schema, current, 'bad-log', `${place} cannot be read`);
    },
  };
}

/** What a schema makes of a value; what does not fit, or throws on the way, is an error that begins with these words. */
function fitting<Schema extends StandardSchema>(
  schema: Schema,
  current: () => unknown,
  code: 'usage' | 'bad-log',
  words: string,
): OutputOf<Schema> {
  let cause: unknown;
  let problem: string;
  try {
    const checked = checkNow(schema, current());
    if (checked.ok) return checked.value;
    ({ problem } = checked);
  } catch (error) {
    [cause, problem] = [error, messageOf(error)];
  }
  throw new TroupeError(code, `${words}: ${problem}`, { cause });
}

function checkDefinition({
  type,
  version = 1,
  schema,
  kind = 'fact',
  older = {},
}: EntryDefinitionOptions<StandardSchema>): void {
  const refuse = (why: string) => {
    throw new TroupeError('bad-config', why);
  };
  const problem = typeProblem(type);
  if (problem) refuse(problem);
  if (kind !== 'fact' && kind !== 'move') refuse(`The kind of the entry "${type}" is "fact" or "move", not "${kind}".`);
  if (!Number.isInteger(version) || version < 1) {
    refuse(`The version of the entry "${type}" is a whole number from 1 on, not ${version}.`);
  }
  if (!isStandardSchema(schema)) {
    refuse(`The entry "${type}" needs a schema, of zod or of another library with Standard Schema.`);
  }
  if (kind === 'move' && version !== 1) {
    refuse(
      `The entry "${type}" is written by a chart and has no version of its own: give a schema that takes every shape.`,
    );
  }
  for (let from = 1; from < version; from++) {
    if (typeof older[from] === 'function') continue;
    refuse(
      `The entry "${type}" is of version ${version}: say with older[${from}] how values of version ${from} are read.`,
    );
  }
}
