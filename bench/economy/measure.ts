/**
 * Asks the requests through one side and writes what each cost, a JSON file for each. bench/economy/README.md says how.
 *
 *   npx tsx bench/economy/measure.ts --side charts --base-url http://127.0.0.1:8099/v1 --out .troupe/economy/charts
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { charts, planned } from './charts.ts';
import { type DataSet, makeRows, writeData } from './data.ts';
import { smallFacts } from './expected.ts';
import { largeFacts } from './expected-large.ts';
import { largeRequests } from './large-requests.ts';
import { measureRequest } from './measure-request.ts';
import { plainLoop } from './plain-loop.ts';
import { type Request, smallRequests } from './requests.ts';
import type { Side } from './side.ts';

const { values } = parseArgs({
  options: {
    side: { type: 'string' },
    'base-url': { type: 'string' },
    out: { type: 'string' },
    data: { type: 'string', default: '.troupe/economy/data' },
    set: { type: 'string', default: 'small' },
    only: { type: 'string' },
    'at-once': { type: 'string', default: '1' },
    model: { type: 'string' },
  },
});
const sides: Readonly<Record<string, Side>> = { charts, planned, loop: plainLoop };
const side = sides[values.side ?? ''];
const { 'base-url': baseURL, out, data, model } = values;
if (!side || !baseURL || !out || (values.set !== 'small' && values.set !== 'large')) {
  throw new Error('Give --side charts|planned|loop, --base-url URL, --out FOLDER, and --set small|large if not small.');
}
const set: DataSet = values.set;

const rows = makeRows();
const files = writeData(data, set, rows);
const facts = set === 'small' ? smallFacts(rows) : largeFacts(rows);
const wanted = values.only?.split(',');
const left = (set === 'small' ? smallRequests(rows.orders) : largeRequests).filter(
  ({ id }) => wanted?.includes(id) ?? true,
);
if (left.length === 0) throw new Error(`The set "${set}" has no request ${values.only}.`);
mkdirSync(out, { recursive: true });

const measureOne = async (request: Request): Promise<void> => {
  const own = facts[request.id] ?? [];
  const apiKey = process.env.OPENAI_API_KEY;
  const measured = await measureRequest(request, { side, facts: own, files, baseURL, apiKey, model });
  writeFileSync(join(out, `${request.id}.json`), `${JSON.stringify(measured, null, 1)}\n`);
  const { calls, inputTokens, outputTokens, missing, failure } = measured;
  const verdict = failure ?? (missing.length > 0 ? `missing ${missing.join('; ')}` : 'right');
  console.log(`${request.id}: ${calls.length} calls, ${inputTokens} + ${outputTokens} tokens, ${verdict}`);
};

const workers = Array.from({ length: Number(values['at-once']) }, async () => {
  for (let next = left.shift(); next; next = left.shift()) await measureOne(next);
});
await Promise.all(workers);
