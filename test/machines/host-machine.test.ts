import { describe, expect, it } from 'vitest';
import type { RunOptions } from '../../src/domain/options.ts';
import { planStep } from '../../src/domain/plan-markdown.ts';
import type { ThinkingResult } from '../../src/domain/thinking.ts';
import { hostMachine } from '../../src/machines/host-machine.ts';
import { drive } from './drive.ts';
import {
  effectError,
  failedResult,
  firstSteps,
  judged,
  lasting,
  otherSteps,
  passing,
  planned,
  request,
  result,
  settled,
  thought,
  unjudged,
  unplanned,
  unreadable,
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
function plans(options: Partial<RunOptions> = {}, steps = firstSteps) {
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

const statuses = (host: ReturnType<typeof start>) =>
  (host.snapshot.context.plan?.steps ?? []).map((step) => `${step.id} ${step.status}`);
const typesOf = (host: ReturnType<typeof start>) => host.notes.map((note) => note.type);

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

  it('that is moderate is answered directly when it continues the conversation and holds the answer', () => {
    const parts = { complexity: 'moderate', answer: 'as before' } as const;
    expect(thinks(parts, {}, true).snapshot.output?.message.content).toBe('as before');
    expect(thinks(parts, {}, false).children).toEqual(['planner']);
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
  it('that cannot be made fails the run', () => {
    const host = thinks();
    host.done('planner', unplanned);
    expect(host.snapshot.output).toMatchObject({ status: 'failed', error: { code: 'bad-plan', message: 'No plan.' } });
  });

  it('starts every step without needs at once and the others the moment their needs are met', () => {
    const host = plans();
    expect(host.children).toEqual(['step-1#1', 'step-2#1']);
    expect(host.inputOf('step-1#1')).toMatchObject({ scope: 'r1/s1', specialist: 'worker', attempts: 3 });
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
      data: { id: '3', by: '2', reason: 'It needs step 2, which has no result.' },
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
    expect(host.snapshot.output).toMatchObject({ status: 'failed', error: { code: 'bug', message: 'a bug' } });
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
    expect(host.notes.at(-1)?.data.id).toBe('plan-review-2');
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
      round: 1,
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
    expect(host.inputOf('step-2#2').scope).toBe('r2/s2');
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
    const done = host.snapshot.context.plan?.steps.slice(0, 1) ?? [];
    host.done('planner', planned([...done, ...otherSteps.slice(1)]));
    expect(host.snapshot.context).toMatchObject({ round: 2, plan: { version: 2 } });
    expect(host.children).toEqual(['step-4#2']);
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
      const host = reflects({ limits: { rounds: 1, steps: 5 } });
      host.done('reflector', judged(branch));
      expect(host.inputOf('finalize').limit).toBe('rounds (1)');
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
    expect(host.snapshot.output).toMatchObject({ status: 'failed', error: { code: 'unavailable' } });
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
    const host = plans({}, [planStep({ id: '1', description: 'only', assignedTo: 'worker' })]);
    host.done('step-1#1', result('1'));
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
