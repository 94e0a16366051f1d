import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startCli } from '../../cli/run-cli.ts';
import { hasStatus, inspectorUrl, planStatuses, slideTo, usePages } from './open-page.ts';

const open = usePages();
const folder = fileURLToPath(new URL('../../log/logs-of-host-4', import.meta.url));
/** The run of two rounds in the file of the version before. */
const twoRounds = '3ae7c93c';

/** A page of `troupe inspect` with these arguments. */
async function inspect(...args: readonly string[]): Promise<Page> {
  const { child, finished } = startCli(['inspect', ...args, '--port', '0']);
  onTestFinished(async () => {
    child.kill('SIGINT');
    await finished;
  });
  return (await open(await inspectorUrl(child), { expectedErrors: /ERR_CONNECTION_REFUSED|WebSocket/ })).page;
}

/** A store that the version before has made, as a file that may be written to. */
function oldStore(): string {
  const place = mkdtempSync(join(tmpdir(), 'troupe-old-log-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  const file = join(place, 'old.sqlite');
  copyFileSync(join(folder, 'runs.sqlite'), file);
  return file;
}

describe('a run that the version before has stored', () => {
  it('opens whole, with the chart up to where the charts differ, and the page says so', async () => {
    const page = await inspect('--store', oldStore(), twoRounds);
    await hasStatus(page, 'completed · 51 entries');
    expect(await page.getByTestId('replayed').textContent()).toBe(
      'Made by host@4; this version is host@5. The chart is shown up to entry 13, where the charts differ. The timeline, the plan and the result are complete.',
    );
    await page.getByTestId('row-51').waitFor();
    await expect.poll(() => planStatuses(page)).toEqual({ a: 'completed', b: 'completed', c: 'completed' });
    await page.locator('[data-testid="state-host.running.work.planning"].active').waitFor();
    await slideTo(page, 4);
    await hasStatus(page, 'at #4 of 51');
    await page.locator('[data-testid="state-host.running.work.understanding"].active').waitFor();
  });

  it('says of a log in a file on which the charts agree only who made it', async () => {
    const page = await inspect(join(folder, 'offline-direct-answer.jsonl'));
    await hasStatus(page, 'completed · 14 entries');
    expect(await page.getByTestId('replayed').textContent()).toBe(
      'Made by host@4; this version is host@5. Both come to the same entries.',
    );
    await page.locator('[data-testid="state-host.completed"].active').waitFor();
  });
});
