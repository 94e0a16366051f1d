import type { ModelRequest } from 'troupe';
import { reflection, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { simulatedClock } from '../../src/testing/simulated-clock.ts';
import { mailing, mailPlan, mailStep } from '../scenarios/asking-cast.ts';
import { isState, planOf, readAll, readingOf, readTo, stage } from './engine-stage.ts';

const ask = { purpose: 'think', reply: thinking({ question: 'Which year?' }) } as const;
const answered = {
  purpose: 'think',
  reply: ({ brief }: ModelRequest) => thinking({ answer: `for ${brief.messages.at(-1)?.content}` }),
} as const;
const throughJson = (snapshot: unknown): unknown => JSON.parse(JSON.stringify(snapshot));
const isWaiting = ({ type }: { type: string }) => type === 'engine_waiting';

describe('a question', () => {
  it('is waited with, is no error, and the answer goes on in the same run', async () => {
    const { engine } = stage([ask, answered]);
    const seen: unknown[] = [];
    const { lines, result } = await readAll(engine.run('the figures'), async ({ type }) => {
      if (type !== 'engine_waiting') return;
      seen.push(engine.state, engine.waitingFor, await engine.answer('2025'));
    });
    expect(seen).toEqual([
      'decomposing',
      { kind: 'clarification', id: expect.any(String), question: 'Which year?' },
      true,
    ]);
    expect(lines).toEqual([
      'idle > receiving',
      'receiving > context_fetching',
      'context_received 1 1 2',
      'context_fetching > decomposing',
      'engine_waiting clarification Which year?',
      'engine_continued clarification',
      'task_decomposed 1',
      'decomposing > scheduling',
      'task_scheduled answer 0',
      'scheduling > executing',
      'task_started answer',
      'task_completed answer for 2025 1',
      'executing > completed',
      'engine_completed 1 1',
    ]);
    expect(result).toMatchObject({ status: 'completed', message: { content: 'for 2025' } });
    expect(engine.waitingFor).toBeUndefined();
  });

  it('that nobody answers is given up at its deadline, and the engine goes on by itself', async () => {
    const clock = simulatedClock();
    const { engine } = stage([ask, { purpose: 'finalize', reply: 'for any year' }], { clock });
    const { lines, result } = await clock.run(readAll(engine.run('the figures')));
    expect(lines.slice(4, 6)).toEqual(['engine_waiting clarification Which year?', 'engine_continued clarification']);
    expect(lines.at(-1)).toBe('engine_completed 1 1');
    expect(result.message.content).toContain('for any year');
  });

  it('is left by a reset, with one error and nothing to wait for', async () => {
    const { engine } = stage([ask]);
    const events = engine.run('the figures');
    await readTo(events, isWaiting);
    engine.reset();
    expect(engine.waitingFor).toBeUndefined();
    const { lines, result } = await readAll(events);
    expect(lines).toEqual(['decomposing > error', 'engine_error The engine was reset. decomposing', 'error > idle']);
    expect(result.status).toBe('cancelled');
  });

  it.each(['before', 'while'] as const)(
    'goes with a snapshot, and is answered %s the other engine runs',
    async (when) => {
      const before = stage([ask]);
      await readTo(before.engine.run('the figures'), isWaiting);
      const snapshot = throughJson(before.engine.createSnapshot());
      before.engine.reset();
      const { engine } = stage([answered]);
      engine.restoreFromSnapshot(snapshot);
      expect(engine).toMatchObject({ state: 'decomposing', waitingFor: { question: 'Which year?' } });
      const taken = when === 'before' ? [engine.answer('2025')] : [];
      const { lines, result } = await readAll(engine.run(), ({ type }) => {
        if (type === 'engine_waiting' && when === 'while') taken.push(engine.answer('2025'));
      });
      expect(await Promise.all(taken)).toEqual([true]);
      expect(lines.slice(0, 3)).toEqual([
        'engine_waiting clarification Which year?',
        'engine_continued clarification',
        'task_decomposed 1',
      ]);
      expect(result).toMatchObject({ status: 'completed', message: { content: 'for 2025' } });
    },
  );

  it('that is not there cannot be answered', async () => {
    const { engine } = stage([ask]);
    expect(() => engine.answer('2025')).toThrow('The engine does not wait for a clarification');
    await readTo(engine.run('the figures'), isWaiting);
    expect(() => engine.approve()).toThrow('The engine does not wait for a plan-review');
    engine.reset();
  });
});

describe('a plan that a person looks at', () => {
  const think = { purpose: 'think', reply: thinking() } as const;
  const plan = (...ids: string[]) =>
    ({ purpose: 'plan', reply: planOf(Object.fromEntries(ids.map((id) => [id, {}]))) }) as const;
  const work = (step: string) => ({ purpose: 'work', step, reply: step.toUpperCase() }) as const;
  const done = { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) } as const;

  it('waits in scheduling, and goes when it is approved', async () => {
    const { engine } = stage([think, plan('a'), work('a')], { reviewPlan: 'first' });
    const { events, lines } = await readAll(engine.run('do it'), async ({ type }) => {
      if (type !== 'engine_waiting') return;
      expect(readingOf(engine)).toMatchObject({ state: 'scheduling', tasks: ['a pending'] });
      expect(await engine.approve()).toBe(true);
    });
    const question = events.find((event) => event.type === 'engine_waiting')?.data.question;
    expect(question).toContain('work on a');
    expect(lines.slice(4)).toEqual([
      'task_decomposed 1',
      'decomposing > scheduling',
      'task_scheduled a 0',
      `engine_waiting plan-review ${question}`,
      'engine_continued plan-review',
      'scheduling > executing',
      'task_started a',
      'task_completed a A 1',
      'executing > completed',
      'engine_completed 1 1',
    ]);
  });

  it('is told and scheduled again when it was sent back', async () => {
    const { engine } = stage([think, plan('a'), plan('b'), work('b')], { reviewPlan: 'first' });
    let reviews = 0;
    const { events } = await readAll(engine.run('do it'), async ({ type }) => {
      if (type !== 'engine_waiting') return;
      await (++reviews === 1 ? engine.revise('b is enough') : engine.approve());
    });
    const types = events.map(({ type }) => type);
    expect(types.slice(types.indexOf('task_decomposed'))).toEqual([
      'task_decomposed',
      'state_changed',
      'task_scheduled',
      'engine_waiting',
      'engine_continued',
      'task_decomposed',
      'task_scheduled',
      'engine_waiting',
      'engine_continued',
      'state_changed',
      'task_started',
      'task_completed',
      'state_changed',
      'engine_completed',
    ]);
    expect(engine.tasks.map(({ id }) => id)).toEqual(['b']);
  });

  it('and that changes later waits in executing', async () => {
    const { engine } = stage(
      [
        think,
        plan('a', 'b'),
        work('a'),
        work('b'),
        { purpose: 'reflect', reply: reflection({ verdict: 'update', planUpdateSuggestion: 'c too' }) },
        { purpose: 'plan', reply: planOf({ a: {}, b: {}, c: {} }).replaceAll(/\[ \] (?=[ab])/g, '[x] ') },
        work('c'),
        done,
      ],
      { reviewPlan: 'all' },
    );
    const states: string[] = [];
    const { lines } = await readAll(engine.run('do it'), async ({ type }) => {
      if (type !== 'engine_waiting') return;
      states.push(engine.state);
      await engine.approve();
    });
    expect(states).toEqual(['scheduling', 'executing']);
    expect(lines.at(-1)).toBe('engine_completed 3 3');
  });

  it('keeps waiting through a pause and a snapshot, and no engine lets it go by itself', async () => {
    const before = stage([think, plan('a')], { reviewPlan: 'first' });
    const events = before.engine.run('do it');
    await readTo(events, isWaiting);
    expect(before.engine.pause()).toBe(true);
    await readTo(events, isState('paused'));
    const snapshot = throughJson(before.engine.createSnapshot());
    before.engine.reset();
    const { engine } = stage([work('a')]);
    engine.restoreFromSnapshot(snapshot);
    expect(engine).toMatchObject({ state: 'paused', waitingFor: { kind: 'plan-review' } });
    const { lines } = await readAll(engine.run(), async ({ type }) => {
      if (type === 'engine_waiting') await engine.approve();
    });
    expect(lines.map((line) => line.split('\n')[0])).toEqual([
      'paused > scheduling',
      'engine_resumed 0',
      expect.stringMatching(/^engine_waiting plan-review/),
      'engine_continued plan-review',
      'scheduling > executing',
      'task_started a',
      'task_completed a A 1',
      'executing > completed',
      'engine_completed 1 1',
    ]);
  });
});

it('what somebody at work asks is waited with and answered by its id', async () => {
  const { sent, mailer } = mailing();
  const { engine } = stage([mailPlan('a'), ...mailStep('a')], { specialists: [mailer] });
  const seen: unknown[] = [];
  const { lines, result } = await readAll(engine.run('write to a'), async ({ type }) => {
    if (type !== 'engine_waiting') return;
    expect(() => engine.answer('yes')).toThrow('does not wait for a clarification');
    seen.push(engine.state, engine.waitingFor?.tool, await engine.approve(engine.waitingFor?.id));
  });
  expect(seen).toEqual(['executing', 'mail', true]);
  expect(lines.filter((line) => line.includes('approval'))).toEqual([
    'engine_waiting approval Specialist "mailer" wants to call mail.',
    'engine_continued approval',
  ]);
  expect(result).toMatchObject({ status: 'completed' });
  expect(sent).toEqual(['a']);
});
