import { messageOf } from '../errors.ts';
import type { Cut } from './protocol.ts';
import { isSecretName, redacted, withoutSecrets } from './secrets.ts';

/** How much of a value goes over the wire without being asked for. */
export interface CutLimits {
  readonly text: number;
  readonly items: number;
  readonly depth: number;
}

/** For contexts. */
export const shortLimits: CutLimits = { text: 300, items: 50, depth: 6 };
/** For what a list shows of an entry, and for events and outputs, which are in the entries too. */
export const briefLimits: CutLimits = { text: 120, items: 8, depth: 6 };
export const fullLimits: CutLimits = { text: 10_000_000, items: 1_000_000, depth: 60 };

/** A secret is known by its beginning: this much beyond what is shown is enough to find one that is cut. */
const lookAhead = 2000;

/** No secret is shorter, and most names are. */
const toName = (name: string) => (name.length < 12 ? name : withoutSecrets(name));

/**
 * A value as plain JSON for the wire: secrets are taken out, what is long is cut, and what is no data (functions, actors, circles, what cannot
 * be read) is described in words. `onCut` is called for every cut.
 */
export function cutValue(value: unknown, limits: CutLimits = shortLimits, onCut: () => void = () => {}): unknown {
  return createCutter(limits, onCut).cut(value);
}

/** The fields of an entry or an event, each cut by itself: one that is read by its name is there, however many there are. */
export function cutFields(
  fields: object,
  limits: CutLimits = shortLimits,
  onCut: () => void = () => {},
): Record<string, unknown> {
  const { cutField } = createCutter({ ...limits, depth: limits.depth - 1 }, onCut);
  return Object.fromEntries(Object.keys(fields).map((name) => [toName(name), cutField(fields, name)]));
}

function createCutter(limits: CutLimits, onCut: () => void) {
  const path: unknown[] = [];
  const cut = (each: unknown): unknown => {
    switch (typeof each) {
      case 'string':
        return cutText(each);
      case 'bigint':
        return `${each}n`;
      case 'function':
        return `[function ${each.name || 'without a name'}]`;
      case 'symbol':
        return String(each);
      case 'object':
        return each === null ? null : cutObject(each);
      default:
        return each;
    }
  };
  const cutText = (text: string): string | Cut => {
    const clean = withoutSecrets(text.slice(0, limits.text + lookAhead));
    if (text.length <= limits.text + lookAhead && clean.length <= limits.text) return clean;
    onCut();
    return { $cut: 'text', size: text.length, head: clean.slice(0, limits.text).toWellFormed() };
  };
  const cutField = (object: object, name: string): unknown => {
    if (isSecretName(name)) return redacted;
    const depth = path.length;
    try {
      return cut((object as Record<string, unknown>)[name]); // one of its own names
    } catch (error) {
      path.length = depth;
      return `[unreadable: ${withoutSecrets(messageOf(error))}]`;
    }
  };
  const cutObject = (object: object): unknown => {
    if (path.includes(object)) return '[circular]';
    if (object instanceof Error) return { name: object.name, message: cutText(object.message) };
    const plain = plainOf(object);
    return plain === object ? cutTree(object) : cut(plain);
  };
  const cutTree = (object: object): unknown => {
    const isList = Array.isArray(object);
    const keys = isList ? [] : Object.keys(object);
    const size = isList ? object.length : keys.length;
    if (path.length >= limits.depth && size > 0) {
      onCut();
      return { $cut: isList ? 'list' : 'object', size, head: null } satisfies Cut;
    }
    path.push(object);
    const head = isList
      ? object.slice(0, limits.items).map(cut)
      : Object.fromEntries(keys.slice(0, limits.items).map((name) => [toName(name), cutField(object, name)]));
    path.pop();
    if (size <= limits.items) return head;
    onCut();
    return { $cut: isList ? 'list' : 'object', size, head } satisfies Cut;
  };
  return { cut, cutField };
}

/** What JSON has in place of an object that is no list and no record; any other is itself. */
function plainOf(object: object): unknown {
  if (object instanceof Date) return Number.isNaN(object.getTime()) ? String(object) : object.toISOString();
  if (object instanceof Map) return Object.fromEntries([...object].map(([key, each]) => [String(key), each]));
  if (object instanceof Set) return [...object];
  if ('sessionId' in object && 'getSnapshot' in object) return `[actor ${String(object.sessionId)}]`;
  return object;
}
