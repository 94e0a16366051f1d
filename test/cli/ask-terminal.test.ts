import { expect, it, onTestFinished } from 'vitest';
import { startChatEndpoint } from './chat-endpoint.ts';
import { openTerminal } from './terminal.ts';

it.each([
  [120, 40],
  [60, 20],
])('shows the plan in a terminal of %i by %i and gives the terminal back at Ctrl-C', async (columns, rows) => {
  const server = await startChatEndpoint({ hangsOn: 'work' });
  onTestFinished(() => server.close());
  const terminal = await openTerminal(columns, rows, { OPENAI_BASE_URL: server.baseURL });
  await terminal.keys('clear; "$NODE" src/cli/main.ts ask; echo "code=$?"', 'Enter');
  const shown = await terminal.until((screen) => screen.includes('after 1, 2') && screen.includes('working'));
  expect(shown).toMatch(/. working {2}\d+\.\ds · 2,080 tokens · round 1 of 3/);
  expect(shown).toContain('Plan v1');
  expect(shown).toContain('1 Revenue by region         math    working');
  expect(shown).toContain('2 按月统计销售额的增长情况  math    working');
  expect(shown).toContain('○ 3 Write the report          writer  after 1, 2');
  expect(await terminal.isCursorShown()).toBe(false);

  await terminal.keys('C-c');
  const after = await terminal.until((screen) => /code=\d+\n+READY>/.test(screen));
  expect(after).toContain('code=130');
  expect(after).toMatch(/✗ cancelled {2}\d/);
  expect(after).toContain('– 1 Revenue by region         math    stopped');
  expect(after).toContain('Cancelled.');
  expect(after.match(/Plan v1/g)).toHaveLength(1);
  expect(await terminal.isCursorShown()).toBe(true);
  await server.dropped('work');
});

it('leaves the finished plan above the answer', async () => {
  const server = await startChatEndpoint();
  onTestFinished(() => server.close());
  const terminal = await openTerminal(90, 30, { OPENAI_BASE_URL: server.baseURL });
  await terminal.keys('clear; "$NODE" src/cli/main.ts ask "do it all"; echo "code=$?"', 'Enter');
  const shown = await terminal.until((screen) => /code=\d+\n+READY>/.test(screen));
  expect(shown).toMatch(/✓ completed {2}\d+\.\ds · [\d,]+ tokens · round 1 of 3\n\nPlan v1\n ✓ 1 /);
  expect(shown).toMatch(/✓ 3 Write the report .*\n\nAll of it is done\.\ncode=0/);
  expect(await terminal.isCursorShown()).toBe(true);
});
