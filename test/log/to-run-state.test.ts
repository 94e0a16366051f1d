import {
  createOrchestrator,
  defineSpecialist,
  type Entry,
  type FeedbackResult,
  ModelError,
  type RunSettings,
  type RunState,
  type ThinkingResult,
  TroupeError,
} from 'troupe';
import { parseRunState, serializeState, stateProblems, toRunState } from 'troupe/log';
import { reflection, type ScriptLine, scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { RunLog } from '../../src/log/run-log.ts';
import { planOf, resultsOf, startedStep } from '../../src/log/views.ts';
import { standingSteps } from '../../src/machines/host/host-plan.ts';

const firstPlan = '# Plan: one\n\n- [ ] 1: look\n- [ ] 2: break\n- [ ] 3: join\n  - after: 1, 2\n';
const secondPlan = '# Plan: two\n\n- [ ] 1: look\n- [ ] 4: mend\n- [ ] 3: join\n  - after: 1, 4\n';

async function runScript(
  lines: readonly ScriptLine[],
  { rounds = 3, ...settings }: Partial<Pick<RunSettings, 'attempts' | 'reviewPlan'>> & { rounds?: number } = {},
) {
  const model = scriptedModel(lines);
  const worker = defineSpecialist({ name: 'worker', description: 'does things' });
  const troupe = createOrchestrator({ model, specialists: [worker], limits: { rounds }, ...settings });
  const run = troupe.start([{ role: 'user', content: 'do it' }], { runId: 'run-1' });
  const result = await run.settled();
  model.assertUsedUp();
  run.actor.stop();
  return { entries: run.log, result, snapshot: run.actor.getSnapshot() };
}
const stateOf = (entries: readonly Entry[]) => toRunState(entries);

/** Two rounds: step 2 cannot be done, the plan is updated, and all ends well. */
const twoRounds = [
  { purpose: 'think', reply: thinking({ thought: 'much to do' }) },
  { purpose: 'plan', reply: firstPlan },
  { purpose: 'work', step: '1', reply: 'seen' },
  { purpose: 'work', step: '2', reply: 'CANNOT: it does not break' },
  { purpose: 'reflect', reply: reflection({ verdict: 'update', planUpdateSuggestion: 'another way' }) },
  { purpose: 'plan', reply: secondPlan },
  { purpose: 'work', step: '4', reply: 'mended' },
  { purpose: 'work', step: '3', reply: 'joined' },
  { purpose: 'reflect', reply: reflection({ finalAnswer: 'all is well' }) },
] as const;

describe('the state of a run', () => {
  it('tells a whole run of two rounds', async () => {
    const { entries } = await runScript(twoRounds);
    const state = stateOf(entries);
    expect(stateProblems(state)).toEqual([]);
    expect(state).toMatchObject({
      sessionId: 'run-1',
      startTime: entries[0]?.at,
      originalMessages: [{ role: 'user', content: 'do it' }],
      conversationContext: { turnCount: 1, isFirstTurn: true },
      executionStatus: 'completed',
      currentStep: 'completed',
      roundNumber: 2,
      maxRounds: 3,
      reflectionCount: 2,
      shouldContinue: false,
      isCompleted: true,
      isSimpleTask: false,
      finalAnswer: { role: 'assistant', content: 'all is well' },
      metadata: { completionTime: entries.at(-1)?.at, notDone: [] },
    });
    expect(state.thinkingHistory.map(({ thought }) => thought)).toEqual(['much to do']);
    expect(state.feedbackHistory.map(({ feedback }) => feedback)).toEqual(['another way', '']);
    expect(state.executionHistory).toMatchObject([
      {
        round: 1,
        planVersion: 1,
        status: 'completed',
        results: { successfulResults: ['1'], failedResults: ['2'] },
        feedback: { feedback: 'another way' },
      },
      {
        round: 2,
        planVersion: 2,
        results: { successfulResults: ['4', '3'] },
        feedback: { finalAnswer: 'all is well' },
      },
    ]);
  });

  it('keeps the plan that was replaced as it stood, and the results of what was finished in both', async () => {
    const { entries } = await runScript(twoRounds);
    const { planHistory, currentPlan } = stateOf(entries);
    const told = (plan: RunState['currentPlan']) =>
      plan?.steps.map(({ id, status, result }) => `${id} ${status} ${result ?? '-'}`);
    expect(planHistory.map(told)).toEqual([['1 completed seen', '2 failed -', '3 blocked -']]);
    expect(told(currentPlan)).toEqual(['1 completed seen', '4 completed mended', '3 completed joined']);
    expect(currentPlan?.updateHistory.map((update) => update.updateType)).toEqual([
      'add_step',
      'modify_step',
      'remove_step',
    ]);
  });

  it('says of a plan which steps are under way, how many there are, which are done and whether it may change', async () => {
    const { entries } = await runScript(twoRounds);
    const progressAt = (seq: number) => {
      const plan = stateOf(entries.slice(0, seq)).currentPlan;
      const { currentSteps, totalSteps, completedSteps, allowDynamicUpdate } = plan ?? {};
      return { currentSteps, totalSteps, completedSteps, allowDynamicUpdate };
    };
    const at = (type: Entry['type'], id?: string) =>
      entries.find((entry) => entry.type === type && (id === undefined || ('id' in entry.data && entry.data.id === id)))
        ?.seq ?? 0;
    const mayChange = { totalSteps: 3, allowDynamicUpdate: true };
    expect(progressAt(at('plan.created'))).toEqual({ currentSteps: [], completedSteps: [], ...mayChange });
    expect(progressAt(at('step.started', '2'))).toEqual({ currentSteps: ['1', '2'], completedSteps: [], ...mayChange });
    expect(progressAt(at('step.started', '4'))).toEqual({ currentSteps: ['4'], completedSteps: ['1'], ...mayChange });
    expect(progressAt(entries.length)).toEqual({
      currentSteps: [],
      completedSteps: ['1', '4', '3'],
      totalSteps: 3,
      allowDynamicUpdate: false,
    });
    expect(stateOf(entries).planHistory.map((plan) => plan.completedSteps)).toEqual([['1']]);
  });

  it('says that a plan may not change in the last round', async () => {
    const script = twoRounds.filter((_, place) => place < 4);
    const { entries } = await runScript([...script, { purpose: 'reflect', reply: 'in part' }], { rounds: 1 });
    const created = entries.find((entry) => entry.type === 'plan.created')?.seq ?? 0;
    const started = entries.findLast((entry) => entry.type === 'step.started')?.seq ?? 0;
    const mayChange = (seq: number) => stateOf(entries.slice(0, seq)).currentPlan?.allowDynamicUpdate;
    expect([mayChange(created), mayChange(started)]).toEqual([true, false]);
  });

  it('tells a simple run without a plan', async () => {
    const { entries } = await runScript([{ purpose: 'think', reply: thinking({ answer: '4' }) }]);
    const state = stateOf(entries);
    expect(stateProblems(state)).toEqual([]);
    expect(state).toMatchObject({ isSimpleTask: true, isCompleted: true, roundNumber: 0, planHistory: [] });
    expect(state).not.toHaveProperty('currentPlan');
  });

  it('tells a run that failed, with the error', async () => {
    const { entries } = await runScript(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: new ModelError('auth', 'who are you') },
      ],
      { attempts: 1 },
    );
    const state = stateOf(entries);
    expect(stateProblems(state)).toEqual([]);
    expect(state).toMatchObject({
      executionStatus: 'failed',
      isCompleted: false,
      shouldContinue: false,
      metadata: { error: { code: 'auth' } },
    });
  });

  it('tells a run that waits for a person', async () => {
    const { entries } = await runScript(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: firstPlan },
      ],
      { reviewPlan: true },
    );
    const state = stateOf(entries);
    expect(stateProblems(state)).toEqual([]);
    expect(state).toMatchObject({
      executionStatus: 'waiting',
      currentStep: 'reviewingPlan',
      shouldContinue: true,
      metadata: {},
    });
  });

  it('of a run that failed because its time was up is `timeout`', async () => {
    const { entries, result } = await runScript([{ purpose: 'think', reply: new ModelError('timeout', 'too slow') }], {
      attempts: 1,
    });
    const state = stateOf(entries);
    expect(result).toMatchObject({ status: 'failed', error: { code: 'timeout' } });
    expect(state).toMatchObject({
      executionStatus: 'timeout',
      currentStep: 'failed',
      isCompleted: false,
      shouldContinue: false,
      metadata: { completionTime: entries.at(-1)?.at, error: { code: 'timeout', message: 'too slow' } },
    });
    expect(parseRunState(serializeState(state))).toEqual(state);
  });

  it('is sound after every entry of a log', async () => {
    const { entries } = await runScript(twoRounds);
    const wrong = entries.flatMap(({ seq, type }) => {
      const problems = stateProblems(stateOf(entries.slice(0, seq)));
      return problems.length === 0 ? [] : [{ seq, type, problems }];
    });
    expect(wrong).toEqual([]);
  });

  it('survives JSON unchanged', async () => {
    const { entries } = await runScript(twoRounds);
    const state = stateOf(entries);
    expect(parseRunState(JSON.stringify(state))).toEqual(state);
  });

  it('holds the plan that the host holds, also after failed steps were tried again', async () => {
    const { entries, snapshot } = await runScript([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: firstPlan },
      { purpose: 'work', step: '1', reply: 'seen' },
      { purpose: 'work', step: '2', reply: 'CANNOT: not today' },
      { purpose: 'reflect', reply: reflection({ verdict: 'continue' }) },
      { purpose: 'work', step: '2', reply: 'done now' },
      { purpose: 'work', step: '3', reply: 'joined' },
      { purpose: 'reflect', reply: reflection({ finalAnswer: 'all is well' }) },
    ]);
    const told = (steps: readonly { id: string; status: string; reason?: string | undefined }[] = []) =>
      steps.map(({ id, status, reason }) => ({ id, status, reason }));
    expect(told(planOf(new RunLog('run-1', entries))?.steps)).toEqual(told(standingSteps(snapshot.context)));
  });
});

