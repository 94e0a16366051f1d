import {
  type Brief,
  createOrchestrator,
  defineSpecialist,
  type Entry,
  type Message,
  type Model,
  ModelError,
  memoryStore,
  type OrchestratorConfig,
  type Run,
  type SteeredState,
  type Steering,
  steeringTable,
  TroupeError,
} from 'troupe';
import { type BriefOf, defaultPrompts } from 'troupe/prompts';
import { type Reply, reflection, simulatedClock, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { ask, expectReplay, isAbout, of, planText, worker } from './scenario.ts';
import { slowStore } from './slow-store.ts';
import { toResponse } from './to-response.ts';

/** What the user has said, as whoever writes an answer sees it. */
const saidIn = (messages: readonly Message[]) =>
  messages.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).join(' | ');

/** A model that answers every call by what it is for, and repeats in every answer what it has seen. */
function echo(answers: Partial<Record<Brief['purpose'], (brief: Brief, count: number) => Reply>> = {}) {
  const counts = new Map<string, number>();
  const calls: Brief[] = [];
  const defaults = {
    think: () => thinking(),
    answer: (brief: Brief) => `seen: ${saidIn(brief.messages)}`,
    plan: () => planText({ a: [], b: ['a'] }),
    work: () => 'a result',
    decide: () => '{"run":true,"reason":"why not"}',
    reflect: (brief: Brief) => `seen: ${saidIn(brief.messages)}`,
    finalize: (brief: Brief) => `seen: ${saidIn(brief.messages)}`,
    structure: () => '{}',
  };
  const model: Model = {
    name: 'echo',
    async call({ brief, signal }) {
      if (brief.purpose === 'agent') throw new Error('This model is for runs of the host.');
      calls.push(brief);
      const count = (counts.get(brief.purpose) ?? 0) + 1;
      counts.set(brief.purpose, count);
      const reply = (answers[brief.purpose] ?? defaults[brief.purpose])(brief, count);
      await null;
      if (signal.aborted) throw new ModelError('aborted', 'The call was aborted.');
      return toResponse(reply);
    },
  };
  return { model, calls };
}

const lookUp: Reply = { toolCalls: [{ name: 'look', arguments: '{}' }] };

/** What leads a run into a state. */
const ways: Partial<Record<SteeredState, Parameters<typeof echo>[0]>> = {
  clarifying: { think: (_, count) => (count === 1 ? thinking({ question: 'Which one?' }) : thinking()) },
  lookingUp: { think: (_, count) => (count === 1 ? lookUp : thinking()) },
  answering: { think: () => lookUp },
  finalizing: { reflect: (brief, count) => (count === 1 ? '' : `seen: ${saidIn(brief.messages)}`) },
  updatingPlan: {
    reflect: (brief, count) => (count === 1 ? reflection({ verdict: 'update' }) : `seen: ${saidIn(brief.messages)}`),
  },
};

