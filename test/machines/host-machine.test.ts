import { describe, expect, it } from 'vitest';
import type { RunOptions } from '../../src/domain/options.ts';
import type { SpecialistResult } from '../../src/domain/results.ts';
import type { ThinkingResult } from '../../src/domain/thinking.ts';
import { hostMachine } from '../../src/machines/host/host-machine.ts';
import { standingSteps } from '../../src/machines/host/host-plan.ts';
import type { PlanStep } from '../../src/plan/plan.ts';
import { planStep } from '../../src/plan/plan-markdown.ts';
import { drive } from './drive.ts';
import {
  besides,
  callLimit,
  decided,
  effectError,
  failedResult,
  firstSteps,
  forkedSteps,
  judged,
  lasting,
  limitedResult,
  limits,
  lookup,
  otherSteps,
  outline,
  passing,
  planned,
  request,
  result,
  settled,
  spent,
  thought,
  undecided,
  unjudged,
  unjudgedAtLimit,
  unplanned,
  unplannedAtLimit,
  unreached,
  unreadable,
  withOther,
  without,
  worker,
  writer,
} from './environments.ts';

function start(options: Partial<RunOptions> = {}, content?: string) {
  const host = drive(hostMachine, { messages: [] });
  host.send(request(options, content));
  return host;
}

/** A host that has thought. */
function thinks(parts: Partial<ThinkingResult> = {}, options: Partial<RunOptions> = {}, isContinuation = false) {
  const host = start(options);
  host.done('analyze', settled({ isContinuation }));
  host.done('think', settled(thought(parts)));
  return host;
}

/** A host that executes its first plan. */
function plans(options: Partial<RunOptions> = {}, steps: readonly PlanStep[] = firstSteps) {
  const host = thinks({}, options);
  host.done('planner', planned(steps));
  return host;
}

/** A host that reflects on a round in which step 2 failed. */
function reflects(options: Partial<RunOptions> = {}) {
  const host = plans(options);
  host.done('step-1#1', result('1'));
  host.done('step-2#1', failedResult('2'));
  return host;
}

type Host = ReturnType<typeof start>;

const statuses = (host: Host) => standingSteps(host.snapshot.context).map((step) => `${step.id} ${step.status}`);
const reasons = (host: Host) => standingSteps(host.snapshot.context).map((step) => step.reason);
const typesOf = (host: Host) => host.notes.map((note) => note.type);
const notesOf = (host: Host, type: (typeof host.notes)[number]['type']) =>
  host.notes.flatMap((note) => (note.type === type ? [note.data] : []));

const edit = (host: Host, steps: readonly PlanStep[]) => host.send({ type: 'plan.edited', outline: outline(steps) });
const restore = (host: Host, results: Readonly<Record<string, readonly SpecialistResult[]>> = {}) =>
  host.send({ type: 'plan.restored', version: 1, outline: outline(), results });
const draft = (host: Host, step: PlanStep | undefined, key = 'plan-1/draft#1') =>
  step && host.send({ type: 'effect.progressed', key, value: step });
const single = [planStep({ id: '1', description: 'only', assignedTo: 'worker' })];
const noCalls = 'The limit of 3 calls of a model was reached.';

describe('a request', () => {
  it('that cannot be worked on fails with the reason', () => {
    const host = start({}, '  ');
    expect(host.snapshot.output).toMatchObject({
      runId: 'run-1',
      status: 'failed',
      error: { code: 'bad-request', message: expect.stringContaining('The last user message is empty.') },
    });
    expect(typesOf(host)).toEqual(['status.changed', 'run.failed']);
  });

  it('fails when the analysis breaks', () => {
    const host = start();
    host.failed('analyze', lasting);
    expect(host.snapshot.output).toMatchObject({ status: 'failed', error: { code: 'auth' } });
  });
});

