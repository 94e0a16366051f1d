import { createOrchestrator, defineSpecialist, defineTool, type Run, type RunResult, type Store } from 'troupe';
import { openaiModel } from 'troupe/openai';
import { sqliteStore } from 'troupe/sqlite';
import { type Reply, reflection, thinking } from 'troupe/testing';
import { z } from 'zod';
import { planText } from '../scenarios/plan-text.ts';
import { worker } from '../scenarios/worker.ts';

/** A run that every test of durability does: what is asked, how the endpoint answers, what people say. */
export interface ReferenceRun {
  readonly question: string;
  readonly reviewPlan?: boolean;
  /** The endpoint has no memory: the same request gets the same answer, whoever asks. */
  answer(request: { purpose: string; step: string | undefined; text: string; key: string }): Reply | { status: 429 };
}

const eight = { a: [], b: [], c: [], d: ['a'], e: ['b'], f: ['c'], g: ['d', 'e', 'f'], h: ['g'] };
const planned =
  (plan: Record<string, readonly string[]>): ReferenceRun['answer'] =>
  ({ purpose, step, text }) =>
    ({
      think: thinking(),
      plan: planText(text.includes('Update this plan') ? { ...plan, i: [], j: ['i'] } : plan),
      work: `result of ${step}`,
      reflect:
        plan === eight && !text.includes('result of j')
          ? reflection({ verdict: 'update', planUpdateSuggestion: 'add i and j' })
          : `the answer from ${[...text.matchAll(/<result step="(\w+)"/g)].map((match) => match[1]).join('')}`,
    })[purpose] ?? '';

export const referenceRuns: Readonly<Record<string, ReferenceRun>> = {
  'a direct answer': {
    question: 'two and two?',
    answer: () => 'four',
  },
  'a plan of eight steps with an update': { question: 'do it all', answer: planned(eight) },
  'a plan that a person reviews': {
    question: 'do it with care',
    reviewPlan: true,
    answer: planned({ a: [], b: ['a'] }),
  },
  'a question to the user': {
    question: 'the figures',
    answer: ({ text }) =>
      text.includes('the year 2025') ? thinking({ answer: 'figures of 2025' }) : thinking({ question: 'Which year?' }),
  },
  'two look-ups': {
    question: 'how many in 2024 and in 2025?',
    answer: ({ text }) =>
      text.includes('There were 25 in 2025.')
        ? 'It were 24, then 25.'
        : { toolCalls: [2024, 2025].map((year) => ({ name: 'look', arguments: JSON.stringify({ year }) })) },
  },
  'retries with backoff': {
    question: 'try hard',
    answer: (request) =>
      /(think|ask)#1(\.1)?$/.test(request.key) ? { status: 429 } : planned({ a: [], b: ['a'] })(request),
  },
};

const look = defineTool({
  name: 'look',
  description: 'looks into the books',
  capability: 'read',
  input: z.object({ year: z.number() }),
  run: async ({ year }) => ({ text: `There were ${year - 2000} in ${year}.` }),
});

export const orchestrateOn = (
  baseURL: string,
  store: Store,
  { reviewPlan = false }: Pick<ReferenceRun, 'reviewPlan'>,
) =>
  createOrchestrator({
    model: openaiModel({ model: 'test', baseURL }),
    specialists: [worker, defineSpecialist({ name: 'other', description: 'is never asked', tools: [look] })],
    store,
    reviewPlan,
    leaseMs: 1,
    retry: { baseMs: 1, maxMs: 2 },
  });

/** A store by its place: a PostgreSQL address, or a file for SQLite. */
export async function openStore(place: string): Promise<Store> {
  if (!place.startsWith('postgres')) return sqliteStore(place);
  const { postgresStore } = await import('troupe/postgres');
  return postgresStore(place);
}

/** Says what people say until the run has ended. */
export async function drive(run: Run): Promise<RunResult> {
  for (;;) {
    const result = await run.settled();
    if (result.waitingFor?.kind === 'clarification') run.answer('the year 2025');
    else if (result.waitingFor?.kind === 'plan-review') run.approve();
    else return run.result;
  }
}

/** What has to be the same however often a run was interrupted. */
export const essence = ({ status, message, plan, rounds }: RunResult) => ({
  status,
  message,
  rounds,
  version: plan?.version,
  steps: plan?.steps.map(({ id, status: at, result }) => ({ id, at, result })),
});
