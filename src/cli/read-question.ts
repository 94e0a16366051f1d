import { fstatSync, statSync } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { TroupeError } from '../errors.ts';
import { demo } from './config.ts';
import { findFiles } from './options/find-files.ts';

/** What is asked, and about which files. */
export interface Question {
  readonly text: string;
  readonly files: readonly string[];
  /** Whether no question was given and the demo's is taken. */
  readonly isDemo: boolean;
}

/** Where a question may be read from, and a way to report that it is awaited. */
export interface QuestionSource {
  readonly stdin: Readable;
  /** Whether something is piped into the process. */
  readonly isPiped: boolean;
  readonly signal: AbortSignal;
  note(line: string): void;
}

/** What was given on the command line. */
interface AskedAbout {
  readonly question?: string;
  readonly files: readonly string[];
  readonly images?: readonly string[];
  /** The file of the agents that are asked. */
  readonly agents?: string;
}

/** Finds the question: the one on the command line, else the one on standard input, else the demo's. */
export async function readQuestion(
  { question, files, images = [], agents }: AskedAbout,
  source: QuestionSource,
): Promise<Question> {
  findFiles(files);
  if (question !== undefined && question !== '-') return { text: question, files, isDemo: false };
  const piped = question === '-' || source.isPiped ? await readAll(source) : '';
  if (piped.trim() !== '') return { text: piped.trim(), files, isDemo: false };
  if (question === '-') throw new TroupeError('usage', 'There is no question on standard input.');
  if (agents !== undefined) {
    throw new TroupeError('usage', 'There is no question. Write it after "ask", in quotes: troupe ask "…" --agents F');
  }
  if (files.length > 0 || images.length > 0) {
    throw new TroupeError('usage', 'There is no question. Write it after "ask", in quotes: troupe ask "…" --file F');
  }
  if (!statSync(demo.file, { throwIfNoEntry: false })) {
    throw new TroupeError('usage', 'There is no question. Write it after "ask", in quotes: troupe ask "…"');
  }
  return { text: demo.question, files: [demo.file], isDemo: true };
}

/** Whether standard input is a pipe or a file, so that it will end. */
export function isPiped(): boolean {
  try {
    const stat = fstatSync(0);
    return stat.isFIFO() || stat.isFile() || stat.isSocket();
  } catch {
    return false; // it is closed
  }
}

const quietMs = 1000;

async function readAll({ stdin, signal, note }: QuestionSource): Promise<string> {
  const timer = setTimeout(() => note('Reading the question from standard input …'), quietMs);
  try {
    return await text(addAbortSignal(signal, stdin));
  } finally {
    clearTimeout(timer);
  }
}