describe('a thought', () => {
  it('that holds the answer needs no call for it', () => {
    const host = thinks({ complexity: 'simple', responseStrategy: 'direct', answer: '4' });
    expect(host.snapshot.output).toMatchObject({
      status: 'completed',
      message: { role: 'assistant', content: '4' },
      complexity: 'simple',
      rounds: 0,
      notDone: [],
    });
    expect(host.snapshot.output).not.toHaveProperty('plan');
  });

  it('about a simple request without an answer leads to one call', () => {
    const host = thinks({ complexity: 'simple', responseStrategy: 'direct' });
    expect(host.children).toEqual(['answer']);
    host.done('answer', settled('four'));
    expect(host.snapshot.output?.message.content).toBe('four');
  });

  it('goes the way of its strategy, whatever its complexity is', () => {
    const direct = { complexity: 'complex', responseStrategy: 'direct', answer: 'at once' } as const;
    expect(thinks(direct).snapshot.output?.message.content).toBe('at once');
    expect(thinks({ complexity: 'simple', responseStrategy: 'planned' }).children).toEqual(['planner']);
  });

  it('that looks things up has its tools called, and goes on with what they gave', () => {
    const host = thinks({ toolCalls: [lookup] });
    expect(host.children).toEqual(['toolCalls']);
    expect(host.inputOf('toolCalls')).toMatchObject({ scope: 't1/look', calls: [lookup] });
    host.done('toolCalls', { keys: ['t1/look.1'], succeeded: ['t1/look.1'], at: 3000 });
    expect(host.inputOf('think')).toMatchObject({
      key: 't1.2/think#1',
      exchange: ['t1/think#1', 't1/look.1'],
      isLast: true,
    });
  });

  it('that still looks things up in its last turn is followed by an answer', () => {
    const host = thinks({ responseStrategy: 'direct', toolCalls: [lookup] });
    host.done('toolCalls', { keys: ['t1/look.1'], succeeded: [], at: 3000 });
    host.done('think', settled(thought({ responseStrategy: 'direct', toolCalls: [lookup] })));
    expect(host.inputOf('answer')).toMatchObject({ exchange: ['t1/think#1', 't1/look.1'] });
  });

  it('that wrote the plan hands it to the planner', () => {
    const host = thinks({ plan: '# Plan: mine' });
    expect(host.inputOf('planner').draft).toEqual({ key: 't1/think#1', plan: '# Plan: mine' });
  });

  it('is formed again when the call fails in passing, as late as retry-after says', () => {
    const host = start();
    host.done('analyze', settled({ isContinuation: false }));
    host.failed('think', effectError({ retryAfterMs: 5000 }));
    expect(host.inputOf('wait')).toMatchObject({ key: 't1/think#1/wait', until: 2000 + 5000 });
    host.done('wait', settled({}));
    expect(host.inputOf('think').key).toBe('t1/think#2');
  });

  it('is formed again with the remark when it could not be read', () => {
    const host = start();
    host.done('analyze', settled({ isContinuation: false }));
    host.failed('think', unreadable);
    host.done('wait', settled({}));
    expect(host.inputOf('think').remark).toBe('The answer is not JSON.');
  });

  it('is not formed again when the endpoint asks for a longer wait than it may', () => {
    const host = start();
    host.done('analyze', settled({ isContinuation: false }));
    host.failed('think', effectError({ retryAfterMs: 120_001 }));
    expect(host.snapshot.output).toMatchObject({ status: 'failed', error: { code: 'unavailable' } });
  });

  it('is tried a bounded number of times', () => {
    const host = start({ attempts: 2 });
    host.done('analyze', settled({ isContinuation: false }));
    host.failed('think', passing);
    host.done('wait', settled({}));
    host.failed('think', passing);
    expect(host.snapshot.output).toMatchObject({ status: 'failed', error: { code: 'unavailable' } });
  });
});

describe('a question to the user', () => {
  const asks = () => thinks({ responseStrategy: 'clarification', question: 'Which year?' });

  it('waits for the answer, with a deadline', () => {
    const host = asks();
    expect([...host.snapshot.tags]).toEqual(['waiting']);
    expect(host.notes.at(-1)).toEqual({
      type: 'clarification.requested',
      data: { id: 'question-1', question: 'Which year?' },
    });
    expect(host.inputOf('wait')).toMatchObject({ key: 't1/answer-deadline', until: 2000 + 3_600_000 });
  });

  it('leads to a second thought when it is answered', () => {
    const host = asks();
    host.send({ type: 'clarification.answered', text: '2024' });
    expect(host.notes).toContainEqual({
      type: 'clarification.answered',
      data: { id: 'question-1', text: '2024' },
    });
    expect(host.inputOf('analyze').key).toBe('t2/analyze');
    host.done('analyze', settled({ isContinuation: false }));
    expect(host.inputOf('think').key).toBe('t2/think#1');
  });

  it('that nobody answers in time leads to the best answer without it', () => {
    const host = asks();
    host.done('wait', settled({}));
    expect(host.children).toEqual(['finalize']);
    expect(host.inputOf('finalize').notDone).toEqual([
      { what: 'Which year?', why: expect.stringContaining('Nobody answered') },
    ]);
  });
});

