/**
 * Started by a test in a process of its own: begins or continues a run of an orchestrator whose specialists are teams of agents. In each team a supervisor hands
 * work to an agent, which calls another agent as a tool, which uses a tool that needs approval.
 *
 *     asking-driver.ts <store> <side file> <run id> [<answer> …]
 *
 * An answer is `approve:<city>` or `refuse:<city>`; they are given by the ids of the questions, in this order. Notes what it does outside in the side file. When
 * only people are waited for, it prints what they are asked and kills itself; else it prints the result.
 */
import { appendFileSync, writeSync } from 'node:fs';
import { createOrchestrator, defineTool, type Model } from 'troupe';
import { agent, asSpecialist, asTool, createAgentRunner, supervisor } from 'troupe/agents';
import { sqliteStore } from 'troupe/sqlite';
import { reflection, scriptedModel, thinking } from 'troupe/testing';
import { z } from 'zod';
import { untilFree } from '../durability/until-free.ts';
import { modelOf, toolResults } from './rules-model.ts';

const [place = '', side = '', runId = '', ...answers] = process.argv.slice(2);
const leaseMs = 300;
const did = (what: string) => appendFileSync(side, `${what}\n`);
const store = sqliteStore(place, { synchronous: 'NORMAL' });
const cities = ['Porto', 'Rome', 'Oslo'];
const cityIn = (text: string) => cities.find((city) => text.includes(city)) ?? 'nowhere';

const buy = defineTool({
  name: 'buy',
  description: 'Buys a ticket.',
  capability: 'write',
  input: z.object({ city: z.string() }),
  run: ({ city }, { key }) => {
    did(`buy ${key}`);
    return `a ticket to ${city}`;
  },
});
const rules = modelOf(
  (request, name) => {
    const words = request.messages.map(({ content }) => content).join('\n');
    const city = cityIn(words);
    const [result] = toolResults(request);
    if (name === 'lead') {
      const said = /\[guide-\w+\] said: (.*)/.exec(words)?.[1];
      if (said) return { text: said };
      return { calls: [{ name: 'transfer_to_agent', input: { agent: `guide-${city}`, task: `Travel to ${city}.` } }] };
    }
    if (result !== undefined) return { text: `${city}: ${result}` };
    const isBuyer = name.startsWith('buyer');
    return {
      calls: [{ name: isBuyer ? 'buy' : `buyer-${city}`, input: isBuyer ? { city } : { task: `Buy for ${city}.` } }],
    };
  },
  (key) => did(`model ${key}`),
);
const script = scriptedModel([
  {
    purpose: 'think',
    reply: thinking({
      steps: cities.map((city) => ({ id: city, task: `Travel to ${city}`, specialist: `team-${city}` })),
    }),
  },
  {
    purpose: 'reflect',
    reply: ({ messages }) => {
      const results = [
        ...new Set(
          messages
            .map(({ content }) => content)
            .join('\n')
            .match(/\w+: (?:\w+: )*(?:a ticket to \w+|A person refused[^\n<]*)/g),
        ),
      ];
      return reflection({ finalAnswer: results.join(' | ') });
    },
  },
]);
const model: Model = {
  name: 'scripted',
  call: (request) => (request.brief.purpose === 'agent' ? rules.call(request) : script.call(request)),
};
const teams = cities.map((city) => {
  const buyer = agent({ name: `buyer-${city}`, description: `Buys tickets to ${city}.`, model, tools: [buy] });
  const guide = agent({ name: `guide-${city}`, description: `Plans trips to ${city}.`, model, tools: [asTool(buyer)] });
  const lead = agent({ name: 'lead', description: 'Decides who works next.', model });
  return supervisor({ name: `team-${city}`, description: `Travels to ${city}.`, supervisor: lead, agents: [guide] });
});
const inner = createAgentRunner({ agents: teams, store, leaseMs });
const troupe = createOrchestrator({
  model,
  store,
  leaseMs,
  specialists: teams.map((team) => asSpecialist(team, { runner: inner })),
});
const isStored = (await store.read(runId, 0, 1)).length > 0;
const run = isStored
  ? await untilFree(() => troupe.resume(runId))
  : troupe.start([{ role: 'user', content: 'Travel!' }], { runId });
let result = await run.settled();
for (const answer of answers) {
  const [verdict, city = ''] = answer.split(':');
  const { id } = result.waiting.find(({ question }) => question.includes(city)) ?? { id: '' };
  await (verdict === 'approve' ? run.approve(id) : run.refuse(id, `not to ${city}`));
}
if (answers.length > 0) result = await run.settled();
const asked = result.waiting.map(({ id, question, kind }) => ({ id, kind, city: cityIn(question) }));
writeSync(1, JSON.stringify({ status: result.status, asked, text: result.message?.content }));
if (result.status === 'waiting') process.kill(process.pid, 'SIGKILL');
store.close();
