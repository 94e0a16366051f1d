import { expect } from 'vitest';
import {
  type Agent,
  type AgentEvent,
  type AgentRunOptions,
  agent,
  createAgentRunner,
} from '../../../src/agents/index.ts';
import type { ModelRequest } from '../../../src/models/model.ts';
import { ModelError } from '../../../src/models/model-error.ts';
import { memoryStore } from '../../../src/stores/memory-store.ts';
import { type Asked, modelOf } from '../agent-lives.ts';

/** An agent that always says the same, or what a function makes of its request. */
export const says = (name: string, text: string | ((request: ModelRequest) => string), asked?: Asked) =>
  agent({
    name,
    description: `Knows all about ${name}.`,
    model: modelOf((request) => ({ text: typeof text === 'string' ? text : text(request) }), asked),
  });

/** An agent whose model cannot be reached. */
export const broken = (name: string) =>
  agent({
    name,
    description: `Knows all about ${name}, but fails.`,
    model: modelOf(() => {
      throw new ModelError('auth', 'the key is wrong');
    }),
  });

/** A short form of what happened: who, and what. */
export function shortly({ runPath, output, action, error }: AgentEvent): readonly string[] {
  const who = runPath.join('/');
  if (output && 'message' in output) {
    const { role, content, toolCalls = [] } = output.message;
    const calls = toolCalls.map((call) => ` ${call.name}`).join('');
    return [`${who} ${role}: ${content}${calls}`];
  }
  if (action?.type === 'transfer') return [`${who} -> ${action.to.join('/')}`];
  if (action) return [`${who} ${action.type}`];
  return error ? [`${who} failed: ${error.message}`] : [];
}

/** Runs an agent to its end: its result and its events, after a replay that came out equal. */
export async function watch(whole: Agent, input = 'Go.', options: AgentRunOptions = {}) {
  const runner = createAgentRunner({ agents: [whole], store: memoryStore() });
  const run = runner.run(whole, input, { id: 'r', ...options });
  const events: AgentEvent[] = [];
  for await (const event of run) events.push(event);
  const result = await run.result;
  expect(await runner.replay('r')).toMatchObject({ equal: true });
  expect(await runner.check('r')).toMatchObject({ ok: true });
  return { result, events: events.flatMap(shortly) };
}