describe('a plan', () => {
  it('that cannot be made leads to an answer without one', () => {
    const host = thinks();
    host.done('planner', unplanned);
    host.done('answer', settled('as good as can be'));
    expect(host.snapshot.output).toMatchObject({
      status: 'completed',
      message: { content: 'as good as can be' },
      notDone: [{ what: 'Planning', why: 'No plan.' }],
    });
  });

  it('that cannot be made leaves the answer that was written instead of it', () => {
    const host = thinks({ answer: 'in place of a plan' });
    host.done('planner', unplanned);
    expect(host.snapshot.output).toMatchObject({ status: 'completed', message: { content: 'in place of a plan' } });
  });

  it('whose planner cannot be reached fails the run', () => {
    const host = thinks();
    host.done('planner', unreached);
    expect(host.snapshot.output).toMatchObject({ status: 'failed', error: { code: 'auth' } });
  });

  it('of one step needs no judging when the step succeeds', () => {
    const host = plans({}, firstSteps.slice(0, 1));
    host.done('step-1#1', result('1'));
    expect(host.inputOf('adopt')).toMatchObject({ adopts: '1' });
    host.done('adopt', settled('the result'));
    expect(host.snapshot.output).toMatchObject({ status: 'completed', message: { content: 'the result' } });
  });

  it('of one step is judged when the step succeeds only in part, or badly', () => {
    for (const parts of [{ status: 'partial' }, { qualityScore: 0.4 }] as const) {
      const host = plans({}, firstSteps.slice(0, 1));
      host.done('step-1#1', result('1', parts));
      expect(host.children).toEqual(['reflector']);
    }
  });

  it('starts every step without needs at once and the others the moment their needs are met', () => {
    const host = plans();
    expect(host.children).toEqual(['step-1#1', 'step-2#1']);
    expect(host.inputOf('step-1#1')).toMatchObject({ scope: 's1#1', specialist: 'worker', attempts: 3 });
    host.done('step-2#1', result('2'));
    expect(host.children).toEqual(['step-1#1']);
    host.done('step-1#1', result('1'));
    expect(host.children).toEqual(['step-3#1']);
  });

  it('decides how often a step is tried, up to five retries', () => {
    const host = plans({}, [
      planStep({ id: '1', description: 'once', assignedTo: 'worker', maxRetries: 0 }),
      planStep({ id: '2', description: 'for ever', assignedTo: 'worker', maxRetries: 1000 }),
    ]);
    expect(['step-1#1', 'step-2#1'].map((id) => host.inputOf(id).attempts)).toEqual([1, 6]);
  });

  it('blocks a step whose need has failed', () => {
    const host = reflects();
    expect(statuses(host)).toEqual(['1 completed', '2 failed', '3 blocked']);
    expect(host.notes).toContainEqual({
      type: 'step.blocked',
      data: { id: '3', reason: 'It needs step 2, which has no result.' },
    });
  });

  it('blocks a step as soon as one of its needs has failed, while others still run', () => {
    const host = plans();
    host.done('step-2#1', failedResult('2'));
    expect(statuses(host)).toEqual(['1 executing', '2 failed', '3 blocked']);
    expect(host.children).toEqual(['step-1#1']);
  });

  it('takes a partial result as done', () => {
    const host = plans({}, [planStep({ id: '1', description: 'only', assignedTo: 'worker' })]);
    host.done('step-1#1', result('1', { status: 'partial', qualityScore: 0.5 }));
    expect(statuses(host)).toEqual(['1 completed']);
    expect(host.notes.find((note) => note.type === 'results.collected')?.data.results).toMatchObject({
      partialResults: ['1'],
    });
  });

  it('fails the run when a specialist breaks instead of failing', () => {
    const host = plans();
    host.failed('step-1#1', new Error('a bug'));
    const message = 'The actor "step-1#1" threw: a bug';
    expect(host.snapshot.output).toMatchObject({ status: 'failed', error: { code: 'bug', message } });
  });
});

describe('the review of a plan', () => {
  it('runs nothing before the plan is approved', () => {
    const host = plans({ reviewPlan: true });
    expect(host.children).toEqual([]);
    expect(host.notes.at(-1)).toMatchObject({ type: 'approval.requested', data: { id: 'plan-review-1', version: 1 } });
    host.send({ type: 'plan.reviewed', verdict: 'approved' });
    expect(host.children).toEqual(['step-1#1', 'step-2#1']);
    expect(host.snapshot.context.round).toBe(1);
  });

  it('sends the plan back to the planner with the remark', () => {
    const host = plans({ reviewPlan: true });
    host.send({ type: 'plan.reviewed', verdict: 'revise', remark: 'shorter' });
    expect(host.inputOf('planner')).toMatchObject({ scope: 'plan-2', remark: 'shorter' });
    host.done('planner', planned(otherSteps));
    expect(host.snapshot.context.plan?.version).toBe(2);
    expect(host.notes.at(-1)?.data).toMatchObject({ id: 'plan-review-2' });
  });
});

describe('the remark of a review', () => {
  it('is forgotten once a plan is approved: a later update is not about it', () => {
    const host = plans({ reviewPlan: true });
    host.send({ type: 'plan.reviewed', verdict: 'revise', remark: 'shorter' });
    host.done('planner', planned());
    host.send({ type: 'plan.reviewed', verdict: 'approved' });
    host.done('step-1#1', result('1'));
    host.done('step-2#1', failedResult('2'));
    host.done('reflector', judged('update'));
    expect(host.inputOf('planner').remark).toBeUndefined();
  });
});

