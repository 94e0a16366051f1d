/** Whole runs against servers of many dialects: each ends in the right answer, and pays for no call that a plainer server would not be paid for. */
import { createOrchestrator, defineSpecialist, defineTool, type Model, type OrchestratorConfig, replay } from 'troupe';
import { openaiModel } from 'troupe/openai';
import { type Reply, thinking } from 'troupe/testing';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  inFormOf,
  type Seen,
  type StrictServer,
  startStrictServer,
  strictServers,
} from '../models/openai/strict-servers.ts';
import { ask, followed } from '../scenarios/scenario.ts';
import { purposeOf } from './purpose.ts';

const stock = defineTool({
  name: 'stock',
  description: 'says how many of a thing are in store',
  capability: 'read',
  input: z.strictObject({ thing: z.string(), unit: z.literal('piece').optional() }),
  run: async ({ thing }) => ({ text: `${thing}: ${thing.length}` }),
});
const keeper = defineSpecialist({ name: 'keeper', description: 'knows the store', tools: [stock] });

const look = (thing: string) => ({ toolCalls: [{ name: 'stock', arguments: JSON.stringify({ thing }) }] });
const steps = [
  { id: 'screws', task: 'work on screws', specialist: 'keeper' },
  { id: 'nails', task: 'work on nails', specialist: 'keeper', after: ['screws'], when: 'the store is open today' },
];

/** What a model that does as it is told says to the three requests below. */
function obedient({ messages }: Seen): Reply {
  const { purpose, step = 'screws', text } = purposeOf(messages);
  if (purpose === 'decide') return '{"run": true, "reason": "It is open."}';
  if (purpose === 'reflect') return '6 screws and 5 nails.';
  if (purpose === 'think' && text.includes('Good morning')) return 'And to you!';
  if (purpose === 'think' && text.includes('Compare')) return thinking({ steps });
  if (!text.includes(`${step}: ${step.length}`)) return look(step);
  return `There are ${step.length} ${step}.`;
}

const rounds = [
  ['Good morning', 'And to you!', {}],
  ['How many screws are there?', 'There are 6 screws.', {}],
  ['Compare screws and nails.', '6 screws and 5 nails.', {}],
  // The only tool that may be called is demanded, and so is a text after the last turn.
  ['Compare screws and nails again.', '6 screws and 5 nails.', { complexityThreshold: 0, turns: 2 }],
] as const satisfies readonly (readonly [string, string, Partial<OrchestratorConfig>])[];

/** The paid calls of the requests above where everything is understood: 1, 2, and a plan, two steps with a look-up, a condition and the answer. */
const paidCalls = [1, 2, 7, 7];

async function runsOn(model: Model, paid: () => number) {
  const ends: { content: string; paid: number }[] = [];
  for (const [request, , config] of rounds) {
    const before = paid();
    const run = createOrchestrator({
      model,
      specialists: [keeper],
      maxOutputTokens: 500,
      retry: { baseMs: 1, maxMs: 2 },
      ...config,
    }).start(ask(request));
    const shown = followed(run);
    const { status, message, usage, error } = await run.result;
    expect({ status, error }).toEqual({ status: 'completed', error: undefined });
    expect(replay(run.log)).toEqual({ equal: true, entries: run.log.length });
    expect(shown()).toBe(message.content);
    expect(usage.modelCalls).toBe(paid() - before);
    ends.push({ content: message.content, paid: paid() - before });
  }
  return ends;
}

async function startServer(server: StrictServer, say: (seen: Seen) => Reply) {
  let answered = 0;
  const endpoint = await startStrictServer(server, (seen) => {
    answered++;
    return inFormOf(server, seen, say(seen));
  });
  return { ...endpoint, paid: () => answered, model: openaiModel({ model: 'm', baseURL: endpoint.baseURL }) };
}

/** Requests that were refused in the runs of a new server, and of a known one: they cost nothing. After twenty answers the fuller form is tried again. */
const refusals: Readonly<Record<string, readonly [first: number, next: number]>> = {
  'OpenAI, a reasoning model behind a gateway': [1, 1],
  'OpenRouter, no provider with tools': [1, 1],
  'OpenRouter, no provider with that tool choice': [2, 0],
  'Ollama, a model without tools': [1, 1],
  'vLLM without a tool parser, Gemma without a system role': [2, 2],
  'llama.cpp without its templates': [1, 1],
  'LM Studio': [1, 0],
  Gemini: [1, 1],
  'DeepSeek, thinking': [3, 0],
  Mistral: [1, 1],
  'Qwen, thinking': [2, 0],
  'a server that streams nothing': [1, 1],
  'a server that knows tools and formats only by their absence': [3, 1],
};

const servers = Object.entries(strictServers);
const isObedient = ([, { isProse, callsTools = true }]: (typeof servers)[number]) => !isProse && callsTools;

describe('every request ends in the right answer, with no call paid that need not be', () => {
  test.each(servers.filter(isObedient))('%s', async (name, server) => {
    const { model, paid, received } = await startServer(server, obedient);
    const refused: number[] = [];
    for (const _round of ['new', 'known']) {
      const before = received.length - paid();
      expect(await runsOn(model, paid)).toEqual(rounds.map(([, content], at) => ({ content, paid: paidCalls[at] })));
      refused.push(received.length - paid() - before);
    }
    expect(refused).toEqual(refusals[name]);
  });
});

describe('every request ends in an answer', () => {
  test.each(servers.filter((each) => !isObedient(each)))('%s', async (_, server) => {
    const { model, paid } = await startServer(server, () => 'It may be some, who knows.');
    for (const _round of ['new', 'known']) {
      const ends = await runsOn(model, paid);
      expect(ends.map(({ content }) => content)).toEqual(rounds.map(() => 'It may be some, who knows.'));
      expect(ends.map((end) => end.paid)).toEqual([1, 1, 1, 4]);
    }
  });
});
