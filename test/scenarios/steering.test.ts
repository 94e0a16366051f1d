import {
  type Brief,
  createOrchestrator,
  type Entry,
  type Message,
  type Model,
  ModelError,
  type OrchestratorConfig,
  type Run,
  type SteeredState,
  type Steering,
  steeringTable,
  TroupeError,
} from 'troupe';
import { reflection, simulatedClock, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { ask, expectReplay, of, planText, worker } from './scenario.ts';

/** What the user has said, as whoever writes an answer sees it. */
const saidIn = (messages: readonly Message[]) =>
  messages.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).join(' | ');

/** A model that answers every call by what it is for, and repeats in every answer what it has seen. */
function echo(answers: Partial<Record<Brief['purpose'], (brief: Brief, count: number) => string>> = {}) {
  const counts = new Map<string, number>();
  const calls: Brief[] = [];
  const defaults = {
    think: () => thinking(),
    answer: (brief: Brief) => `seen: ${saidIn(brief.messages)}`,
    plan: () => planText({ a: [], b: ['a'] }),
    work: () => 'a result',
    decide: () => '{"run":true,"reason":"why not"}',
    reflect: () => reflection(),
    finalize: (brief: Brief) => `seen: ${saidIn(brief.messages)}`,
  };
  const model: Model = {
    name: 'echo',
    async call({ brief, signal }) {
      calls.push(brief);
      const count = (counts.get(brief.purpose) ?? 0) + 1;
      counts.set(brief.purpose, count);
      const text = (answers[brief.purpose] ?? defaults[brief.purpose])(brief, count);
      await null;
      if (signal.aborted) throw new ModelError('aborted', 'The call was aborted.');
      const usage = { modelCalls: 1, inputTokens: 1, outputTokens: 1 };
      return { text, toolCalls: [], finishReason: 'stop', usage };
    },
  };
  return { model, calls };
}

/** What leads a run into a state. */
const ways: Partial<Record<SteeredState, Parameters<typeof echo>[0]>> = {
  clarifying: {
    think: (_, count) =>
      count === 1 ? thinking({ responseStrategy: 'clarification', question: 'Which one?' }) : thinking(),
  },
  answering: { think: () => thinking({ responseStrategy: 'direct' }) },
  updatingPlan: { reflect: (_, count) => reflection(count === 1 ? { verdict: 'update' } : {}) },
};

const stateOf = (entry: Entry) => (entry.type === 'status.changed' ? String(entry.data.state) : undefined);

/** Calls `say` when a run comes into a state for the first time. */
function once(run: Run, state: string, say: () => void): void {
  const stop = run.subscribe((event) => {
    if (event.type === 'delta' || stateOf(event) !== state) return;
    stop();
    say();
  });
}

/** The first state of the host after a message came. */
function nextState(log: readonly Entry[]): string | undefined {
  const added = log.findIndex((entry) => entry.type === 'message.added');
  return log.slice(added).map(stateOf).find(Boolean);
}

const config = (model: Model, parts: Partial<OrchestratorConfig> = {}): OrchestratorConfig => ({
  model,
  specialists: [worker],
  ...parts,
});

/** Where the table leads: every state, everything a message can do there, and the state that follows. */
const expected: readonly (readonly [SteeredState, Steering, next: string])[] = [
  ['analyzing', 'think', 'analyzing'],
  ['thinking', 'think', 'analyzing'],
  ['clarifying', 'think', 'analyzing'],
  ['answering', 'restart', 'analyzing'],
  ['answering', 'answer', 'answering'],
  ['planning', 'plan', 'updatingPlan'],
  ['planning', 'queue', 'executing'],
  ['reviewingPlan', 'plan', 'planning'],
  ['reviewingPlan', 'queue', 'executing'],
  ['executing', 'plan', 'updatingPlan'],
  ['executing', 'queue', 'collecting'],
  ['reflecting', 'judge', 'reflecting'],
  ['reflecting', 'queue', 'finalizing'],
  ['updatingPlan', 'plan', 'updatingPlan'],
  ['updatingPlan', 'queue', 'executing'],
  ['finalizing', 'judge', 'reflecting'],
  ['finalizing', 'answer', 'finalizing'],
];