describe('reflection', () => {
  it('that is done and holds the answer needs no call for it', () => {
    const host = reflects();
    host.done('reflector', judged('done', 'ready'));
    expect(host.snapshot.output).toMatchObject({ status: 'completed', message: { content: 'ready' } });
  });

  it('that is done without an answer leads to one call, which is told what is missing', () => {
    const host = reflects();
    host.done('reflector', judged('done'));
    expect(host.inputOf('finalize')).toMatchObject({
      notDone: [
        { what: 'second', why: 'It broke.' },
        { what: 'last', why: 'It needs step 2, which has no result.' },
      ],
    });
    host.done('finalize', settled('as far as it goes'));
    expect(host.snapshot.output?.message.content).toBe('as far as it goes');
  });

  it('that goes on renews only what has no result', () => {
    const host = reflects();
    host.done('reflector', judged('continue'));
    expect(host.children).toEqual(['step-2#2']);
    expect(host.inputOf('step-2#2').scope).toBe('s2#2');
    expect(statuses(host)).toEqual(['1 completed', '2 executing', '3 pending']);
    expect(host.snapshot.context.plan?.version).toBe(1);
  });

  it('that goes on with nothing left to do updates the plan', () => {
    const host = plans();
    for (const id of ['1', '2', '3']) host.done(`step-${id}#1`, result(id));
    host.done('reflector', judged('continue'));
    expect(host.children).toEqual(['planner']);
    expect(host.inputOf('planner').previous).toHaveLength(3);
  });

  it('that wants another plan gets one: a new version, a new round', () => {
    const host = reflects();
    host.done('reflector', judged('update'));
    expect(host.inputOf('planner')).toMatchObject({
      scope: 'plan-2',
      previous: [{ id: '1' }, { id: '2' }, { id: '3' }],
    });
    host.done('planner', planned(otherSteps));
    expect(host.snapshot.context).toMatchObject({ round: 2, plan: { version: 2 } });
    expect(host.children).toEqual(['step-4#1']);
    expect(statuses(host)).toEqual(['1 completed', '4 executing', '3 pending']);
    expect(host.notes).toContainEqual(expect.objectContaining({ type: 'plan.updated' }));
  });

  it('whose plan update fails finalizes with what there is', () => {
    const host = reflects();
    host.done('reflector', judged('update'));
    host.done('planner', unplanned);
    expect(host.inputOf('finalize').notDone).toContainEqual({ what: 'Updating the plan', why: 'No plan.' });
  });

  it.each(['continue', 'update'] as const)(
    'that wants to %s at the round limit finalizes and names the limit',
    (branch) => {
      const host = reflects({ limits: limits({ rounds: 1 }) });
      host.done('reflector', judged(branch));
      expect(host.inputOf('finalize').limit).toBe('1 rounds');
      expect(host.notes).toContainEqual({ type: 'limit.reached', data: { name: 'rounds', max: 1 } });
      host.done('finalize', settled('so far'));
      expect(host.snapshot.output).toMatchObject({
        status: 'completed',
        limit: { name: 'rounds', max: 1 },
        rounds: 1,
        notDone: [{ what: 'second' }, { what: 'last' }],
      });
    },
  );

  it('that cannot be made finalizes and says that nobody checked', () => {
    const host = reflects();
    host.done('reflector', unjudged);
    expect(host.inputOf('finalize').notDone).toContainEqual({ what: 'Checking the results', why: 'No judgement.' });
  });
});

describe('the final answer', () => {
  it('is tried again when the call fails in passing, a bounded number of times', () => {
    const host = reflects({ attempts: 2 });
    host.done('reflector', judged('done'));
    host.failed('finalize', passing);
    host.done('wait', settled({}));
    expect(host.inputOf('finalize').key).toBe('finalize#2');
    host.failed('finalize', passing);
    expect(host.children).toEqual(['assemble']);
  });

  it('that cannot be written is put together from the results, without a model, and says so', () => {
    const host = reflects();
    host.done('reflector', judged('done'));
    expect(host.inputOf('finalize').isPlain).toBe(false);
    host.failed('finalize', lasting);
    const missing = { what: 'Writing the final answer', why: 'The key is wrong.' };
    expect(host.inputOf('assemble')).toMatchObject({ key: 'assemble', isPlain: true });
    expect(host.inputOf('assemble').notDone).toContainEqual(missing);
    host.done('assemble', settled('all results'));
    expect(host.snapshot.output).toMatchObject({ status: 'completed', message: { content: 'all results' } });
    expect(host.snapshot.output?.notDone).toContainEqual(missing);
  });

  it('that no call is left for is put together, too', () => {
    const host = reflects();
    host.done('reflector', judged('done'));
    host.failed('finalize', spent);
    expect(host.children).toEqual(['assemble']);
  });

  it('that cannot even be put together fails the run', () => {
    const host = reflects();
    host.done('reflector', judged('done'));
    host.failed('finalize', lasting);
    host.failed('assemble', lasting);
    expect(host.snapshot.output).toMatchObject({ status: 'failed', error: { code: 'auth' } });
  });
});

