/** A graph of functions and agents: what does not fit does not compile, and what has run is not run again. */
import { agent, createAgentRunner, graph } from 'troupe/agents';
import { scriptedModel } from 'troupe/testing';
import { z } from 'zod';

const model = scriptedModel([
  { purpose: 'agent', agent: 'researcher', reply: 'Lamps sold best in spring.' },
  { purpose: 'agent', agent: 'writer', reply: 'Lamps sell.' },
  { purpose: 'agent', agent: 'judge', reply: '{"ok":false,"remark":"Say when."}' },
  { purpose: 'agent', agent: 'writer', reply: 'Lamps sell in spring.' },
  { purpose: 'agent', agent: 'judge', reply: '{"ok":true,"remark":""}' },
]);
const researcher = agent({ name: 'researcher', description: 'Finds facts about a topic.', model });
const writer = agent({ name: 'writer', description: 'Writes one sentence about facts.', model });
const judge = agent({
  name: 'judge',
  description: 'Says whether a sentence is good enough.',
  model,
  outputSchema: z.object({ ok: z.boolean(), remark: z.string() }),
});

interface Facts {
  readonly research: string;
  readonly figures: string;
}

const report = graph({
  name: 'report',
  description: 'Writes a sentence about what sells.',
  state: () => ({ draft: '' }),
})
  .agent('research', researcher)
  .node('figures', async (topic: string) => `${topic.length} letters`)
  .agent('write', writer, {
    before: ({ research, figures }: Facts) => ({ input: `${research} (${figures})` }),
    after: ({ text }) => ({ output: text, state: { draft: text } }),
  })
  .agent('judge', judge)
  .agent('rewrite', writer, {
    before: ({ remark }: { remark: string }, { draft }) => ({ input: `Write it again. ${remark} It was: ${draft}` }),
    after: ({ text }) => ({ output: text, state: { draft: text } }),
  })
  .node('show', (text: string) => text, { before: (_: { ok: boolean }, { draft }) => ({ input: draft }) })
  .edge('start', 'research')
  .edge('start', 'figures')
  .join(['research', 'figures'], 'write')
  .edge('write', 'judge')
  .branch('judge', ({ ok }) => (ok ? 'show' : 'rewrite'), ['show', 'rewrite'])
  .edge('rewrite', 'judge')
  .edge('show', 'end')
  .build();

const runner = createAgentRunner({ agents: [report] });
const run = runner.run(report, 'lamps');
for await (const { runPath, output } of run) {
  if (output && 'message' in output) console.log(`${runPath.join('/')}: ${output.message.content}`);
}
const { status, output } = await run.result;
console.log(`${status}: ${output}`);
