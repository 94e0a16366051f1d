import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { TroupeError } from '../../errors.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { toPrintableLine } from '../terminal/printable.ts';
import type { World } from '../world.ts';

const kinds = ['csv', 'tsv', 'json', 'md', 'txt'] as const;
type PipedKind = (typeof kinds)[number];

const maxBytes = 32 * 1024 * 1024;

/** The files of a command line, with what is piped in as one of them; that one is there until it is disposed of. */
export interface OpenFiles extends Disposable {
  readonly files: readonly string[];
  /** The one that holds what was piped in. */
  readonly piped?: string;
}

/** Whether a file is what is piped in: `-`, or `-:csv` where its kind is named. */
const isPipedFile = (file: string): boolean => /^-(:|$)/.test(file);

/** Puts what is piped in into the place of `-` among the files. */
export async function openFiles(files: readonly string[], world: World): Promise<OpenFiles> {
  const [piped, second] = files.filter(isPipedFile);
  if (piped === undefined) return { files, [Symbol.dispose]() {} };
  if (second !== undefined) {
    throw new TroupeError('usage', 'Standard input can be one file only: give --file - once.');
  }
  const note = (line: string) => world.stderr.write(`${toPrintableLine(line)}\n`);
  const named = kindNamed(piped);
  const text = await readPiped(world, note);
  const kind = named ?? guessKind(text);
  if (named === undefined)
    note(`Standard input is read as .${kind}. Another kind is named so: --file -:${kind === 'csv' ? 'txt' : 'csv'}`);
  const folder = mkdtempSync(join(tmpdir(), 'troupe-stdin-'));
  const path = join(folder, `stdin.${kind}`);
  writeFileSync(path, text, { mode: 0o600 });
  return {
    files: files.map((file) => (file === piped ? path : file)),
    piped: path,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** @throws TroupeError `usage` where something else than a file is read from standard input. */
export function refusePiped(files: readonly string[], command: string): void {
  if (!files.some(isPipedFile)) return;
  throw new TroupeError(
    'usage',
    `${command} cannot take a file from standard input. Write it into a file, and name that with --file.`,
  );
}

/** @throws TroupeError `usage` where standard input would have to be a file and the question. */
export function refusePipedQuestion(files: readonly string[]): void {
  if (!files.some(isPipedFile)) return;
  throw new TroupeError(
    'usage',
    'Standard input is the file (--file -), so it cannot be the question, too. Write that after "ask", in quotes: troupe ask "…" --file -',
  );
}

function kindNamed(file: string): PipedKind | undefined {
  if (file === '-') return undefined;
  const written = file.slice(2).replace(/^\./, '').toLowerCase();
  const kind = kinds.find((each) => each === written);
  if (kind) return kind;
  const near = nearestName(written, kinds);
  throw new TroupeError(
    'usage',
    `--file ${file}: there is no kind "${written}".${near ? ` Did you mean "-:${near}"?` : ''} Give one of: ${kinds.join(', ')}.`,
  );
}

async function readPiped({ stdin, isPiped, signal }: World, note: (line: string) => void): Promise<Buffer> {
  if (!isPiped) note('Reading the file from standard input; Ctrl-D on a line of its own ends it.');
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of addAbortSignal(signal, stdin)) {
    const bytes = Buffer.from(piece);
    size += bytes.length;
    if (size > maxBytes) {
      throw new TroupeError('usage', `Standard input has more than ${maxBytes / 1024 / 1024} MB. Give less of it.`);
    }
    pieces.push(bytes);
  }
  if (size === 0) throw new TroupeError('usage', '--file -: there is nothing on standard input.');
  return Buffer.concat(pieces);
}

/** The kind of a text, by how it begins. */
export function guessKind(bytes: Uint8Array): PipedKind {
  const start = new TextDecoder().decode(bytes.subarray(0, 4096));
  if (/^\s*[[{]/.test(start)) return 'json';
  const whole = bytes.length > 4096 ? start.slice(0, start.lastIndexOf('\n') + 1) : start;
  const lines = (whole === '' ? start : whole).split('\n').filter((line) => line.trim() !== '');
  if (isTable(lines, '\t')) return 'tsv';
  if (/^#{1,6} /m.test(start)) return 'md';
  return isTable(lines, ',') || isTable(lines, ';') ? 'csv' : 'txt';
}

/** Whether all lines have as many cells as the first one, and more than one; what stands in quotes may hold anything. */
function isTable(lines: readonly string[], separator: string): boolean {
  const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(separator).length);
  const [first = 0] = counts;
  return first > 1 && counts.length > 1 && counts.every((count) => count === first);
}
