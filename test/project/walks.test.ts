import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const text = (path: string) => readFileSync(new URL(path, root), 'utf8');

interface Place {
  readonly file: string;
  readonly name: string;
}

/** The numbered lists of the section, each as the places that it passes. */
function walksIn(page: string): Place[][] {
  const section = /^## Three walks$(.*?)^## /ms.exec(page)?.[1] ?? '';
  return section
    .split(/\n\n/)
    .map((block) =>
      [...block.matchAll(/^\d+\. `([^`]+)` `([^`]+)`/gm)].map(([, file = '', name = '']) => ({ file, name })),
    )
    .filter((places) => places.length > 0);
}

const walks = walksIn(text('docs/architecture.md'));

describe('the walks of docs/architecture.md', () => {
  it('are a request to its answer, there and back, an entry to two screens, and a resume', () => {
    expect(walks.map((places) => places.length)).toEqual([13, 9, 9, 4, 7]);
  });

  it('name functions that stand in the files', () => {
    const wrong = walks.flat().filter(({ file, name }) => !text(file).includes(name));
    expect(wrong).toEqual([]);
  });

  it('never return to a file', () => {
    for (const places of walks) {
      const files = places.map(({ file }) => file);
      expect(files).toEqual([...new Set(files)]);
    }
  });
});
