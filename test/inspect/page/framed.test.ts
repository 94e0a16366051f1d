import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testInspector, usePages } from './open-page.ts';
import { startDemo } from './runs.ts';

const open = usePages();

/** A page of another origin that shows an address in a frame. */
async function framing(address: () => string): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<link rel="icon" href="data:,"><iframe src="${address()}" width="1400" height="800"></iframe>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the page in a frame', () => {
  it('works in one of an origin that was named', async () => {
    let url = '';
    const origin = await framing(() => url);
    const inspector = await testInspector({ frame: [origin] });
    const run = startDemo(inspector);
    await run.result;
    ({ url } = inspector);
    const { page } = await open(origin);
    const status = page.frameLocator('iframe').getByTestId('status');
    await status.filter({ hasText: `completed · ${run.log.length} entries` }).waitFor();
  });

  it('is not shown in any other', async () => {
    let url = '';
    const origin = await framing(() => url);
    const inspector = await testInspector();
    ({ url } = inspector);
    const { page } = await open(origin, { expectedErrors: /frame-ancestors/ });
    expect(await page.frameLocator('iframe').getByTestId('runs').count()).toBe(0);
  });
});
