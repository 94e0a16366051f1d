import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Where a Chromium is: as told, or where systems keep it. */
export function chromiumPath(): string {
  const places = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  const found = places.find((place) => place !== undefined && existsSync(place));
  if (found) return found;
  const inPath = ['chromium', 'chromium-browser', 'google-chrome'].find(
    (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
  );
  if (inPath) return spawnSync('which', [inPath], { encoding: 'utf8' }).stdout.trim();
  throw new Error('There is no Chromium. Install it (on Debian: apt-get install chromium) or set CHROMIUM_PATH.');
}
