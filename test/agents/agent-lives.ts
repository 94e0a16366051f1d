import { expect } from 'vitest';
import type { Agent } from '../../src/agents/agent.ts';
import { type AgentResult, type AgentRun, type AgentRunner, createAgentRunner } from '../../src/agents/index.ts';
import type { Message } from '../../src/domain/message.ts';
import type { Entry } from '../../src/log/entry.ts';
import { memoryStore } from '../../src/stores/memory-store.ts';
import type { Store } from '../../src/stores/store.ts';
import { untilFree } from '../durability/until-free.ts';
import { type Asked, modelOf, toolResults } from './rules-model.ts';

class Crash extends Error {}

/** A store whose process dies right before or right after one write: from then on nothing is written and nothing is given back. */
function dying(store: Store, at: number, when: 'before' | 'after'): Store & { writes: number } {
  let isDead = false;
  const dead = {
    ...store,
    writes: 0,
    append(...args: Parameters<Store['append']>) {
      if (isDead) throw new Crash();
      dead.writes++;
      if (dead.writes !== at) return store.append(...args);
      isDead = true;
      if (when === 'after') void store.append(...args);
      throw new Crash();
    },
    renew: (...args: Parameters<Store['renew']>) => (isDead ? new Promise<boolean>(() => {}) : store.renew(...args)),
    release(...args: Parameters<Store['release']>) {
      if (!isDead) return store.release(...args);
    },
  };
  return dead;
}

export { type Asked, modelOf, toolResults };

export interface Scenario {
  /** The agent, in a world that notes what it is asked. */
  agent(asked: Asked): Agent;
  readonly input: string | readonly Message[];
  /** Answers what people are asked; called whenever only people are waited for. */
  answer?(run: AgentRun): Promise<void>;
}

/** Drives a run to its end. */
export async function drive(run: AgentRun, { answer }: Pick<Scenario, 'answer'>): Promise<AgentResult> {
  for (;;) {
    const result = await run.settled();
    if (result.status !== 'waiting') return result;
    if (!answer) throw new Error(`The run waits: ${JSON.stringify(result.waiting)}`);
    await answer(run);
  }
}

/** What counts of a result: all that does not depend on where a run was cut. */
const essence = ({ runId: _id, usage: _usage, ...result }: AgentResult) => result;

const runnerOn = (scenario: Scenario, store: Store, asked: Asked): { runner: AgentRunner; agent: Agent } => {
  const agent = scenario.agent(asked);
  return { agent, runner: createAgentRunner({ agents: [agent], store, leaseMs: 20 }) };
};

/** Runs a scenario, then lets it die at each of its writes and continues it with another runner: it comes to the same, and nothing that was recorded is done again. */
export async function surviveEveryWrite(scenario: Scenario): Promise<AgentResult> {
  const counting = dying(memoryStore(), 0, 'before');
  const whole = runnerOn(scenario, counting, () => {});
  const expected = await drive(whole.runner.run(whole.agent, scenario.input, { id: 'whole' }), scenario);
  expect(await whole.runner.check('whole')).toMatchObject({ ok: true });
  for (let at = 1; at <= counting.writes; at++) {
    for (const when of ['before', 'after'] as const) await cut(scenario, { at, when }, expected);
  }
  return expected;
}

async function cut(scenario: Scenario, { at, when }: { at: number; when: 'before' | 'after' }, expected: AgentResult) {
  const store = memoryStore();
  const where = `cut ${when} write ${at}`;
  const first = runnerOn(scenario, dying(store, at, when), () => {});
  const run = first.runner.run(first.agent, scenario.input, { id: 'cut' });
  await drive(run, scenario).catch(() => {});
  const stored = await store.read('cut');
  if (stored.length === 0 || hasEnded(stored)) return;
  const recorded = new Set(
    stored.flatMap((entry) =>
      entry.type === 'effect.completed' || entry.type === 'effect.failed' ? [`cut/${entry.data.key}`] : [],
    ),
  );
  const again: string[] = [];
  const second = runnerOn(scenario, store, (key) => recorded.has(key) && again.push(key));
  const resumed = await untilFree(() => second.runner.resume('cut'));
  const result = await drive(resumed, scenario);
  expect(essence(result), where).toEqual(essence(expected));
  expect(again, where).toEqual([]);
  expect(await second.runner.check('cut'), where).toMatchObject({ ok: true });
}

const hasEnded = (entries: readonly Entry[]) =>
  entries.some((entry) => entry.type === 'status.changed' && entry.data.status !== 'executing');
