import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createDocuments, type Documents } from '../../src/tools/documents/documents.ts';

/** Documents with these texts, on disk while the test runs. */
export function documentSet(
  texts: Readonly<Record<string, string>>,
): Documents & { readonly paths: readonly string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-documents-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const paths = Object.entries(texts).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  return { ...createDocuments({ files: paths }), paths };
}

export const toolContext = { signal: new AbortController().signal, key: 'k', context: {} };
