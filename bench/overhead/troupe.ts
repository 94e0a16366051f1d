import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Troupe from '../../src/index.ts';
import type * as MemoryStore from '../../src/stores/memory-store.ts';
import type * as SqliteStore from '../../src/stores/sqlite-store.ts';
import { addedSteps, answer, type CallKind, type ChatMessage, firstSteps, type PlannedStep, reply } from './job.ts';

type Store = ReturnType<typeof MemoryStore.memoryStore>;

/** A checkout of Troupe: this one, or another one beside it. */
export interface Checkout {
  /** The job, on a store where one is given. */
  job(store?: Store): (messages: readonly ChatMessage[]) => Promise<string>;
  memoryStore(): Store;
  sqliteStore(file: string): Store;
}

/** Loads the sources of a checkout, each with packages of its own, so that two share nothing. */
export async function loadCheckout(folder: string): Promise<Checkout> {
  const load = (file: string) => import(pathToFileURL(join(resolve(folder), 'src', file)).href);
  const [troupe, memory, sqlite] = [
    (await load('index.ts')) as typeof Troupe,
    (await load('stores/memory-store.ts')) as typeof MemoryStore,
    (await load('stores/sqlite-store.ts')) as typeof SqliteStore,
  ];
  return {
    job: (store) => troupeJob(troupe, store),
    memoryStore: () => memory.memoryStore(),
    sqliteStore: (file) => sqlite.sqliteStore(file),
  };
}

function troupeJob({ createOrchestrator, defineSpecialist }: typeof Troupe, store: Store | undefined) {
  const orchestrator = createOrchestrator({
    model: model('bench'),
    // Whoever plans with a model of its own makes a call for each version of a plan.
    models: { planning: model('bench-planner') },
    specialists: [defineSpecialist({ name: 'worker', description: 'works out parts' })],
    ...(store ? { store } : {}),
  });
  return async (messages: readonly ChatMessage[]) => {
    const { message, status, plan } = await orchestrator.invoke(messages);
    if (status !== 'completed' || message.content !== answer || plan?.steps.length !== 10) {
      throw new Error(`The job came out differently: ${status}, ${plan?.steps.length} steps, "${message.content}".`);
    }
    return message.content;
  };
}

/** The model of the job, paid for: its calls count and are billed. */
const model = (name: string): Troupe.Model => ({
  name,
  async call({ brief }) {
    if (brief.purpose === 'agent') throw new Error('This model is for runs of the host.');
    const kind = kindOf(brief);
    const text = await reply(kind);
    const usage = { modelCalls: 1, inputTokens: 10, outputTokens: 5 };
    const move = moveOf(kind, text);
    return move
      ? { text: '', toolCalls: [{ id: 'call-1', ...move }], finishReason: 'tool_calls', usage }
      : { text, toolCalls: [], finishReason: 'stop', usage };
  },
});

function kindOf(brief: Troupe.Brief): CallKind {
  switch (brief.purpose) {
    case 'plan':
      return brief.previous ? 'update' : 'plan';
    case 'reflect':
      return brief.round === 1 ? 'judge' : 'close';
    case 'think':
    case 'work':
      return brief.purpose;
    default:
      throw new Error(`The job makes no call to ${brief.purpose}.`);
  }
}

const written = (steps: readonly PlannedStep[]) =>
  steps.map(({ id, task, after }) => ({ id, task, specialist: 'worker', after }));

/** What the model calls; nothing where its text is the result. */
function moveOf(kind: CallKind, thought: string): { name: string; arguments: string } | undefined {
  switch (kind) {
    case 'think':
      return { name: 'plan', arguments: JSON.stringify({ thought }) };
    case 'plan':
      return { name: 'plan', arguments: JSON.stringify({ thought: 'By parts.', steps: written(firstSteps) }) };
    case 'judge':
      return { name: 'update_plan', arguments: JSON.stringify({ why: thought, steps: [] }) };
    case 'update': {
      const steps = written([...firstSteps, ...addedSteps]);
      return { name: 'plan', arguments: JSON.stringify({ thought: 'Two more.', steps }) };
    }
    default:
      return undefined;
  }
}