/** What an answer of its own takes: the host may not look anything up; what could not be judged is not judged again. */
const limited: Partial<Record<SteeredState, Partial<OrchestratorConfig>>> = {
  answering: { turns: 1 },
  finalizing: { attempts: 1 },
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
  ['lookingUp', 'think', 'analyzing'],
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
    const troupe = createOrchestrator(
      config(model, { ...limited[state], steering: { [state]: does }, reviewPlan: isReviewed }),
    );
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

  /** A run whose planner updates and whose steps are in the hands of the test. */
  function held() {
    const work = new Map<string, PromiseWithResolvers<string>>();
    const workOn = (what: string) => {
      const known = work.get(what) ?? Promise.withResolvers<string>();
      work.set(what, known);
      return known;
    };
    const drafting = Promise.withResolvers<void>();
    const updated = Promise.withResolvers<string>();
    const { model: rest, calls } = echo();
    const usage = { modelCalls: 1, inputTokens: 1, outputTokens: 1 };
    const model: Model = {
      name: 'held',
      async call(request) {
        const { brief } = request;
        const response = { toolCalls: [], finishReason: 'stop', usage } as const;
        if (brief.purpose === 'work') {
          calls.push(brief);
          return { ...response, text: await workOn(brief.step.description).promise };
        }
        if (brief.purpose !== 'plan' || !brief.previous) return rest.call(request);
        expect(brief.previous.feedback).toBeUndefined();
        drafting.resolve();
        return { ...response, text: await updated.promise };
      },
    };
    const run = createOrchestrator(config(model)).start(ask('do it'));
    const until = (type: Entry['type'], id: string) =>
      new Promise<void>((resolve) => {
        run.subscribe((event) => event.type === type && isAbout(event, id) && resolve());
      });
    return { run, workOn, drafting: drafting.promise, updated, calls, until };
  }

  it('updates the plan while steps go on: none starts meanwhile, and what they bring is kept', async () => {
    const { run, workOn, drafting, updated, until } = held();
    once(run, 'executing', () => run.steer('and c'));
    await drafting;
    // Step a is under way when the plan is being updated; it finishes, and step b waits for the plan.
    const finished = until('step.completed', 'a');
    workOn('work on a').resolve('first');
    await finished;
    expect(run.actor.getSnapshot().matches({ running: { work: { planning: 'updatingPlan' } } })).toBe(true);
    expect(of(run.log, 'step.started').map((entry) => entry.data.id)).toEqual(['a']);
    // The planner leaves out what was done by then: it stays all the same.
    updated.resolve(planText({ b: ['a'], c: [] }));
    workOn('work on b').resolve('second');
    workOn('work on c').resolve('third');
    const { plan, rounds } = await run.result;
    expect(plan?.steps.map((step) => [step.id, step.status, step.result])).toEqual([
      ['a', 'completed', 'first'],
      ['b', 'completed', 'second'],
      ['c', 'completed', 'third'],
    ]);
    expect({ version: plan?.version, rounds }).toEqual({ version: 2, rounds: 1 });
    expectReplay(run.log);
  });

  it('has a step done differently also when it was finished while the planner wrote that', async () => {
    const { run, workOn, drafting, updated, until } = held();
    once(run, 'executing', () => run.steer('I meant the other a'));
    await drafting;
    const finished = until('step.completed', 'a');
    workOn('work on a').resolve('the wrong one');
    await finished;
    updated.resolve(planText({ a: [], b: ['a'] }).replace('work on a', 'work on the other a'));
    workOn('work on the other a').resolve('the right one');
    workOn('work on b').resolve('b');
    const { plan } = await run.result;
    expect(plan?.steps[0]).toMatchObject({ id: 'a', status: 'completed', result: 'the right one' });
    expectReplay(run.log);
  });

  it('is seen by specialists beside the request, not in its place', async () => {
    const { model, calls } = echo();
    const run = createOrchestrator(config(model)).start(ask('Report 2024 in euros'));
    once(run, 'planning', () => run.steer('please hurry'));
    await run.result;
    const work = calls.find((brief) => brief.purpose === 'work');
    const prompt = work && defaultPrompts.work(work as BriefOf<'work'>).at(-1)?.content;
    expect(prompt).toContain('The user asked: Report 2024 in euros\nplease hurry');
  });

  it('counts the calls that it stops, also for a run that goes on elsewhere', async () => {
    const clock = simulatedClock();
    const asked: AbortSignal[] = [];
    const hanging: Model = {
      name: 'hanging',
      call: ({ signal }) =>
        new Promise((_, reject) => {
          asked.push(signal);
          signal.addEventListener('abort', () =>
            reject(
              new ModelError('aborted', 'Stopped.', { usage: { modelCalls: 1, inputTokens: 7, outputTokens: 0 } }),
            ),
          );
        }),
    };
    const store = memoryStore();
    const first = createOrchestrator(config(hanging, { store, clock })).start(ask('do it'), { runId: 'counted' });
    for (let count = 1; count <= 3; count++) {
      while (asked.length < count) await new Promise((resolve) => setImmediate(resolve));
      await first.steer(`more ${count}`);
    }
    while (of(first.log, 'effect.cancelled').length < 3) await new Promise((resolve) => setImmediate(resolve));
    first.actor.stop();
    const { model, calls } = echo({ think: () => thinking({ answer: 'at last' }) });
    const run = await createOrchestrator(config(model, { store, clock })).resume('counted');
    const { usage } = await run.result;
    expect(calls).toHaveLength(1);
    expect(usage).toMatchObject({ modelCalls: 4, inputTokens: 22 });
    expectReplay(run.log);
  });

  it('does not count the calls that are in flight when the run is cancelled: its log has ended', async () => {
    const called = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    const hanging: Model = {
      name: 'hanging',
      call: ({ signal }) =>
        new Promise((_, reject) => {
          called.resolve();
          signal.addEventListener('abort', () => {
            reject(
              new ModelError('aborted', 'Stopped.', { usage: { modelCalls: 1, inputTokens: 7, outputTokens: 0 } }),
            );
            stopped.resolve();
          });
        }),
    };
    const run = createOrchestrator(config(hanging)).start(ask('do it'));
    await called.promise;
    run.cancel('enough');
    await stopped.promise;
    const { status, usage } = await run.result;
    expect({ status, usage }).toMatchObject({ status: 'cancelled', usage: { modelCalls: 0, inputTokens: 0 } });
    expect(of(run.log, 'effect.cancelled')).toEqual([]);
    expectReplay(run.log);
  });

  it('calls no model that nobody wants any more', async () => {
    const signals: boolean[] = [];
    const { model } = echo();
    const watched: Model = {
      name: 'watched',
      call(request) {
        signals.push(request.signal.aborted);
        return model.call(request);
      },
    };
    const run = createOrchestrator(config(watched)).start(ask('do it'));
    const stop = run.subscribe((event) => {
      if (event.type !== 'effect.started' || event.data.kind !== 'think') return;
      stop();
      run.steer('more');
    });
    await run.result;
    expect(signals).not.toContain(true);
  });

  it('leaves nothing of an earlier end behind when the results are judged again', async () => {
    const { model } = echo({ reflect: (_, count) => (count === 1 ? '' : reflection()) });
    const run = createOrchestrator(config(model, { attempts: 1 })).start(ask('do it'));
    once(run, 'finalizing', () => run.steer('and this'));
    expect(await run.result).toMatchObject({ status: 'completed', notDone: [] });
  });

  it('is planned for also when two rounds had brought nothing', async () => {
    const failing = defineSpecialist({
      name: 'worker',
      description: 'fails at first',
      run: ({ step }) => (step.id === 'c' ? 'done' : 'CANNOT: not this'),
    });
    const { model } = echo({
      plan: (brief) => planText(saidIn(brief.messages).includes('and c') ? { c: [] } : { a: [] }),
      reflect: (brief) =>
        reflection(brief.purpose === 'reflect' && brief.outputs.length > 0 ? {} : { verdict: 'update' }),
    });
    const run = createOrchestrator(config(model, { specialists: [failing], limits: { rounds: 5 } })).start(
      ask('do it'),
    );
    once(run, 'finalizing', () => run.steer('and c'));
    const { plan, notDone } = await run.result;
    expect(plan?.steps.map((step) => [step.id, step.status])).toContainEqual(['c', 'completed']);
    expect(notDone.map(({ what }) => what)).not.toContain('Continuing');
    expectReplay(run.log);
  });

  it('before an edit of the plan: whether that was taken is told, and nothing is lost in silence', async () => {
    const { model } = echo();
    const run = createOrchestrator(config(model)).start(ask('do it'));
    const edited = Promise.withResolvers<[boolean, boolean]>();
    once(run, 'executing', () => {
      const said = Promise.all([run.steer('more'), run.editPlan(planText({ a: [], z: [] }))]);
      said.then(edited.resolve);
    });
    expect(await edited.promise).toEqual([true, false]);
    await run.result;
    expect(of(run.log, 'plan.edited')).toEqual([]);
  });

  it('before an answer: the answer is told not to be taken', async () => {
    const { model } = echo(ways.clarifying);
    const run = createOrchestrator(config(model)).start(ask('do it'));
    const said = Promise.withResolvers<[boolean, boolean]>();
    run.subscribe((event) => {
      if (event.type !== 'clarification.requested') return;
      Promise.all([run.steer('the first'), run.answer('the second')]).then(said.resolve);
    });
    expect(await said.promise).toEqual([true, false]);
    expect((await run.result).message.content).toContain('the first');
  });

  it('is refused when the actor is stopped before it was heard', async () => {
    const { model } = echo();
    const run = createOrchestrator(config(model, { store: slowStore() })).start(ask('do it'));
    const said = run.steer('and this');
    run.actor.stop();
    expect(await said).toBe(false);
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

  it('is never lost and never answered twice, whenever messages come', async () => {
    for (let seed = 1; seed <= 120; seed++) {
      const random = randomFrom(seed);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // lists have something in them
      const steering = Object.fromEntries(Object.entries(steeringTable).map(([state, does]) => [state, pick(does)]));
      const { model } = echo({
        think: (brief) => pick([thinking(), lookUp, thinking({ answer: `seen: ${saidIn(brief.messages)}` })]),
        reflect: (brief) => pick(['', reflection({ verdict: 'update' }), `seen: ${saidIn(brief.messages)}`]),
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
