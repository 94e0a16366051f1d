import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { type Reply, reflection, thinking } from 'troupe/testing';
import { plansFor } from '../scenarios/random-plans.ts';
import type { ReferenceRun } from './reference-runs.ts';

/** Runs that are all different. Each call is answered by its key, so that the same call gets the same answer, whoever asks. */
export function randomRuns(seed: number): ReferenceRun {
  const plans = fc.sample(plansFor('worker', 'other', 'worker, other'), { seed, numRuns: 500 });
  const pick = <T>(list: readonly T[], key: string): T => {
    const number = createHash('sha256').update(`${seed} ${key}`).digest().readUInt32BE();
    return list[number % list.length] as T; // lists have something in them
  };
  const answers: Readonly<Record<string, (key: string, text: string) => Reply>> = {
    think: (key, text) =>
      text.includes('the year 2025')
        ? thinking()
        : pick(
            [
              ...Array.from({ length: 8 }, () => thinking()),
              thinking({ answer: 'an answer' }),
              thinking({ question: 'Which year?' }),
            ],
            key,
          ),
    plan: (key) => pick(plans, key),
    work: (key) => pick([`result of ${key}`, `result of ${key}`, `result of ${key}`, 'CANNOT: it does not go'], key),
    decide: (key) => pick(['{"run":true,"reason":"so"}', '{"run":false,"reason":"not so"}'], key),
    reflect: (key) =>
      pick(
        [
          reflection({ finalAnswer: 'the end' }),
          reflection({ finalAnswer: 'another end' }),
          reflection({ verdict: 'continue' }),
          reflection({ verdict: 'update', planUpdateSuggestion: 'more' }),
        ],
        key,
      ),
  };
  return {
    question: 'do something',
    answer({ purpose, text, key }) {
      const isBusy = pick([true, ...Array.from({ length: 11 }, () => false)], `busy ${key}`);
      return isBusy ? { status: 429 } : (answers[purpose]?.(key, text) ?? 'the answer');
    },
  };
}
