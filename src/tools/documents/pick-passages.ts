import type { Passage } from './passages.ts';
import type { FoundPassage } from './search-passages.ts';
import { sentenceSlices } from './sentence-slices.ts';
import type { SharedSentences } from './shared-sentences.ts';
import { toTerms } from './to-terms.ts';

/** What stands for a sentence that another passage has. */
export const omission = '[…]';

/** A passage as it is given. */
export type GivenPassage = Pick<Passage, 'file' | 'heading' | 'text'>;

/** A passage behind the place where it stands. */
export function toCitation({ file, heading, text }: GivenPassage): string {
  const place = heading === '' ? file : `${file}, "${heading}"`;
  // The lines of a table stay below each other.
  return `${place}:${text.includes('\n') ? '\n' : ' '}${text}`;
}

/** The passages that are given, and the files that have others. */
export interface PickedPassages {
  /** The best ones, those of one file together. */
  readonly passages: readonly GivenPassage[];
  /** The files with nothing but what the passages say. */
  readonly sameIn: readonly string[];
  /** The files with passages beyond the limit. */
  readonly moreIn: readonly string[];
}

/** Picks from the passages that were found, best first; a sentence that many passages share is given once. */
export function pickPassages(
  found: readonly FoundPassage[],
  keyOfShared: SharedSentences,
  limit: number,
): PickedPassages {
  const best = found.reduce((most, { coverage }) => Math.max(most, coverage), 0);
  const given = new Set<string>();
  const [sameIn, moreIn] = [new Set<string>(), new Set<string>()];
  const picked: GivenPassage[] = [];
  for (const passage of found) {
    if (passage.coverage < best / 2) continue;
    if (picked.length === limit) {
      moreIn.add(passage.file);
      continue;
    }
    const slices = sentenceSlices(passage.text).map((text) => ({ text, key: keyOfShared(text) }));
    const isNew = ({ key }: { key: string | undefined }) => key === undefined || !given.has(key);
    const fits = (text: string) => toTerms(text).some((term) => passage.terms.has(term));
    const isAbout = passage.terms.size === 0 || fits(passage.heading);
    if (slices.some((slice) => isNew(slice) && (isAbout || fits(slice.text)))) {
      const text = withOmissions(slices.map((slice) => (isNew(slice) ? slice.text : undefined)));
      picked.push({ file: passage.file, heading: passage.heading, text });
      for (const { key } of slices) if (key !== undefined) given.add(key);
    } else sameIn.add(passage.file);
  }
  const passages = [...Map.groupBy(picked, ({ file }) => file).values()].flat();
  return {
    passages,
    sameIn: [...sameIn].filter((file) => !moreIn.has(file) && !picked.some((each) => each.file === file)),
    moreIn: [...moreIn],
  };
}

/** Sentences put together again, with one mark where any were left out. */
export function withOmissions(slices: readonly (string | undefined)[]): string {
  const text = slices.map((slice) => slice ?? `${omission} `).join('');
  return text.replace(/(?:\[…\] ){2,}/g, `${omission} `).trim();
}
