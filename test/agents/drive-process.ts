import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** What a driver in a process of its own has printed, and whether it was killed. Nothing is printed by one that was killed before it came to that. */
export async function driveProcess<Printed>(
  driver: string,
  ...args: readonly (string | number)[]
): Promise<{ readonly printed: Printed | undefined; readonly isKilled: boolean }> {
  const child = spawn(process.execPath, ['--import', file('../from-source.ts'), file(driver), ...args.map(String)]);
  const [out, problem] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  const isKilled = child.signalCode === 'SIGKILL';
  if (out === '' && !isKilled) throw new Error(problem);
  return { printed: out === '' ? undefined : (JSON.parse(out) as Printed), isKilled };
}