describe('parseRunState', () => {
  const refusal = (json: string) => {
    try {
      parseRunState(json);
    } catch (error) {
      return error instanceof TroupeError ? `${error.code}: ${error.message}` : error;
    }
    return undefined;
  };

  it('refuses what is not JSON and what is not a state, by name', async () => {
    expect(refusal('{')).toBe('bad-state: The state of the run is not JSON.');
    expect(refusal('{}')).toMatch(/^bad-state: This is not the state of a run:[\s\S]*sessionId/);
  });

  it('refuses a state that contradicts itself, with every contradiction', async () => {
    const { entries } = await runScript(twoRounds);
    const { finalAnswer: _answer, ...state } = stateOf(entries);
    expect(refusal(JSON.stringify({ ...state, roundNumber: 9 }))).toBe(
      'bad-state: The state of run "run-1" is not sound: finalAnswer is missing: a completed run has an answer. roundNumber is 9: at most 3 are allowed (maxRounds).',
    );
  });
});

it.each([
  ['options.limits.rounds', 7, 7],
  ['options.limits', { rounds: 5 }, 5],
  ['options.limits.rounds', 'many', 3],
  ['options', null, 3],
  ['round', 2, 3],
])('after an edit of %s to %j allows so many rounds: %i', async (path, value, rounds) => {
  const { entries } = await runScript([{ purpose: 'think', reply: thinking({ answer: '4' }) }]);
  const log = new RunLog('run-1', entries);
  log.append({ type: 'context.edited', actor: 'host', data: { path, value } }, entries[0]?.at ?? '');
  expect(stateOf(log.entries).maxRounds).toBe(rounds);
});

