import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { makeRows } from '../../../bench/economy/data.ts';
import { smallFacts } from '../../../bench/economy/expected.ts';
import type { Measurement } from '../../../bench/economy/measure-request.ts';
import { chunk, event, type Received, say, startEndpoint, stream } from '../../models/endpoint.ts';
import { root } from '../../project/pages.ts';

const facts = smallFacts(makeRows());
const answers: Readonly<Record<string, string>> = {
  q01: 'Gross margin is profit as a share of the selling price. Markup is profit as a share of the cost.',
  q05: `Mercer Bank has placed ${facts.q05?.[0]?.example} orders; the last one was on ${facts.q05?.[1]?.example}.`,
  q15: `Revenue: ${facts.q15?.map(({ example }) => example).join(', ')} %.`,
};
const ids = Object.keys(answers);

/** Looks at a table where it is asked about one, asks back where it cannot know what is meant, and then answers. */
async function startReader() {
  return startEndpoint((response, { body }) => {
    const { model, messages, tools } = body as {
      model: string;
      messages: { role: string; content: string }[];
      tools?: { function: { name: string } }[];
    };
    const isUnclear = model === 'q15' && !messages.some(({ content }) => content.includes('I mean our revenue'));
    const answer = isUnclear ? 'What should I compare?' : (answers[model] ?? '');
    const hasLookedUp = messages.some(({ role }) => role === 'tool');
    if (model === 'q05' && !hasLookedUp && tools?.some((tool) => tool.function.name === 'describe_table')) {
      const call = { name: 'describe_table', arguments: '{"file":"orders.csv"}' };
      const calls = [{ index: 0, id: 'call-1', type: 'function', function: call }];
      stream(response, chunk({ tool_calls: calls }), chunk({}, 'tool_calls'), event('[DONE]')).end();
    } else say(response, answer);
  });
}

const run = async (script: string, ...args: readonly string[]) => {
  const program = ['--import', './test/from-source.ts', `bench/economy/${script}`, ...args];
  return (await promisify(execFile)(process.execPath, program, { cwd: root })).stdout;
};

it('both sides are measured over HTTP, request by request, and put side by side', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-economy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const received: Record<string, Received[]> = {};
  for (const side of ['charts', 'loop']) {
    const endpoint = await startReader();
    const common = [
      '--base-url',
      endpoint.baseURL,
      '--data',
      join(folder, 'data'),
      '--only',
      ids.join(),
      '--at-once',
      '2',
    ];
    await run('measure.ts', '--side', side, '--out', join(folder, side), ...common);
    received[side] = endpoint.received;
  }
  const result = (side: string, id: string) =>
    JSON.parse(readFileSync(join(folder, side, `${id}.json`), 'utf8')) as Measurement; // measure.ts wrote it

  for (const side of ['charts', 'loop']) {
    for (const id of ids) {
      const sent = received[side]?.filter(({ body }) => body.model === id) ?? [];
      const measured = result(side, id);
      expect(measured).toMatchObject({ answer: answers[id], missing: [] });
      expect(measured.failure).toBeUndefined();
      expect(measured.calls.map(({ status }) => status)).toEqual(sent.map(() => 200));
      expect(measured.criticalPath).toBe(sent.length);
      expect(measured.largestCall).toBeGreaterThan(measured.inputTokens / sent.length);
      expect(measured.replays).toBe(side === 'charts' ? true : undefined);
    }
  }
  for (const side of ['charts', 'loop']) expect(ids.map((id) => result(side, id).calls.length)).toEqual([1, 2, 2]);
  expect(ids.flatMap((id) => result('loop', id).writtenTwice)).toEqual([]);
  expect(result('loop', 'q05').calls[1]?.inputTokens).toBeGreaterThan(result('loop', 'q05').calls[0]?.inputTokens ?? 0);

  const tables = await run('table.ts', join(folder, 'charts'), join(folder, 'loop'));
  expect(tables).toContain('| q05 lookup |');
  expect(tables).toMatch(/^\| right answers \| 3 \| 3 \| {2}\|$/m);
  expect(tables).toMatch(/^\| logs that replay \| 3 \| – \| {2}\|$/m);
});
