import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The table that comes with the package. */
export const salesFile = join(root, 'examples/data/sales.csv');

/** How a process ended and what it wrote. */
export interface Finished {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process of the command line that is under way. */
export interface Started {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly finished: Promise<Finished>;
}

/** Starts the command line in a process of its own. Nothing of the environment goes with it but PATH and where compiled code is kept. */
export function startCli(
  args: readonly string[],
  options: {
    env?: Record<string, string>;
    input?: string;
    main?: string;
    /** Its standard input stays open. */
    keepsStdin?: boolean;
    /** A process that may do no more than anybody, also where the tests are run by root. */
    isNobody?: boolean;
  } = {},
): Started {
  const main = options.main ?? join(root, 'src/cli/main.ts');
  const child = spawn(process.execPath, [main, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(options.isNobody && process.getuid?.() === 0 ? { uid: 65_534 } : {}),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (!options.keepsStdin) child.stdin.end(options.input ?? '');
  const finished = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code, signal], stdout, stderr]) => ({ code, signal, stdout, stderr }),
  );
  return { child, finished };
}

/** Runs the command line to its end. */
export const runCli = (...parameters: Parameters<typeof startCli>): Promise<Finished> =>
  startCli(...parameters).finished;

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
