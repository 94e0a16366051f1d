import { createOrchestrator, defineSpecialist, type OrchestratorConfig, type RunObserver } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import type { InspectionEvent } from 'xstate';
import { ask } from '../scenarios/scenario.ts';

const worker = defineSpecialist({ name: 'worker', description: 'works', run: () => 'x' });

const orchestrator = (config: Partial<OrchestratorConfig>) =>
  createOrchestrator({
    model: scriptedModel([{ purpose: 'think', reply: thinking({ answer: 'ok' }) }]),
    specialists: [worker],
    ...config,
  });

/** An observer that keeps the ids of the runs it was shown, before and after they started. */
function observing() {
  const seen: string[] = [];
  const observer: RunObserver = {
    attach(_actor, { runId }) {
      seen.push(`attached ${runId}`);
      return (run) => seen.push(`follows ${run.id}`);
    },
  };
  return { observer, seen };
}

describe('the option inspect', () => {
  it('takes an inspector, which is attached before a run starts and follows it then', async () => {
    const { observer, seen } = observing();
    await orchestrator({ inspect: observer }).start(ask('hello'), { runId: 'r1' }).result;
    expect(seen).toEqual(['attached r1', 'follows r1']);
  });

  it('takes an observer of inspection events', async () => {
    const seen: InspectionEvent[] = [];
    await orchestrator({ inspect: { next: (event) => seen.push(event) } }).invoke(ask('hello'));
    expect(seen[0]?.type).toBe('@xstate.actor');
  });

  it('takes a list: every listener sees the same events, beside an inspector', async () => {
    const { observer, seen } = observing();
    const [first, second]: [InspectionEvent[], InspectionEvent[]] = [[], []];
    const inspect: OrchestratorConfig['inspect'] = [
      (event) => first.push(event),
      observer,
      { next: (event) => second.push(event) },
    ];
    await orchestrator({ inspect: inspect as OrchestratorConfig['inspect'] }).start(ask('hello'), { runId: 'r1' })
      .result;
    expect(seen).toEqual(['attached r1', 'follows r1']);
    expect(first.length).toBeGreaterThan(10);
    expect(second).toEqual(first);
  });

  it.each([
    ['a word', 'yes', 'inspect is "yes"'],
    ['an object of another kind', { look: () => {} }, 'inspect is an object'],
    ['one of a list', [() => {}, 7], 'inspect.1 is 7'],
    ['null', null, 'inspect is null'],
  ])('refuses %s and says what it takes', (_, inspect, problem) => {
    expect(() => orchestrator({ inspect: inspect as OrchestratorConfig['inspect'] })).toThrow(
      `createOrchestrator: ${problem}: pass an inspector (await startInspector() of troupe/inspect), a function for inspection events, an observer with next(), or a list of these.`,
    );
  });

  it.each([
    ['inspect', Promise.resolve(observing().observer)],
    ['inspect.1', [() => {}, Promise.resolve(observing().observer)]],
  ])('says that %s is a promise, and to await it', (field, inspect) => {
    expect(() => orchestrator({ inspect: inspect as unknown as OrchestratorConfig['inspect'] })).toThrow(
      `createOrchestrator: ${field} is a promise: await it, as in createOrchestrator({ inspect: await startInspector() }).`,
    );
  });

  it('refuses two inspectors: only one can step through a run', () => {
    const inspect = [observing().observer, observing().observer];
    expect(() => orchestrator({ inspect })).toThrow(
      'createOrchestrator: inspect is a list of 2: only one inspector can step through a run',
    );
  });

  it('is what the error for its old name says to use', () => {
    const config = { inspector: observing().observer } as Partial<OrchestratorConfig>;
    expect(() => orchestrator(config)).toThrow(
      /"inspector" is not a setting: .* Pass an inspector as inspect: createOrchestrator\(\{ inspect: inspector \}\)\./,
    );
  });
});
