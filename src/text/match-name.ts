import { nearestName } from './nearest-name.ts';

/** What people put around the name of somebody: `the data specialist`, `@data`, `数据专家`. */
const decoration = /^(?:the|our|a|an|specialists?|agent|expert|assistant|worker|bot)$/;
const hanDecoration = /(?:专家|助手|代理|智能体)$/u;

const wordsOf = (name: string): readonly string[] =>
  name
    .slice(0, longest)
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** What is longer is a text and no name. */
const longest = 200;

function bareName(name: string): string {
  const words = wordsOf(name);
  const bare = words.filter((word) => !decoration.test(word));
  return (bare.length > 0 ? bare : words).join('').replace(hanDecoration, '') || words.join('');
}

/** The name that is written, whatever its case and decoration; nothing when it is none of them. */
export function knownName(written: string, names: readonly string[]): string | undefined {
  if (names.includes(written)) return written;
  const bare = bareName(written);
  return bare === '' ? undefined : names.find((name) => bareName(name) === bare);
}

/**
 * The name that was most likely meant: the one that is written, else the only one that is among the words (`data analyst`), else one that differs
 * in a letter or two. Nothing when none is near.
 */
export function matchName(written: string, names: readonly string[]): string | undefined {
  const known = knownName(written, names);
  if (known !== undefined) return known;
  const words = wordsOf(written);
  const among = names.filter((name) => words.includes(bareName(name)));
  if (among.length === 1) return among[0];
  return nearestName(bareName(written), names, (name) => Math.max(1, Math.floor(name.length / 4)));
}

/** All the names that were most likely meant by a list such as `data and @Writer`, each once. */
export function matchNames(written: readonly string[], names: readonly string[]): string[] {
  const found = written.flatMap((name) => {
    const known = knownName(name, names);
    const parts = known === undefined ? name.split(/[,，、;；/&+]|\band\b|[和与及]/iu) : [];
    return known ?? parts.flatMap((part) => matchName(part, names) ?? []);
  });
  return [...new Set(found)];
}

/** `@data load`, `[data] load`, `data: load`. */
const nameBefore =
  /^(?:@(\S{1,60})\s|[[(（【]([^\])）】\n]{1,60})[\])）】]\s*[:：–—-]?|([^\s:：][^:：\n]{0,59})[:：])(?=.*\S)/u;
/** `load (data)`, `load [data]`, `load → data`, `load @data`. */
const nameBehind = /(?:[[(（【]([^[\](（）)【】]{1,60})[\])）】]|(?:\s[-–—]|→|[-=]>|\s@)([^–—→>@]{1,60}))[*_`.。]*$/u;

/** The names that a task gives beside its text, and the text without them; nothing when what stands there is not wholly names. */
export function takeNames(task: string, names: readonly string[]): { text: string; names: string[] } | undefined {
  const [first = '', ...more] = task.split('\n');
  const before = nameBefore.exec(first);
  const tail = first.trimEnd().slice(-80);
  const behind = nameBehind.exec(tail);
  const rests = [
    [before, first.slice(before?.[0].length)],
    [behind, first.slice(0, first.trimEnd().length - tail.length + (behind?.index ?? 0))],
  ] as const;
  for (const [found, rest] of rests) {
    const parts = (found?.slice(1).find((part) => part !== undefined) ?? '').split(/[,，、&+]/);
    const known = parts.flatMap((part) => knownName(part, names) ?? []);
    const text = [rest.trim(), ...more].join('\n').trim();
    if (known.length === parts.length && text !== '') return { text, names: [...new Set(known)] };
  }
  return undefined;
}
