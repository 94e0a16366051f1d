import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('a thousand runs at once give a thousand right answers, share nothing and leave nothing behind', async () => {
  const script = fileURLToPath(new URL('many-runs.ts', import.meta.url));
  const fromSource = fileURLToPath(new URL('../from-source.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', '--import', fromSource, script]);
  const { right, grownMiB } = JSON.parse(stdout) as { right: number; grownMiB: number };
  expect(right).toBe(1000);
  // A run that stayed would hold some 50 KB: a thousand of them 50 MiB.
  expect(grownMiB).toBeLessThan(5);
});
