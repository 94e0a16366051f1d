import { schemaIssues } from '../../../src/domain/schemas/schema-problem.ts';
import { fieldOf } from '../state/field-of.ts';

/** What the server shows in the place of what is nobody's business. */
const hidden = '[redacted]';

/** A part of a value that cannot be sent as it is. */
export interface Misfit {
  /** The field it is in; empty: the value as a whole. */
  readonly field: string;
  /** The way to it within the value, such as `guests[0].name`. */
  readonly path: string;
  /** The same, key by key. */
  readonly at: readonly (string | number)[];
  readonly message: string;
}

/** Whether a part of something is hidden on this page. */
export const isHidden = (value: unknown): boolean => JSON.stringify(value ?? null).includes(hidden);

/** What is wrong with a value that is sent: by the schema, as far as that can be known here, and where a part of it is hidden. */
export function misfitsOf(schema: Readonly<Record<string, unknown>> | undefined, value: unknown): readonly Misfit[] {
  const wrong = schema === undefined ? [] : schemaIssues(schema, value);
  return [
    ...wrong.map(({ path, message }) => ({
      field: String(path[0] ?? ''),
      path: pathWords(path),
      at: path,
      message: isThere(value, path) ? inWords(message) : 'This is needed.',
    })),
    ...hiddenIn(value),
  ];
}

function hiddenIn(value: unknown): Misfit[] {
  const message = 'A part of this is hidden here: write all of it yourself, or leave everything as it was asked.';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return isHidden(value) ? [{ field: '', path: '', at: [], message }] : [];
  }
  return Object.entries(value).flatMap(([field, part]) =>
    isHidden(part) ? [{ field, path: field, at: [field], message }] : [],
  );
}

const isThere = (value: unknown, path: readonly (string | number)[]) =>
  path.reduce<unknown>((part, key) => fieldOf(part, String(key)), value) !== undefined;

const pathWords = (path: readonly (string | number)[]) =>
  path.map((key, place) => (typeof key === 'number' ? `[${key}]` : place === 0 ? key : `.${key}`)).join('');

/** `Invalid input: expected string, received number` without the first words. */
const inWords = (message: string) => {
  const said = message.replace(/^(?:Invalid input|Too (?:big|small)): /, '');
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
};
