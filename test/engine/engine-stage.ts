import { defineSpecialist, type RunResult } from 'troupe';
import { type ScriptLine, scriptedModel, thinking } from 'troupe/testing';
import { expect, onTestFinished } from 'vitest';
import {
  type ConversationEngine,
  type ConversationEngineConfig,
  createConversationEngine,
} from '../../src/engine/conversation-engine.ts';
import type { Coordinator } from '../../src/engine/coordinator.ts';
import { type EngineEvent, type EngineState, validStateTransitions } from '../../src/machines/engine-event.ts';
import { worker } from '../scenarios/worker.ts';

export { worker };

/** A plan of the given steps, each with its needs and its priority. */
export function planOf(steps: Record<string, { after?: string[]; priority?: number }>, specialist = 'worker'): string {
  const lines = Object.entries(steps).flatMap(([id, { after = [], priority = 0 }]) => [
    `- [ ] ${id}: work on ${id}`,
    `  - specialist: ${specialist}`,
    ...(after.length > 0 ? [`  - after: ${after.join(', ')}`] : []),
    ...(priority === 0 ? [] : [`  - priority: ${priority}`]),
  ]);
  return ['# Plan: a plan', '', ...lines, ''].join('\n');
}

/** The script of a request that nobody can plan: the answer takes a call of its own. */
export const unplanned: readonly ScriptLine[] = [
  { purpose: 'think', reply: thinking() },
  ...[1, 2, 3].map(() => ({ purpose: 'plan', reply: 'There is nothing to plan.' }) as const),
];

export const coordinator: Coordinator = {
  getContext: async () => ({
    rules: ['Be brief.'],
    knowledge: ['The sky is blue.', 'Grass is green.'],
    tools: [{ name: 'ruler', description: 'measures' }],
  }),
};

/** An engine on a script, which has to be used up when the test ends. */
export function stage(lines: readonly ScriptLine[], config: Partial<ConversationEngineConfig> = {}) {
  const model = scriptedModel(lines);
  onTestFinished(() => model.assertUsedUp());
  const engine = createConversationEngine({
    model,
    specialists: [worker],
    coordinator,
    retry: { baseMs: 1, maxMs: 2 },
    ...config,
  });
  return { engine, model };
}

/** An event in one line. */
export function lineOf({ type, data }: EngineEvent): string {
  if (type === 'state_changed') return `${data.from} > ${data.to}`;
  const values = Object.values(data).filter((value) => typeof value !== 'object');
  return [type, ...values].join(' ');
}

/** Every change of state begins where the one before ended, and is in the table. */
export function expectLegal(events: readonly EngineEvent[]): void {
  const changes = events.flatMap((event) => (event.type === 'state_changed' ? [event.data] : []));
  for (const [index, { from, to }] of changes.entries()) {
    const allowed: readonly EngineState[] = validStateTransitions[from];
    expect(allowed).toContain(to);
    if (index > 0) expect(from).toBe(changes[index - 1]?.to);
  }
}

/** Reads everything; `onEvent` sees each event before the next one is asked for. */
export async function readAll(
  events: AsyncGenerator<EngineEvent, RunResult, void>,
  onEvent: (event: EngineEvent) => void | Promise<void> = () => {},
): Promise<{ events: EngineEvent[]; lines: string[]; result: RunResult }> {
  const seen: EngineEvent[] = [];
  while (true) {
    const next = await events.next();
    if (next.done) {
      expectLegal(seen);
      return { events: seen, lines: seen.map(lineOf), result: next.value };
    }
    seen.push(next.value);
    await onEvent(next.value);
  }
}

/** Reads up to an event of a type, and gives what was read. */
export async function readTo(
  events: AsyncGenerator<EngineEvent, RunResult, void>,
  isIt: (event: EngineEvent) => boolean,
): Promise<EngineEvent[]> {
  const seen: EngineEvent[] = [];
  while (true) {
    const next = await events.next();
    if (next.done) throw new Error(`It did not come:\n${seen.map(lineOf).join('\n')}`);
    seen.push(next.value);
    if (isIt(next.value)) return seen;
  }
}

export const isState = (to: EngineState) => (event: EngineEvent) =>
  event.type === 'state_changed' && event.data.to === to;

/** A specialist whose steps are held until the test lets them go. */
export function heldSpecialist() {
  const gates = new Map<string, PromiseWithResolvers<string>>();
  const gate = (id: string) => {
    const known = gates.get(id) ?? Promise.withResolvers<string>();
    gates.set(id, known);
    return known;
  };
  const begun = new Map<string, PromiseWithResolvers<void>>();
  const start = (id: string) => {
    const known = begun.get(id) ?? Promise.withResolvers<void>();
    begun.set(id, known);
    return known;
  };
  const began: string[] = [];
  const aborted: string[] = [];
  const specialist = defineSpecialist({
    name: 'worker',
    description: 'waits for the test',
    run: ({ step, signal }) => {
      began.push(step.id);
      start(step.id).resolve();
      signal.addEventListener('abort', () => aborted.push(step.id));
      return gate(step.id).promise;
    },
  });
  return {
    specialist,
    began,
    aborted,
    hasBegun: (id: string) => start(id).promise,
    finish: (id: string) => gate(id).resolve(`result of ${id}`),
  };
}

/** What is read of an engine at once. */
export const readingOf = ({ state, currentProgress, completedTasks, totalTasks, tasks }: ConversationEngine) => ({
  state,
  currentProgress,
  completedTasks,
  totalTasks,
  tasks: tasks.map(({ id, status }) => `${id} ${status}`),
});