describe('an edited plan', () => {
  it('keeps what did not change and stops what did', () => {
    const host = plans();
    edit(host, withOther(firstSteps, '2'));
    expect(host.children).toEqual(['step-1#1', 'step-2#2']);
    expect(statuses(host)).toEqual(['1 executing', '2 executing', '3 pending']);
    expect(host.notes).toContainEqual({ type: 'plan.edited', data: { outline: outline(withOther(firstSteps, '2')) } });
    expect(notesOf(host, 'plan.updated')).toMatchObject([
      { plan: { version: 2 }, updates: [{ updateType: 'modify_step', changes: { id: '2' } }] },
    ]);
  });

  it('keeps the results of finished steps that did not change', () => {
    const host = plans();
    for (const id of ['1', '2']) host.done(`step-${id}#1`, result(id));
    edit(host, withOther(firstSteps, '3'));
    expect(statuses(host)).toEqual(['1 completed', '2 completed', '3 executing']);
    expect(host.children).toEqual(['step-3#2']);
  });

  it('does a finished step again when its work changed, and then what needs it', () => {
    const host = plans();
    for (const id of ['1', '2']) host.done(`step-${id}#1`, result(id));
    edit(host, withOther(firstSteps, '1'));
    expect(statuses(host)).toEqual(['1 executing', '2 completed', '3 pending']);
    expect(host.children).toEqual(['step-1#2']);
    host.done('step-1#2', result('1'));
    expect(host.children).toEqual(['step-3#2']);
  });

  it('leaves a step that failed as it is, unless its work changed', () => {
    const host = plans();
    host.done('step-2#1', failedResult('2'));
    edit(host, [...firstSteps, besides]);
    expect(statuses(host)).toEqual(['1 executing', '2 failed', '3 blocked', '4 executing']);
    edit(host, withOther(firstSteps, '2'));
    expect(statuses(host)).toEqual(['1 executing', '2 executing', '3 pending']);
  });

  it('stops a step that is no longer in it, and goes on to collect when nothing is left', () => {
    const host = plans();
    host.done('step-1#1', result('1'));
    edit(host, firstSteps.slice(0, 1));
    expect(host.children).toEqual(['adopt']);
    expect(statuses(host)).toEqual(['1 completed']);
  });

  it('has its conditions decided anew', () => {
    const host = plans({}, forkedSteps);
    for (const id of ['step-1#1', 'step-1#1@2']) host.done(id, result('1'));
    expect(host.children).toEqual(['when-2#1-1']);
    edit(host, [...forkedSteps, besides]);
    expect(host.children).toEqual(['step-4#1', 'when-2#2-1']);
  });

  it('in reflection starts a round', () => {
    const host = reflects();
    edit(host, withOther(firstSteps, '2'));
    expect(host.snapshot.context).toMatchObject({ round: 2, plan: { version: 2 } });
    expect(host.children).toEqual(['step-2#2']);
  });

  it('in reflection is refused when the rounds are spent', () => {
    const host = reflects({ limits: limits({ rounds: 1 }) });
    edit(host, withOther(firstSteps, '2'));
    expect(host.snapshot.context).toMatchObject({ round: 1, plan: { version: 1 } });
    expect(host.children).toEqual(['reflector']);
    expect(typesOf(host)).not.toContain('plan.edited');
  });

  it('takes the place of an approval', () => {
    const host = plans({ reviewPlan: true });
    edit(host, otherSteps);
    expect(host.children).toEqual(['step-1#1', 'step-4#1']);
    expect(host.snapshot.context).toMatchObject({ round: 1, plan: { version: 2 } });
  });
});

describe('a version of the plan that is restored', () => {
  it('is a new version, with the results that are known', () => {
    const host = plans();
    host.done('step-1#1', result('1'));
    edit(host, without(firstSteps, '1'));
    restore(host, { 1: [result('1')] });
    expect(host.snapshot.context.plan?.version).toBe(3);
    expect(statuses(host)).toEqual(['1 completed', '2 executing', '3 pending']);
    expect(host.children).toEqual(['step-2#1']);
    expect(notesOf(host, 'plan.restored')).toMatchObject([{ version: 1 }]);
  });

  it('has steps without a result done again', () => {
    const host = plans();
    host.done('step-1#1', result('1'));
    edit(host, without(firstSteps, '1'));
    restore(host);
    expect(statuses(host)).toEqual(['1 executing', '2 executing', '3 pending']);
  });

  it('in reflection starts a round, while there are rounds left', () => {
    const host = reflects();
    edit(host, withOther(firstSteps, '2'));
    host.done('step-2#2', failedResult('2'));
    expect(host.children).toEqual(['reflector']);
    restore(host);
    expect(host.children).toEqual(['reflector']);
    const early = reflects({ limits: limits({ rounds: 3 }) });
    edit(early, withOther(firstSteps, '2'));
    early.done('step-2#2', failedResult('2'));
    restore(early);
    expect(early.snapshot.context).toMatchObject({ round: 3, plan: { version: 3 } });
    expect(early.children).toEqual(['step-2#3']);
  });
});