it('refuses a log that is not the log of a run', () => {
  expect(() => stateOf([])).toThrow('does not begin with a request');
});

describe('a judgement', () => {
  /** The run of two rounds with what its judgements say of steps. */
  const judgedRun = async (first: Partial<FeedbackResult>, second: Partial<FeedbackResult> = {}) => {
    const { entries } = await runScript(twoRounds);
    const said = new Map([
      ['r1/reflect#1', first],
      ['r2/reflect#1', second],
    ]);
    return entries.map((entry) => {
      if (entry.type !== 'effect.completed' || entry.data.kind !== 'reflect') return entry;
      const output = { ...entry.data.output, ...said.get(entry.data.key) };
      return { ...entry, data: { ...entry.data, output } };
    });
  };
  const score = (step: string, quality: number, why = 'It is old.') => ({ step, quality, why });

  it('scores the results of its round, and says how consistent they are', async () => {
    const contradictions = [{ steps: ['1', '2'], what: 'Two totals.' }];
    const entries = await judgedRun({ scores: [score('1', 0.4)], contradictions }, { contradictions: [] });
    const [one, two] = stateOf(entries).executionHistory;
    expect(one?.results).toMatchObject({ overallQuality: 0.2, consistencyScore: 0 });
    expect(one?.results.results.worker?.map((result) => result.qualityScore)).toEqual([0.4, undefined]);
    expect(two?.results).toMatchObject({ consistencyScore: 1 });
    expect(two?.results).not.toHaveProperty('overallQuality');
    expect(parseRunState(serializeState(stateOf(entries))).executionHistory).toEqual([one, two]);
  });

  it('stays with a result until the step is done again', async () => {
    const entries = await judgedRun({ scores: [score('1', 0.4), score('3', 0.3)] });
    const scores = resultsOf(new RunLog('run-1', entries)).map(({ stepId, qualityScore }) => [stepId, qualityScore]);
    expect(scores).toEqual([
      ['1', 0.4],
      ['4', undefined],
      ['3', undefined],
    ]);
  });

  it('reaches the step that it speaks of, and whoever does it again', async () => {
    const retries = [{ step: '3', why: 'Join all of them.' }];
    const entries = await judgedRun({ scores: [score('1', 0.4)], retries }, { scores: [score('1', 0.9, 'Good.')] });
    const feedbackAt = (log: readonly Entry[]) =>
      stateOf(log).currentPlan?.steps.map(({ id, feedback }) => [id, feedback]);
    expect(feedbackAt(entries)).toEqual([
      ['1', 'Good. (0.9)'],
      ['4', undefined],
      ['3', 'Join all of them.'],
    ]);
    const again = entries.findLast((entry) => entry.type === 'step.started')?.seq ?? 0;
    const log = new RunLog('run-1', entries.slice(0, again));
    expect(startedStep(log, '3')?.feedback).toBe('Join all of them.');
    expect(startedStep(log, '1')?.feedback).toBe('It is old. (0.4)');
    expect(startedStep(log, '4')).not.toHaveProperty('feedback');
  });

  it('and a thought may say no more than the run needs', async () => {
    const { entries } = await runScript(twoRounds);
    const state = stateOf(entries);
    const [time, metadata] = [state.startTime, {}];
    const thought: ThinkingResult = {
      thought: 'hm',
      complexity: 'complex',
      nextAction: 'create_plan',
      responseStrategy: 'planned',
      conversation: { topic: 'work' },
      notDone: [],
      durationMs: 0,
      timestamp: time,
      metadata,
    };
    const feedback: FeedbackResult = {
      feedback: 'good',
      shouldContinue: false,
      suggestedAction: 'direct_answer',
      planUpdateSuggestion: '',
      notDone: [],
      generatedAt: time,
      metadata,
    };
    const bare = { ...state, thinkingHistory: [thought], feedbackHistory: [feedback, feedback] };
    expect(parseRunState(serializeState(bare))).toEqual(bare);
  });
});
