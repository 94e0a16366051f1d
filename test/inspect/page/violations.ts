import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare const axe: { run(): Promise<AxeResults> };

/** What axe-core finds wrong on a page as it stands; the page has to be opened with `bypassCSP`. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.addScriptTag({ content: axeSource });
  const found = await page.evaluate(async () => (await axe.run()).violations);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
}