describe('a drafted step', () => {
  it('starts before the plan is there, and not again when it comes', () => {
    const host = thinks();
    draft(host, firstSteps[0]);
    expect(host.children).toEqual(['planner', 'step-1#1']);
    expect(typesOf(host)).not.toContain('plan.created');
    host.done('planner', planned());
    expect(host.children).toEqual(['step-1#1', 'step-2#1']);
    expect(notesOf(host, 'plan.created')).toMatchObject([{ plan: { version: 1 } }]);
    expect(host.snapshot.context.round).toBe(1);
  });

  it('that is done before the plan is there keeps its result, and what needs it starts', () => {
    const host = thinks();
    for (const step of firstSteps) draft(host, step);
    for (const id of ['1', '2']) host.done(`step-${id}#1`, result(id));
    expect(host.children).toEqual(['planner', 'step-3#1']);
    host.done('planner', planned());
    expect(statuses(host)).toEqual(['1 completed', '2 completed', '3 executing']);
    host.done('step-3#1', result('3'));
    const [collected] = notesOf(host, 'results.collected');
    expect(collected).toMatchObject({ round: 1, results: { successfulResults: ['1', '2', '3'] } });
  });

  it('that is different in the plan is stopped and started again', () => {
    const host = thinks();
    draft(host, firstSteps[0]);
    host.done('planner', planned(withOther(firstSteps, '1')));
    expect(host.children).toEqual(['step-1#2', 'step-2#1']);
  });

  it('that is not in the plan is stopped', () => {
    const host = thinks();
    draft(host, besides);
    host.done('planner', planned());
    expect(host.children).toEqual(['step-1#1', 'step-2#1']);
  });

  it.each([
    ['needs a step that is not drafted yet', firstSteps[2]],
    ['has a condition', { ...besides, when: 'it rains' }],
    ['is for someone who is not there', { ...besides, assignedTo: 'nobody' }],
  ])('that %s waits for the plan', (_, step) => {
    const host = thinks();
    draft(host, step);
    expect(host.children).toEqual(['planner']);
    expect(host.snapshot.context.plan).toBeUndefined();
  });

  it('that is also for someone who may do more than read waits for the plan', () => {
    const host = thinks({}, { specialists: [worker, { ...writer, readsOnly: false }] });
    draft(host, { ...besides, alongside: ['writer'] });
    expect(host.children).toEqual(['planner']);
    draft(host, besides);
    expect(host.children).toEqual(['planner', `step-${besides.id}#1`]);
  });

  it('does not start when plans are reviewed', () => {
    const host = thinks({}, { reviewPlan: true });
    draft(host, firstSteps[0]);
    expect(host.children).toEqual(['planner']);
  });

  it('of another planning does not start', () => {
    const host = thinks();
    draft(host, firstSteps[0], 'plan-2/draft#1');
    expect(host.children).toEqual(['planner']);
  });
});

describe('a limit', () => {
  it('told by a step skips what has not started, and the run finishes without reflecting', () => {
    const host = plans({ concurrency: 1 }, [...single, besides]);
    host.done('step-1#1', limitedResult('1'));
    expect(statuses(host)).toEqual(['1 failed', '4 skipped']);
    expect(reasons(host)).toEqual(['No call is left.', noCalls]);
    expect(notesOf(host, 'step.skipped')).toEqual([{ id: '4', reason: noCalls }]);
    expect(notesOf(host, 'limit.reached')).toEqual([callLimit]);
    expect(host.children).toEqual(['finalize']);
    expect(host.inputOf('finalize')).toMatchObject({ limit: '3 calls of a model', isPlain: false });
    expect(host.inputOf('finalize').notDone).toContainEqual({ what: 'besides', why: noCalls });
    host.done('finalize', settled('so far'));
    expect(host.snapshot.output).toMatchObject({ status: 'completed', limit: callLimit });
  });

  it('told by a step lets those finish that are under way, and is told once', () => {
    const host = plans({}, [...single, besides]);
    host.done('step-1#1', limitedResult('1'));
    expect(host.children).toEqual(['step-4#1']);
    host.done('step-4#1', limitedResult('4'));
    expect(host.children).toEqual(['finalize']);
    expect(notesOf(host, 'limit.reached')).toHaveLength(1);
  });

  it.each([
    ['thinking', 'Answering', () => start(), 'think'],
    ['answering', 'Answering', () => thinks({ complexity: 'simple', responseStrategy: 'direct' }), 'answer'],
  ] as const)('met in %s finishes with what there is', (_, what, reach, call) => {
    const host = reach();
    if (call === 'think') host.done('analyze', settled({ isContinuation: false }));
    host.failed(call, spent);
    expect(host.inputOf('finalize').notDone).toEqual([{ what, why: 'No call is left.' }]);
    expect(notesOf(host, 'limit.reached')).toEqual([callLimit]);
  });

  it.each([
    ['planning', 'Planning', () => thinks(), 'planner', unplannedAtLimit],
    ['reflecting', 'Checking the results', () => reflects(), 'reflector', unjudgedAtLimit],
    ['updating the plan', 'Updating the plan', () => updates(), 'planner', unplannedAtLimit],
  ] as const)('met in %s finishes with what there is', (_, what, reach, child, output) => {
    const host = reach();
    host.done(child, output);
    expect(host.inputOf('finalize').notDone).toContainEqual({ what, why: 'No call is left.' });
    expect(notesOf(host, 'limit.reached')).toEqual([callLimit]);
  });
});

