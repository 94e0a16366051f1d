import { type Exploration, type ExploredState, edgesOf, explore } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, setup } from 'xstate';
import { executionStatuses } from '../../src/domain/status.ts';
import { hostMachine } from '../../src/machines/host-machine.ts';
import { plannerMachine } from '../../src/machines/planner-machine.ts';
import { reflectorMachine } from '../../src/machines/reflector-machine.ts';
import { specialistMachine } from '../../src/machines/specialist-machine.ts';
import {
  hostEvents,
  hostKey,
  plannerEvents,
  plannerInput,
  reflectorEvents,
  reflectorInput,
  specialistEvents,
  specialistInput,
} from './environments.ts';

const limit = 50_000;
const host = explore(hostMachine, { input: { messages: [] }, events: hostEvents, key: hostKey, limit });
const planner = explore(plannerMachine, { input: plannerInput, events: plannerEvents, limit });
const specialist = explore(specialistMachine, { input: specialistInput, events: specialistEvents, limit });
const reflector = explore(reflectorMachine, { input: reflectorInput, events: reflectorEvents, limit });

const isFinal = (state: ExploredState<AnyStateMachine>) => state.snapshot.status !== 'active';
const pathOf = (state: ExploredState<AnyStateMachine>) => state.path.map((event) => event.type).join(' > ');

/** The states from which no chain of allowed events reaches a final state. */
function stuck(
  { states }: Exploration<AnyStateMachine>,
  allowed: (type: string) => boolean = () => true,
): ExploredState<AnyStateMachine>[] {
  const comesFrom = new Map<string, string[]>();
  for (const { key, next } of states) {
    for (const { event, to } of next) {
      if (allowed(event.type)) comesFrom.set(to.key, [...(comesFrom.get(to.key) ?? []), key]);
    }
  }
  const saved = new Set(states.filter(isFinal).map((state) => state.key));
  for (const key of saved) for (const before of comesFrom.get(key) ?? []) saved.add(before);
  return states.filter((state) => !saved.has(state.key));
}

const charts: readonly (readonly [string, AnyStateMachine, Exploration<AnyStateMachine>])[] = [
  ['host', hostMachine, host],
  ['planner', plannerMachine, planner],
  ['specialist', specialistMachine, specialist],
  ['reflector', reflectorMachine, reflector],
];

describe.each(charts)('%s', (name, machine, exploration) => {
  const { states, edges, taken, untaken, isComplete } = exploration;

  it('takes every transition', () => {
    console.log(`${name}: ${taken.length} of ${edges.length} transitions, ${states.length} states`);
    expect(isComplete).toBe(true);
    expect(untaken).toEqual([]);
    expect(edges).toEqual(edgesOf(machine));
  });

  it('has a way on from every state that is not final', () => {
    expect(states.filter((state) => !isFinal(state) && state.next.every(({ to }) => to === state)).slice(0, 3).map(pathOf)).toEqual([]);
  });

  it('can come to an end from every state without being cancelled and without an actor that breaks', () => {
    const allowed = (type: string) => type !== 'run.cancelled' && !type.startsWith('xstate.error.');
    expect(stuck(exploration, allowed).slice(0, 3).map(pathOf)).toEqual([]);
  });

  it('never ends as an actor error', () => {
    expect(states.filter((state) => state.snapshot.status === 'error').slice(0, 3).map(pathOf)).toEqual([]);
  });

  it('has an output in every final state', () => {
    const ends = states.filter(isFinal);
    expect(ends.length).toBeGreaterThan(1);
    expect(ends.filter((state) => state.snapshot.output === undefined).slice(0, 3).map(pathOf)).toEqual([]);
  });
});
