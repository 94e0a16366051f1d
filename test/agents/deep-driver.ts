/**
 * Started by a test in a process of its own: begins or continues a deep agent that opens all records of an archive, one after the other, and tells a few codes.
 *
 *     deep-driver.ts <store> <side file> <skills folder> [<record>]
 *
 * Kills itself while it opens a record when it is told one. Notes what it does outside in the side file, a line of JSON each, and prints the result as JSON.
 */
import { appendFileSync } from 'node:fs';
import { defineTool, type Model } from 'troupe';
import { createAgentRunner, deepAgent } from 'troupe/agents';
import { sqliteStore } from 'troupe/sqlite';
import { loadSkills } from 'troupe/workspace';
import { z } from 'zod';
import { estimateInputTokens } from '../../src/models/estimate-input-tokens.ts';
import type { ModelRequest } from '../../src/models/model.ts';
import { untilFree } from '../durability/until-free.ts';
import { modelOf, toolResults } from './rules-model.ts';

const [place = '', side = '', skillsFolder = '', last] = process.argv.slice(2);
const records = 60;
/** The records that the answer needs: early ones, one from the middle, and the last. */
const wanted = [1, 2, 3, 4, 30, records];
const did = (what: object) => appendFileSync(side, `${JSON.stringify(what)}\n`);
const textOf = ({ messages }: ModelRequest) => messages.map(({ content }) => content).join('\n');

const record = defineTool({
  name: 'record',
  description: 'Opens a record of the archive.',
  capability: 'read',
  input: z.object({ number: z.int() }),
  run: ({ number }, { key }) => {
    did({ opened: key });
    if (number === Number(last)) process.kill(process.pid, 'SIGKILL');
    // The shelf is at the beginning, where a summary sees it; the code is far below, and has to be read again.
    return `Record ${number}. It is on shelf S${number * 13}.\n${'filler text of the archive '.repeat(60)}\nThe code is K${number * 7}.\n${'more filler '.repeat(40)}`;
  },
});

const idOf = (number: number) => `deep/tool-${number + 2}-1/useTool`;
const todos = (done: number) => ({
  name: 'write_todos',
  input: { todos: [{ task: `open records, ${done} done`, status: 'doing' }] },
});

function reply(request: ModelRequest): ReturnType<Parameters<typeof modelOf>[0]> {
  const { brief } = request;
  const shown = textOf(request);
  if (brief.purpose === 'agent' && brief.isSummary) {
    return { text: `Shelves so far: ${[...new Set(shown.match(/S\d+/g))].join(' ')}.` };
  }
  if (!shown.includes('Your plan now')) {
    return { calls: [shown.includes('ARCHIVE-BODY') ? todos(0) : { name: 'use_skill', input: { name: 'archive' } }] };
  }
  const done = Number(/Your plan now:\n\[>\] open records, (\d+) done/.exec(shown)?.[1]);
  if (done < records) {
    const calls = [{ name: 'record', input: { number: done + 1 } }, todos(done + 1)];
    return { text: 'thinking about it '.repeat(60), calls };
  }
  const read = toolResults(request).slice(-wanted.length);
  if (wanted.every((number, index) => read[index]?.startsWith(`Record ${number}.`))) {
    return { text: [...new Set(read.join().match(/K\d+/g))].join(' ') };
  }
  // Only an id that it is shown can be read by a model.
  const known = (number: number) => shown.includes(`"${idOf(number)}"`) || number === records;
  return {
    calls: wanted.map((number) => ({ name: 'read_result', input: { result: known(number) ? idOf(number) : 'lost' } })),
  };
}

const model: Model = modelOf((request) => {
  const { brief } = request;
  did({
    asked: request.key,
    tokens: estimateInputTokens(request),
    isSummary: brief.purpose === 'agent' && brief.isSummary === true,
    texts: ['ARCHIVE-BODY', 'POEM-BODY', '- poems: How poems are written.', 'Shelves so far: S13 S26 S39 '].filter(
      (text) => textOf(request).includes(text),
    ),
  });
  return reply(request);
});
const store = sqliteStore(place, { synchronous: 'NORMAL' });
const deep = deepAgent({
  name: 'deep',
  description: 'Does long work to its end.',
  model,
  tools: [record],
  skills: loadSkills(skillsFolder),
  windowTokens: 16_000,
});
const runner = createAgentRunner({ agents: [deep], store, leaseMs: 300 });
const isStored = (await runner.entries('r')).length > 0;
const run = isStored
  ? await untilFree(() => runner.resume('r'))
  : runner.run(deep, 'Which codes has the archive?', { id: 'r' });
const { status, message, usage } = await run.result;
const { ok } = await runner.check('r');
console.log(JSON.stringify({ status, text: message?.content, calls: usage.modelCalls, ok }));
store.close();
