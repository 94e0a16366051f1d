import { describe, expect, it } from 'vitest';
import { startCli } from '../../cli/run-cli.ts';
import { hasStatus, inspectorUrl, usePages } from './open-page.ts';

const open = usePages();

describe('troupe ask --inspect', () => {
  it('says where the page is, shows the run there until Ctrl-C, and ends with the exit code of the run', async () => {
    const { child, finished } = startCli(['ask', '--inspect', '--port', '0']);
    const { page } = await open(await inspectorUrl(child), { expectedErrors: /ERR_CONNECTION_REFUSED|WebSocket/ });
    await hasStatus(page, 'completed');
    await page.getByRole('heading', { name: /sales\.csv/ }).waitFor();
    await page.locator('[data-testid="state-host.completed"].active').waitFor();
    child.kill('SIGINT');
    const { code, stdout, stderr } = await finished;
    expect(code).toBe(0);
    expect(stdout).toContain('region');
    expect(stderr).toContain('The inspector stays open until Ctrl-C.');
    await page.getByTestId('reconnecting').waitFor();
  });
});
