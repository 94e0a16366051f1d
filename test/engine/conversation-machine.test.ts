import { edgesOf } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import {
  type ConversationMachineEvent,
  conversationMachine,
  type EngineState,
  type EngineTask,
  engineStates,
  progressOf,
  validStateTransitions,
} from '../../src/machines/conversation-machine.ts';

const tasks: readonly EngineTask[] = [
  { id: 'a', description: 'work on a', status: 'pending', priority: 0 },
  { id: 'b', description: 'work on b', status: 'pending', priority: 0 },
];

/** One of each kind of event. */
const events: readonly ConversationMachineEvent[] = [
  { type: 'input.received' },
  { type: 'input.accepted' },
  { type: 'context.received' },
  { type: 'tasks.decomposed', tasks },
  { type: 'tasks.scheduled' },
  { type: 'task.changed', id: 'a', status: 'completed' },
  { type: 'plan.updated', tasks: tasks.slice(1) },
  { type: 'work.completed' },
  { type: 'phase.failed' },
  { type: 'engine.paused' },
  { type: 'engine.resumed' },
  { type: 'engine.reset' },
];
type Type = ConversationMachineEvent['type'];

const start = initialTransition(conversationMachine)[0];
const reach = (...types: Type[]) =>
  types.reduce((snapshot, type) => {
    const event = events.find((each) => each.type === type) as ConversationMachineEvent; // there is one of each kind
    return transition(conversationMachine, snapshot, event)[0];
  }, start);
const stateOf = (snapshot: typeof start) => [...snapshot.tags][0] as EngineState; // the first test says that there is one

const toScheduling: Type[] = ['input.received', 'input.accepted', 'context.received', 'tasks.decomposed'];
const toExecuting: Type[] = [...toScheduling, 'tasks.scheduled'];
/** Every state, with where it was paused. */
const places: Readonly<Record<string, typeof start>> = {
  idle: start,
  receiving: reach('input.received'),
  context_fetching: reach('input.received', 'input.accepted'),
  decomposing: reach('input.received', 'input.accepted', 'context.received'),
  scheduling: reach(...toScheduling),
  executing: reach(...toExecuting),
  'paused while scheduling': reach(...toScheduling, 'engine.paused'),
  'paused while executing': reach(...toExecuting, 'engine.paused'),
  completed: reach(...toExecuting, 'work.completed'),
  error: reach(...toExecuting, 'phase.failed'),
};

/** What is allowed where, and where it leads; everything else is refused. */
const allowed: Readonly<Record<string, Partial<Record<Type, EngineState>>>> = {
  idle: { 'input.received': 'receiving' },
  receiving: { 'input.accepted': 'context_fetching', 'phase.failed': 'error' },
  context_fetching: { 'context.received': 'decomposing', 'phase.failed': 'error' },
  decomposing: { 'tasks.decomposed': 'scheduling', 'phase.failed': 'error' },
  scheduling: { 'tasks.scheduled': 'executing', 'engine.paused': 'paused', 'phase.failed': 'error' },
  executing: {
    'work.completed': 'completed',
    'engine.paused': 'paused',
    'phase.failed': 'error',
    'task.changed': 'executing',
    'plan.updated': 'executing',
  },
  'paused while scheduling': { 'engine.resumed': 'scheduling' },
  'paused while executing': { 'engine.resumed': 'executing' },
  completed: { 'engine.reset': 'idle' },
  error: { 'engine.reset': 'idle' },
};

describe('the chart of the conversation engine', () => {
  it('has the nine states, each with its name as its one tag', () => {
    const nodes = Object.values(conversationMachine.states);
    expect(nodes.map((node) => node.tags)).toEqual(engineStates.map((state) => [state]).toSorted(byPlaceIn(nodes)));
    expect(engineStates).toHaveLength(9);
  });

  it('has exactly the transitions of the table, no more and no less', () => {
    const nameOf = (id: string) => {
      const node = Object.values(conversationMachine.states).find((each) => each.id === id);
      return node?.tags[0] ?? id;
    };
    const drawn = edgesOf(conversationMachine).flatMap((edge) =>
      edge.targets.map((target) => `${nameOf(edge.source)} > ${nameOf(target)}`),
    );
    const table = Object.entries(validStateTransitions).flatMap(([from, list]) => list.map((to) => `${from} > ${to}`));
    expect([...new Set(drawn)].toSorted()).toEqual(table.toSorted());
  });

  const pairs = Object.keys(places).flatMap((place) => events.map((event) => [place, event.type, event] as const));
  it.each(pairs)('%s: %s', (place, type, event) => {
    const before = places[place] as typeof start; // a key of it
    const to = allowed[place]?.[type];
    expect(stateOf(before)).toBe(place.split(' ')[0]);
    expect(before.can(event)).toBe(to !== undefined);
    const [next] = transition(conversationMachine, before, event);
    if (to === undefined) {
      expect(next.value).toEqual(before.value);
      expect(next.context).toEqual(before.context);
    } else {
      expect(stateOf(next)).toBe(to);
    }
  });
});

/** Sorts lists of tags in the order in which the states stand in the chart. */
function byPlaceIn(nodes: readonly { tags: readonly string[] }[]) {
  const place = ([tag = '']: readonly string[]) => nodes.findIndex((node) => node.tags[0] === tag);
  return (a: readonly string[], b: readonly string[]) => place(a) - place(b);
}

describe('its tasks', () => {
  it('are there from decomposing on and keep what happened to them through a pause', () => {
    const executing = reach(...toExecuting, 'task.changed', 'engine.paused', 'engine.resumed');
    expect(executing.context.tasks.map((task) => task.status)).toEqual(['completed', 'pending']);
    expect(progressOf(executing.context.tasks)).toBe(0.5);
  });

  it('are forgotten by a reset', () => {
    expect(reach(...toExecuting, 'work.completed', 'engine.reset')).toMatchObject({ context: start.context });
    expect(reach(...toExecuting, 'phase.failed', 'engine.reset')).toMatchObject({ context: start.context });
  });

  it('make no progress when there are none', () => {
    expect(progressOf([])).toBe(0);
  });
});