describe('a message in the middle of a run', () => {
  it('has something to do in every state in which a run can wait', () => {
    const listed = Object.entries(steeringTable).flatMap(([state, does]) => does.map((each) => `${state} ${each}`));
    expect(expected.map(([state, does]) => `${state} ${does}`)).toEqual(listed);
  });

  it.each(expected)('in %s, with "%s", leads to %s; it is in view for the one answer', async (state, does, next) => {
    const { model } = echo(ways[state]);
    const isReviewed = state === 'reviewingPlan';
    const troupe = createOrchestrator(config(model, { steering: { [state]: does }, reviewPlan: isReviewed }));
    const run = troupe.start(ask('do it'));
    const taken = Promise.withResolvers<boolean>();
    once(run, state, () => run.steer('and this too').then(taken.resolve));
    if (isReviewed) {
      expect(await taken.promise).toBe(true);
      await run.settled();
      run.approve();
    }
    expect(await taken.promise).toBe(true);
    const result = await run.result;
    expect(result.status).toBe('completed');
    expect(of(run.log, 'message.added').map((entry) => entry.data)).toMatchObject([
      { text: 'and this too', state, does },
    ]);
    expect(nextState(run.log)).toBe(next);
    expect(of(run.log, 'answer.given')).toHaveLength(1);
    expect(result.message.content).toContain('and this too');
    expect(result.message.content).toContain('do it');
    expectReplay(run.log);
  });

  it('does what the first of each list says when nothing is configured', async () => {
    const { model } = echo();
    const run = createOrchestrator(config(model)).start(ask('do it'));
    once(run, 'executing', () => run.steer('and this'));
    await run.result;
    expect(of(run.log, 'message.added')[0]?.data.does).toBe(steeringTable.executing[0]);
  });

  it('makes a plan under review be written again, and only that one is reviewed', async () => {
    const { model, calls } = echo();
    const run = createOrchestrator(config(model, { reviewPlan: true })).start(ask('do it'));
    once(run, 'planning', () => run.steer('and this'));
    expect((await run.settled()).waitingFor?.kind).toBe('plan-review');
    expect(
      calls
        .filter(({ purpose }) => purpose === 'plan')
        .at(-1)
        ?.messages.at(-1)?.content,
    ).toBe('and this');
    run.approve();
    expect((await run.result).status).toBe('completed');
    expect(of(run.log, 'plan.created')).toHaveLength(1);
    expectReplay(run.log);
  });

  it('answers the question that the run waits with, and stands after it in the conversation', async () => {
    const { model, calls } = echo(ways.clarifying);
    const run = createOrchestrator(config(model)).start(ask('do it'));
    await run.settled();
    await run.steer('the second');
    await run.result;
    expect(calls.at(-1)?.messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'user: do it',
      'assistant: Which one?',
      'user: the second',
    ]);
  });

  it('updates the plan while steps go on, and what they bring meanwhile is kept', async () => {
    const work = {
      a: Promise.withResolvers<string>(),
      b: Promise.withResolvers<string>(),
      c: Promise.withResolvers<string>(),
    };
    const drafting = Promise.withResolvers<void>();
    const updated = Promise.withResolvers<string>();
    const { model: rest } = echo();
    const model: Model = {
      name: 'held',
      async call(request) {
        const { brief } = request;
        const response = {
          toolCalls: [],
          finishReason: 'stop',
          usage: { modelCalls: 1, inputTokens: 1, outputTokens: 1 },
        } as const;
        if (brief.purpose === 'work') {
          return { ...response, text: await work[brief.step.id as keyof typeof work].promise }; // the plan's ids
        }
        if (brief.purpose !== 'plan' || !brief.previous) return rest.call(request);
        expect(brief.previous.feedback).toBeUndefined();
        expect(brief.messages.at(-1)?.content).toBe('and c');
        drafting.resolve();
        return { ...response, text: await updated.promise };
      },
    };
    const run = createOrchestrator(config(model)).start(ask('do it'));
    once(run, 'executing', () => run.steer('and c'));
    await drafting.promise;
    // Step a is under way when the plan is being updated; it finishes and step b begins.
    const begun = new Promise<void>((resolve) => {
      run.subscribe((event) => event.type === 'step.started' && event.data.id === 'b' && resolve());
    });
    work.a.resolve('first');
    await begun;
    expect(run.actor.getSnapshot().matches({ running: { work: 'updatingPlan' } })).toBe(true);
    const added = new Promise<void>((resolve) => {
      run.subscribe((event) => event.type === 'step.started' && event.data.id === 'c' && resolve());
    });
    // The planner leaves out what was done by then: it stays all the same.
    updated.resolve(planText({ b: ['a'], c: [] }));
    await added;
    work.b.resolve('second');
    work.c.resolve('third');
    const { plan, rounds } = await run.result;
    expect(plan?.steps.map((step) => [step.id, step.status, step.result])).toEqual([
      ['a', 'completed', 'first'],
      ['b', 'completed', 'second'],
      ['c', 'completed', 'third'],
    ]);
    expect(of(run.log, 'step.started').map((entry) => entry.data.id)).toEqual(['a', 'b', 'c']);
    expect({ version: plan?.version, rounds }).toEqual({ version: 2, rounds: 1 });
    expectReplay(run.log);
  });

  it('goes on with the plan that is there when it cannot be updated, and says so', async () => {
    const { model } = echo({ plan: (_, count) => (count === 1 ? planText({ a: [], b: ['a'] }) : 'no plan at all') });
    const run = createOrchestrator(config(model, { attempts: 1 })).start(ask('do it'));
    once(run, 'executing', () => run.steer('and c'));
    const { plan, notDone, message, status } = await run.result;
    expect(status).toBe('completed');
    expect(plan?.steps.map((step) => step.status)).toEqual(['completed', 'completed']);
    expect(notDone).toMatchObject([{ what: 'Updating the plan' }]);
    expect(message.content).toContain('and c');
    expectReplay(run.log);
  });

  it('is in view for the answer at a limit, where nothing more can be planned', async () => {
    const { model } = echo({ reflect: () => reflection({ verdict: 'update' }) });
    const run = createOrchestrator(config(model, { limits: { rounds: 1 } })).start(ask('do it'));
    once(run, 'finalizing', () => run.steer('and c'));
    const result = await run.result;
    expect(result).toMatchObject({ status: 'completed', limit: { name: 'rounds', max: 1 } });
    expect(result.message.content).toContain('and c');
    expect(of(run.log, 'message.added')[0]?.data.does).toBe('answer');
  });

  it('brings a run back to thinking that answers without a plan because nobody answered its question', async () => {
    const clock = simulatedClock();
    const { model, calls } = echo(ways.clarifying);
    const run = createOrchestrator(config(model, { clock })).start(ask('do it'));
    once(run, 'finalizing', () => run.steer('the second, sorry'));
    const result = await clock.run(run.result);
    expect(result).toMatchObject({ status: 'completed', notDone: [] });
    expect(calls.filter(({ purpose }) => purpose === 'think')).toHaveLength(2);
    expect(result.message.content).toContain('the second, sorry');
    expectReplay(run.log);
  });

  it('is held like everything else while the run is paused, and not lost', async () => {
    const { model, calls } = echo();
    const run = createOrchestrator(config(model)).start(ask('do it'));
    once(run, 'thinking', () => {
      run.pause();
      run.steer('and this');
    });
    await new Promise<void>((resolve) => {
      run.subscribe((event) => event.type === 'message.added' && resolve());
    });
    const before = calls.length;
    expect(run.actor.getSnapshot().hasTag('paused')).toBe(true);
    run.resume();
    const result = await run.result;
    expect(calls.length).toBeGreaterThan(before);
    expect(result.message.content).toContain('and this');
    expectReplay(run.log);
  });

  it('is refused when it is empty', () => {
    const { model } = echo();
    const run = createOrchestrator(config(model)).start(ask('do it'));
    expect(() => run.steer('  ')).toThrow(TroupeError);
    run.cancel();
  });

  it('comes too late for a run that has ended: steer says so', async () => {
    const { model } = echo();
    const run = createOrchestrator(config(model)).start(ask('do it'));
    await run.result;
    expect(await run.steer('and this')).toBe(false);
    const cancelled = createOrchestrator(config(model)).start(ask('do it'));
    cancelled.cancel();
    expect(await cancelled.steer('and this')).toBe(false);
  });

  it('is never lost and never answered twice, whenever messages come', { timeout: 120_000 }, async () => {
    for (let seed = 1; seed <= 120; seed++) {
      const random = randomFrom(seed);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // lists have something in them
      const steering = Object.fromEntries(Object.entries(steeringTable).map(([state, does]) => [state, pick(does)]));
      const { model } = echo({
        think: (brief) =>
          thinking(
            pick([
              {},
              { responseStrategy: 'direct' } as const,
              { responseStrategy: 'direct', answer: `seen: ${saidIn(brief.messages)}` } as const,
            ]),
          ),
        reflect: (brief) =>
          reflection(pick([{}, { verdict: 'update' } as const, { finalAnswer: `seen: ${saidIn(brief.messages)}` }])),
      });
      const run = createOrchestrator(config(model, { steering })).start(ask('do it'));
      const said: Promise<[string, boolean]>[] = [];
      run.subscribe((event) => {
        if (event.type === 'delta' || said.length >= 4 || random() > 0.12) return;
        const text = `word${said.length}`;
        said.push(run.steer(text).then((isTaken) => [text, isTaken]));
      });
      const { message, status } = await run.result;
      expect(status).toBe('completed');
      const taken = (await Promise.all(said)).flatMap(([text, isTaken]) => (isTaken ? [text] : []));
      expect(
        of(run.log, 'message.added').map((entry) => entry.data.text),
        `seed ${seed}`,
      ).toEqual(taken);
      for (const text of taken) expect(message.content, `seed ${seed}`).toContain(text);
      expect(of(run.log, 'answer.given')).toHaveLength(1);
      expectReplay(run.log);
    }
  });
});

/** Numbers from 0 to 1 that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed * 2654435761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}
