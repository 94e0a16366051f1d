import { createOrchestrator, defineSpecialist, type Model, ModelError } from 'troupe';
import { type Reply, reflection, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call, look, looking } from './moves.ts';
import { random } from './random.ts';
import { ask } from './scenario.ts';
import { toResponse } from './to-response.ts';

const tries = 6;
const worker = defineSpecialist({
  name: 'worker',
  description: 'does any kind of work',
  tools: [looking],
  check: ({ text }) => (text.startsWith('bad') ? 'It is bad.' : undefined),
});
const plan = (round: number) =>
  ['# Plan: all that can be tried', '']
    .concat(
      ['a', 'b'].flatMap((id) => [
        `- [ ] ${id}${round}: work on ${id}`,
        '  - specialist: worker',
        '  - when: the customers complain',
        `  - retries: ${tries - 1}`,
      ]),
    )
    .join('\n');

/** A model with which everything takes as many calls as it may: calls fail as long as another attempt is left, results are refused until the last. */
function worstModel({ attempts, turns, rounds }: { attempts: number; turns: number; rounds: number }) {
  const asked = new Map<string, number>();
  let calls = 0;
  const model: Model = {
    name: 'worst',
    async call({ key, brief }) {
      if (brief.purpose === 'agent') throw new Error('This model is for runs of the host.');
      calls++;
      const place = key.replace(/#[^/]*$/, '');
      const count = (asked.get(place) ?? 0) + 1;
      asked.set(place, count);
      const isLast = brief.purpose === 'reflect' && brief.round === rounds;
      if (isLast && count >= turns) throw new ModelError('server', 'down');
      if (!isLast && brief.purpose !== 'work' && count < attempts) throw new ModelError('server', 'down');
      const reply: Reply = {
        think: () => (asked.size < turns ? { toolCalls: [look('a')] } : thinking()),
        plan: () => plan([...asked.keys()].filter((each) => each.includes('plan-')).length),
        decide: () => '{"run":true,"reason":"They do."}',
        work: () => (count % turns ? { toolCalls: [look('a')] } : 'bad'),
        reflect: () =>
          isLast || count < attempts + turns - 1
            ? { toolCalls: [call('read_result', { result: 'a1', from: 0 })] }
            : reflection({ verdict: 'update', planUpdateSuggestion: 'once more' }),
        finalize: () => 'The answer.',
        answer: () => 'The answer.',
        structure: () => '{"total":"many"}',
      }[brief.purpose]();
      return toResponse(reply);
    },
  };
  return { model, calls: () => calls };
}

describe('a run in the worst case', () => {
  it.each([
    { attempts: 1, turns: 1, rounds: 1 },
    { attempts: 3, turns: 1, rounds: 1 },
    { attempts: 1, turns: 3, rounds: 2 },
    { attempts: 2, turns: 2, rounds: 2 },
  ])('makes exactly as many calls as were quoted, with a shape and without: %j', async ({ rounds, ...settings }) => {
    for (const shape of [{}, { outputSchema: z.object({ total: z.number() }) }]) {
      const { model, calls } = worstModel({ ...settings, rounds });
      const troupe = createOrchestrator({
        model,
        specialists: [worker],
        limits: { rounds, steps: 2, modelCalls: 1000 },
        retry: { baseMs: 0, maxMs: 0 },
        // A step that fails in the same way is tried as often as it may be.
        correctAfter: 0,
        ...settings,
      });
      const { usage } = await troupe.invoke(ask('do it'), shape);
      expect(calls()).toBe(troupe.quote(ask('do it'), shape).modelCalls);
      expect(usage.modelCalls).toBe(calls());
    }
  });
});

describe('a run with a shape', () => {
  it('never makes more calls than were quoted, in two hundred runs of a model that does anything', async () => {
    for (let seed = 1; seed <= 200; seed++) {
      const next = random(seed);
      const pick = (...replies: readonly Reply[]) => replies[Math.floor(next() * replies.length)] ?? '';
      let calls = 0;
      const model: Model = {
        name: 'any',
        async call({ brief }) {
          if (brief.purpose === 'agent') throw new Error('This model is for runs of the host.');
          calls++;
          if (next() < 0.3) throw new ModelError('server', 'down');
          const again = { toolCalls: [look('a')] };
          const reply: Reply = {
            think: () => pick(again, thinking(), thinking({ answer: 'yes' })),
            plan: () => pick(plan(calls), 'no plan'),
            decide: () => pick('{"run":true,"reason":"They do."}', '{}'),
            work: () => pick(again, 'bad', 'good'),
            reflect: () => pick(...(['done', 'continue', 'update'] as const).map((verdict) => reflection({ verdict }))),
            finalize: () => pick('The answer.', ''),
            answer: () => pick('The answer.', ''),
            structure: () => pick('{"total":"many"}', '{"total":1}', ''),
          }[brief.purpose]();
          return toResponse(reply);
        },
      };
      const troupe = createOrchestrator({
        model,
        specialists: [worker],
        limits: { rounds: 1 + (seed % 2), steps: 2, modelCalls: 1000 },
        attempts: 1 + (seed % 3),
        turns: 1 + (seed % 4),
        retry: { baseMs: 0, maxMs: 0 },
      });
      const shape = { outputSchema: z.object({ total: z.number() }) };
      await troupe.invoke(ask('do it'), shape);
      expect(calls).toBeLessThanOrEqual(troupe.quote(ask('do it'), shape).modelCalls);
    }
  });
});