/** A host whose plan is being updated. */
function updates() {
  const host = reflects();
  host.done('reflector', judged('update'));
  return host;
}

describe('a limit of time', () => {
  const inTime = { limits: limits({ wallMs: 1000 }) };
  const underWay = 'It was under way when the limit of 1000 milliseconds was reached.';

  it('is a deadline from the request on', () => {
    expect(start(inTime).inputOf('deadline')).toMatchObject({ key: 'deadline', until: 500 + 1000 });
    expect(start().children).toEqual(['analyze']);
  });

  it('that passes fails what runs, skips what waits and puts the results together without a model', () => {
    const host = plans({ ...inTime, concurrency: 2 }, [...firstSteps, besides]);
    host.done('step-1#1', result('1'));
    expect(host.children).toEqual(['deadline', 'step-2#1', 'step-4#1']);
    host.done('deadline', settled({}));
    expect(statuses(host)).toEqual(['1 completed', '2 failed', '3 blocked', '4 failed']);
    expect(reasons(host)).toEqual([undefined, underWay, 'It needs step 2, which has no result.', underWay]);
    expect(host.children).toEqual(['finalize']);
    expect(host.inputOf('finalize')).toMatchObject({ limit: '1000 milliseconds', isPlain: true });
    expect(notesOf(host, 'limit.reached')).toEqual([{ name: 'wallMs', max: 1000 }]);
    expect(notesOf(host, 'step.failed')).toMatchObject([
      { id: '2', reason: underWay },
      { id: '4', reason: underWay },
    ]);
    host.done('finalize', settled('the first'));
    expect(host.snapshot.output).toMatchObject({ status: 'completed', limit: { name: 'wallMs', max: 1000 } });
  });

  it('that passes skips what has no room yet', () => {
    const host = plans({ ...inTime, concurrency: 1 }, [...single, besides]);
    host.done('deadline', settled({}));
    expect(statuses(host)).toEqual(['1 failed', '4 skipped']);
    expect(reasons(host)[1]).toBe('The limit of 1000 milliseconds was reached.');
  });

  it('that passes before there is a plan ends in an answer, too', () => {
    const host = start(inTime);
    host.done('deadline', settled({}));
    expect(host.children).toEqual(['finalize']);
    expect(host.inputOf('finalize').isPlain).toBe(true);
  });

  it('that passes while the answer is written puts it together instead', () => {
    const host = plans(inTime, [...single, besides]);
    for (const id of ['1', '4']) host.done(`step-${id}#1`, result(id));
    host.done('reflector', judged('done'));
    expect(host.inputOf('finalize').isPlain).toBe(false);
    host.done('deadline', settled({}));
    expect(host.inputOf('finalize').isPlain).toBe(true);
  });
});

describe('a condition', () => {
  /** A host with a plan whose first step is done. */
  const decides = (first = result('1')) => {
    const host = plans({}, forkedSteps);
    for (const id of ['step-1#1', 'step-1#1@2']) host.done(id, first);
    return host;
  };

  it('is decided when the needs of its step are settled', () => {
    const host = decides();
    expect(host.children).toEqual(['when-2#1-1']);
    expect(host.inputOf('when-2#1-1')).toMatchObject({
      scope: 'when-2#1-1',
      actor: 'host/when-2#1-1',
      stepId: '2',
      condition: 'step 1 failed',
    });
  });

  it('is decided also when a need has failed', () => {
    const host = decides(failedResult('1'));
    expect(host.children).toEqual(['when-2#1-1']);
    expect(statuses(host)).toEqual(['1 failed', '2 pending', '3 blocked']);
  });

  it('that is met lets its step start', () => {
    const host = decides();
    host.done('when-2#1-1', decided('2', true));
    expect(host.children).toEqual(['step-2#1']);
  });

  it('that is not met skips its step; what needs it and has other needs starts, and nothing is missing', () => {
    const host = decides();
    host.done('when-2#1-1', decided('2', false));
    expect(notesOf(host, 'step.skipped')).toEqual([{ id: '2', reason: 'It is not so.' }]);
    expect(host.children).toEqual(['step-3#1']);
    host.done('step-3#1', result('3'));
    host.done('reflector', judged('done', 'ready'));
    expect(host.snapshot.output?.notDone).toEqual([]);
  });

  it('that cannot be decided fails its step', () => {
    const host = decides();
    host.done('when-2#1-1', undecided('2'));
    expect(statuses(host)).toEqual(['1 completed', '2 failed', '3 blocked']);
    expect(reasons(host)[1]).toBe('It could not be decided whether it should be done: The key is wrong.');
    expect(host.children).toEqual(['reflector']);
  });
});

