import { describe, expect, it } from 'vitest';
import { TroupeError } from '../../src/errors.ts';
import { parseDocument } from '../../src/tools/documents/parse-document.ts';
import { climb } from './climb.ts';
import { hostileMarkdown, hostileTexts } from './hostile-texts.ts';
import { longest, readers } from './readers.ts';

/** A text may be refused in words, but must not end in a bug or in a stack that is too deep. */
const refusable =
  (read: (text: string) => unknown): ((text: string) => void) =>
  (text) => {
    try {
      read(text);
    } catch (error) {
      if (!(error instanceof TroupeError)) throw error;
    }
  };

/** Some readers refuse what is longer: until there, they read it all. */
const justBelowLimits = [990, 1_990];

describe('ten times the text takes no more than about ten times as long', () => {
  it.each(Object.entries(readers))('%s', { timeout: 300_000 }, (name, read) => {
    const slow = hostileTexts.flatMap((text) => {
      const slowness = climb(refusable(read), text.of, longest[name]);
      return slowness === undefined ? [] : [`${text.name}: ${slowness}`];
    });
    expect(slow).toEqual([]);
    for (const { of } of hostileTexts) for (const length of justBelowLimits) refusable(read)(of(length));
  });
});

describe('blocks of Markdown', () => {
  it('take time in proportion to their length, however they are nested', { timeout: 300_000 }, () => {
    const slow = hostileMarkdown.flatMap(({ name, of }) => {
      const slowness = climb((text) => parseDocument('a.md', text), of);
      return slowness === undefined ? [] : [`${name}: ${slowness}`];
    });
    expect(slow).toEqual([]);
  });
});

describe('the measure itself', () => {
  const quadratic = (text: string) => {
    let same = 0;
    for (let at = 0; at < text.length; at += 4) for (let other = 0; other < text.length; other += 4) same += at ^ other;
    return same;
  };

  it('finds a reader that is quadratic', () => {
    expect(climb(quadratic, (length) => 'a'.repeat(length))).toMatch(/^10000 characters take .* 100000 take /);
  });

  it('lets a linear one pass', () => {
    expect(
      climb(
        (text) => text.split('').map((each) => each.codePointAt(0)),
        (length) => 'a'.repeat(length),
      ),
    ).toBeUndefined();
  });
});
