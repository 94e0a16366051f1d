import type { Cut } from './protocol.ts';

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

/** Names of fields whose values are nobody's business. */
const secretName =
  /api[-_]?key|secret|password|passwd|authorization|credential|private[-_]?key|access[-_]?token|^token$/i;
/** Texts that are secrets whatever field they stand in. */
const secretText = /\b(?:sk|pk|ghp|gho|xox[abp])[-_][A-Za-z0-9_-]{16,}\b|\bBearer\s+[A-Za-z0-9._~+/-]{16,}=*/g;
const redacted = '[redacted]';

/** A text with nothing in it that looks like a key. */
export const withoutSecrets = (text: string): string => text.replace(secretText, redacted);

/**
 * A value as plain JSON for the wire: secrets are taken out, what is long is cut, and what is no data (functions, actors, circles) is
 * told in words. `wasCut` hears of every cut.
 */
export function cutValue(value: unknown, limits: CutLimits = shortLimits, wasCut: () => void = () => {}): unknown {
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
    const clean = withoutSecrets(text);
    if (clean.length <= limits.text) return clean;
    wasCut();
    return { $cut: 'text', size: clean.length, head: clean.slice(0, limits.text).toWellFormed() };
  };
  const cutObject = (object: object): unknown => {
    if (path.includes(object)) return '[circular]';
    if (object instanceof Error) return { name: object.name, message: cutText(object.message) };
    if (object instanceof Date) return object.toISOString();
    if (object instanceof Map) return cut(Object.fromEntries([...object].map(([key, each]) => [String(key), each])));
    if (object instanceof Set) return cut([...object]);
    if ('sessionId' in object && 'getSnapshot' in object) return `[actor ${String(object.sessionId)}]`;
    const isList = Array.isArray(object);
    const keys = isList ? [] : Object.keys(object);
    const size = isList ? object.length : keys.length;
    if (path.length >= limits.depth && size > 0) {
      wasCut();
      return { $cut: isList ? 'list' : 'object', size, head: null } satisfies Cut;
    }
    path.push(object);
    const head = isList
      ? object.slice(0, limits.items).map(cut)
      : Object.fromEntries(
          keys
            .slice(0, limits.items)
            .map((key) => [key, secretName.test(key) ? redacted : cut((object as Record<string, unknown>)[key])]), // one of its own keys
        );
    path.pop();
    if (size <= limits.items) return head;
    wasCut();
    return { $cut: isList ? 'list' : 'object', size, head } satisfies Cut;
  };
  return cut(value);
}