describe('a step for several', () => {
  it('starts them side by side and is settled by the last of them', () => {
    const host = plans({}, forkedSteps.slice(0, 1));
    expect(host.children).toEqual(['step-1#1', 'step-1#1@2']);
    expect(['step-1#1', 'step-1#1@2'].map((id) => host.inputOf(id))).toMatchObject([
      { specialist: 'worker', scope: 's1#1' },
      { specialist: 'writer', scope: 's1#1@2' },
    ]);
    host.done('step-1#1@2', failedResult('1'));
    expect(statuses(host)).toEqual(['1 executing']);
    host.done('step-1#1', result('1'));
    expect(statuses(host)).toEqual(['1 completed']);
    expect(notesOf(host, 'step.completed')).toMatchObject([
      { id: '1', results: [{ status: 'failed' }, { status: 'success' }] },
    ]);
  });

  it('fails when all of them fail', () => {
    const host = plans({}, forkedSteps.slice(0, 1));
    for (const id of ['step-1#1', 'step-1#1@2']) host.done(id, failedResult('1'));
    expect(statuses(host)).toEqual(['1 failed']);
    expect(reasons(host)).toEqual(['It broke. It broke.']);
  });
});

describe('rounds that bring nothing new', () => {
  const rounds = { limits: limits({ rounds: 9 }) };

  it('end the run when there are two in a row', () => {
    const host = plans(rounds, single);
    host.done('step-1#1', failedResult('1'));
    expect(host.inputOf('reflector').isStalled).toBe(true);
    host.done('reflector', judged('continue'));
    host.done('step-1#2', failedResult('1'));
    host.done('reflector', judged('continue'));
    expect(host.inputOf('finalize').notDone).toContainEqual({
      what: 'Continuing',
      why: 'Two rounds in a row brought nothing new.',
    });
    expect(host.snapshot.context).toMatchObject({ round: 2, limit: undefined });
  });

  it('are counted anew after a round that brought something', () => {
    const host = plans(rounds, firstSteps.slice(0, 2));
    host.done('step-1#1', failedResult('1'));
    host.done('step-2#1', failedResult('2'));
    host.done('reflector', judged('continue'));
    host.done('step-1#2', failedResult('1'));
    host.done('step-2#2', result('2'));
    expect(host.inputOf('reflector').isStalled).toBe(false);
    host.done('reflector', judged('continue'));
    host.done('step-1#3', failedResult('1'));
    host.done('reflector', judged('continue'));
    expect(host.children).toEqual(['step-1#4']);
  });
});

describe('the gate', () => {
  it('closes and opens beside the work, and both are recorded once', () => {
    const host = plans();
    host.send({ type: 'run.paused' });
    host.send({ type: 'run.paused' });
    expect(host.snapshot.hasTag('paused')).toBe(true);
    host.done('step-1#1', result('1'));
    expect(statuses(host)).toEqual(['1 completed', '2 executing', '3 pending']);
    host.send({ type: 'run.resumed' });
    host.send({ type: 'run.resumed' });
    expect(host.snapshot.hasTag('paused')).toBe(false);
    expect(typesOf(host).filter((type) => type === 'run.paused' || type === 'run.resumed')).toEqual([
      'run.paused',
      'run.resumed',
    ]);
  });
});

describe('cancelling', () => {
  it('ends the run with the reason in the log and what is missing in the output', () => {
    const host = plans();
    host.send({ type: 'run.cancelled', reason: 'enough' });
    expect(host.notes.at(-2)).toEqual({ type: 'run.cancelled', data: { reason: 'enough' } });
    expect(host.snapshot.output).toMatchObject({
      status: 'cancelled',
      notDone: [{ what: 'first' }, { what: 'second' }, { what: 'last' }],
    });
  });
});

describe('the log of the charts', () => {
  it('tells a whole run in order', () => {
    const host = plans({}, firstSteps.slice(0, 2));
    host.done('step-1#1', result('1'));
    host.done('step-2#1', result('2'));
    host.done('reflector', judged('done', 'ready'));
    const line = ({ type, data }: (typeof host.notes)[number]) =>
      type === 'status.changed' ? `${data.state}: ${data.status}` : type;
    expect(host.notes.map(line)).toEqual([
      'analyzing: analyzing',
      'context.analyzed',
      'thinking: analyzing',
      'thought.formed',
      'judging: planning',
      'planning: planning',
      'plan.created',
      'executing: executing',
      'step.started',
      'step.started',
      'step.completed',
      'step.completed',
      'collecting: collecting',
      'results.collected',
      'reflecting: collecting',
      'feedback.given',
      'finalizing: executing',
      'answer.given',
      'completed: completed',
      'run.completed',
    ]);
  });
});
