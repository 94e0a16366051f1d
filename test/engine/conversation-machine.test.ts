import type { RunResult } from 'troupe';
import { conversationMachine, validStateTransitions } from 'troupe/machines';
import { childDone, childFailed, edgesOf } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { createActor, type EventFrom, fromPromise, initialTransition, transition, waitFor } from 'xstate';
import { conversationAt } from '../../src/machines/conversation-machine.ts';
import { atRest, type FollowInput } from '../../src/machines/conversation-setup.ts';
import {
  type EngineEvent,
  type EngineState,
  type EngineTask,
  engineStates,
  progressOf,
} from '../../src/machines/engine-event.ts';
import { expectLegal, lineOf } from './engine-stage.ts';

type Event = EventFrom<typeof conversationMachine>;

const tasks: readonly EngineTask[] = [
  { id: 'a', description: 'work on a', status: 'pending', priority: 0 },
  { id: 'b', description: 'work on b', status: 'pending', priority: 0 },
];
const question = { kind: 'clarification', id: 'q1', question: 'Which year?' } as const;
const message: RunResult['message'] = { role: 'assistant', content: 'ok' };
const counts = { rulesCount: 0, toolsCount: 0, knowledgeCount: 0 };
const problem = new Error('no');

/** One of each kind of event: what the engine is told, what its actors tell, and what becomes of them. */
const events: Readonly<Record<string, Event>> = {
  'input.received': { type: 'input.received' },
  'question.asked': { type: 'question.asked', question, seen: 3 },
  'question.closed': { type: 'question.closed', seen: 4 },
  'plan.updated': { type: 'plan.updated', tasks: tasks.slice(1), seen: 5 },
  'task.started': { type: 'task.started', id: 'a', seen: 6 },
  'task.completed': { type: 'task.completed', id: 'a', result: 'A', seen: 7 },
  'task.failed': { type: 'task.failed', id: 'a', reason: 'no', seen: 8 },
  'task.changed': { type: 'task.changed', id: 'a', status: 'skipped', seen: 9 },
  'engine.paused': { type: 'engine.paused' },
  'engine.resumed': { type: 'engine.resumed' },
  'engine.continued': { type: 'engine.continued' },
  'engine.stopped': { type: 'engine.stopped', error: problem },
  'engine.reset': { type: 'engine.reset' },
  'receive done': childDone('receive', undefined),
  'receive failed': childFailed('receive', problem),
  'fetchContext done': childDone('fetchContext', counts),
  'fetchContext failed': childFailed('fetchContext', problem),
  'decompose done': childDone('decompose', { tasks, seen: 2 }),
  'decompose failed': childFailed('decompose', problem),
  'schedule done': childDone('schedule', undefined),
  'schedule failed': childFailed('schedule', problem),
  'execute done': childDone('execute', message),
  'execute failed': childFailed('execute', problem),
};

const start = initialTransition(conversationMachine)[0];
type Snapshot = typeof start;
const eventOf = (name: string): Event => events[name] ?? { type: 'input.received' };
const follow = (snapshot: Snapshot, ...names: string[]) =>
  names.reduce((at, name) => transition(conversationMachine, at, eventOf(name))[0], snapshot);
const reach = (...names: string[]) => follow(start, ...names);
const stateOf = ({ tags }: Snapshot) => engineStates.filter((state) => tags.has(state)).join();

const toDecomposing = ['input.received', 'receive done', 'fetchContext done'];
const toScheduling = [...toDecomposing, 'decompose done'];
const toExecuting = [...toScheduling, 'schedule done'];
/** Every state, with where it was paused and whether it waits for a person. */
const places: Readonly<Record<string, Snapshot>> = {
  idle: start,
  receiving: reach('input.received'),
  context_fetching: reach('input.received', 'receive done'),
  decomposing: reach(...toDecomposing),
  'decomposing, waiting': reach(...toDecomposing, 'question.asked'),
  scheduling: reach(...toScheduling),
  'scheduling, waiting': reach(...toScheduling, 'question.asked'),
  executing: reach(...toExecuting),
  'executing, waiting': reach(...toExecuting, 'question.asked'),
  'paused while scheduling': reach(...toScheduling, 'engine.paused'),
  'paused while executing': reach(...toExecuting, 'engine.paused'),
  completed: reach(...toExecuting, 'execute done'),
  error: reach(...toExecuting, 'execute failed'),
};

/** What is allowed where, and where it leads; everything else is refused. */
const fails = { 'engine.stopped': 'error' } as const;
const waits = { 'question.closed': 'same', 'engine.continued': 'same' } as const;
const decomposing = {
  'decompose done': 'scheduling',
  'decompose failed': 'error',
  'question.asked': 'decomposing',
  ...fails,
} as const;
const scheduling = {
  'schedule done': 'executing',
  'schedule failed': 'error',
  'question.asked': 'scheduling',
  'plan.updated': 'scheduling',
  'engine.paused': 'paused',
  ...fails,
} as const;
const executing = {
  'execute done': 'completed',
  'execute failed': 'error',
  'question.asked': 'executing',
  'plan.updated': 'executing',
  'task.started': 'executing',
  'task.completed': 'executing',
  'task.failed': 'executing',
  'task.changed': 'executing',
  'engine.paused': 'paused',
  ...fails,
} as const;
const allowed: Readonly<Record<string, Readonly<Record<string, EngineState | 'same'>>>> = {
  idle: { 'input.received': 'receiving' },
  receiving: { 'receive done': 'context_fetching', 'receive failed': 'error', ...fails },
  context_fetching: { 'fetchContext done': 'decomposing', 'fetchContext failed': 'error', ...fails },
  decomposing,
  'decomposing, waiting': { ...decomposing, ...waits },
  scheduling,
  'scheduling, waiting': { ...scheduling, ...waits },
  executing,
  'executing, waiting': { ...executing, ...waits },
  'paused while scheduling': { 'engine.resumed': 'scheduling', ...fails },
  'paused while executing': { 'engine.resumed': 'executing', ...fails },
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
    const nodes = Object.values(conversationMachine.states);
    const nameOf = (id: string) => nodes.find((each) => id === each.id || id.startsWith(`${each.id}.`))?.tags[0] ?? id;
    const drawn = edgesOf(conversationMachine).flatMap(({ source, targets }) =>
      targets
        .map((target) => [nameOf(source), nameOf(target), nodes.some((each) => each.id === target)] as const)
        // Inside of a phase: it works or waits.
        .filter(([from, to, isState]) => isState || from !== to)
        .map(([from, to]) => `${from} > ${to}`),
    );
    const table = Object.entries(validStateTransitions).flatMap(([from, list]) => list.map((to) => `${from} > ${to}`));
    expect([...new Set(drawn)].toSorted()).toEqual(table.toSorted());
  });

  const pairs = Object.keys(places).flatMap((place) => Object.keys(events).map((name) => [place, name] as const));
  it.each(pairs)('%s: %s', (place, name) => {
    const before = places[place] as Snapshot; // a key of it
    const state = place.split(/[ ,]/)[0];
    const to = allowed[place]?.[name];
    expect(stateOf(before)).toBe(state);
    expect(before.can(eventOf(name))).toBe(to !== undefined);
    const next = follow(before, name);
    if (to === undefined) {
      expect(next.value).toEqual(before.value);
      expect(next.context).toEqual(before.context);
    } else {
      expect(stateOf(next)).toBe(to === 'same' ? state : to);
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
    const executing = reach(...toExecuting, 'task.completed', 'engine.paused', 'engine.resumed');
    expect(executing.context.tasks.map((task) => task.status)).toEqual(['completed', 'pending']);
    expect(progressOf(executing.context.tasks)).toBe(0.5);
  });

  it('are forgotten by a reset', () => {
    expect(reach(...toExecuting, 'execute done', 'engine.reset')).toMatchObject({ context: start.context });
    expect(reach(...toExecuting, 'execute failed', 'engine.reset')).toMatchObject({ context: start.context });
  });

  it('make no progress when there are none', () => {
    expect(progressOf([])).toBe(0);
  });

  it.each(['task.started', 'task.completed', 'task.failed', 'task.changed', 'plan.updated', 'question.asked'])(
    'are as the log says up to the entry that is seen, after %s',
    (name) => {
      const event = eventOf(name);
      expect(reach(...toExecuting, name).context.seen).toBe('seen' in event && event.seen);
    },
  );
});

describe('a question', () => {
  const phases = ['decomposing', 'scheduling', 'executing'] as const;

  it.each(phases)('in %s is waited with, until it is closed', (phase) => {
    const waiting = places[`${phase}, waiting`] as Snapshot; // one of the three
    expect([...waiting.tags].toSorted()).toEqual([phase, 'waiting'].toSorted());
    expect(waiting.context.waitingFor).toEqual(question);
    const closed = follow(waiting, 'question.closed');
    expect([...closed.tags]).toEqual([phase]);
    expect(closed.context.waitingFor).toBeUndefined();
  });

  it.each(['scheduling', 'executing'] as const)('is still open after a pause in %s', (phase) => {
    const resumed = follow(places[`${phase}, waiting`] as Snapshot, 'engine.paused', 'engine.resumed'); // one of the three
    expect([...resumed.tags].toSorted()).toEqual([phase, 'waiting'].toSorted());
  });

  it.each(phases)('is still open in a chart that begins in %s', (phase) => {
    const [snapshot] = initialTransition(conversationAt(phase, { ...atRest, waitingFor: question }));
    expect(snapshot.hasTag('waiting')).toBe(true);
  });

  it.each(phases)('is not open any more when %s has failed', (phase) => {
    const failed = follow(places[`${phase}, waiting`] as Snapshot, 'engine.stopped'); // one of the three
    expect(failed.context).toMatchObject({ waitingFor: undefined, failure: { code: 'bug', message: 'no' } });
  });
});

/** Actors that do their work at once, and the events that come of it. */
function started(filled: Parameters<typeof conversationMachine.provide>[0]['actors'] = {}) {
  const actor = createActor(
    conversationMachine.provide({
      actors: {
        receive: fromPromise<void, undefined>(async () => {}),
        fetchContext: fromPromise<typeof counts, undefined>(async () => counts),
        decompose: fromPromise<Pick<FollowInput, 'tasks' | 'seen'>, FollowInput>(async () => ({ tasks, seen: 2 })),
        schedule: fromPromise<void, FollowInput>(async () => {}),
        execute: fromPromise<RunResult['message'], FollowInput>(async ({ input: { tasks: given, tell } }) => {
          for (const { id } of given) {
            tell({ type: 'task.started', id, seen: 3 });
            tell({ type: 'task.completed', id, result: id.toUpperCase(), seen: 4 });
          }
          return message;
        }),
        hold: fromPromise<void, undefined>(async () => {}),
        cancel: fromPromise<void, string>(async () => {}),
        ...filled,
      },
    }),
  );
  const told: EngineEvent[] = [];
  actor.on('*', (event) => told.push(event));
  return { actor: actor.start(), told };
}

describe('its actors', () => {
  it('take it from an input to its end, with nobody else to send it anything', async () => {
    const { actor, told } = started();
    actor.send({ type: 'input.received' });
    await waitFor(actor, (snapshot) => snapshot.hasTag('completed'));
    expectLegal(told);
    expect(told.map(lineOf)).toEqual([
      'idle > receiving',
      'receiving > context_fetching',
      'context_received 0 0 0',
      'context_fetching > decomposing',
      'task_decomposed 2',
      'decomposing > scheduling',
      'task_scheduled a 0',
      'task_scheduled b 0',
      'scheduling > executing',
      'task_started a',
      'task_completed a A 0.5',
      'task_started b',
      'task_completed b B 1',
      'executing > completed',
      'engine_completed 2 2',
    ]);
  });

  it('that fail lead to an error with the phase, and what is under way is cancelled with the reason', async () => {
    const reasons: string[] = [];
    const { actor, told } = started({
      schedule: fromPromise<void, FollowInput>(() => Promise.reject(problem)),
      cancel: fromPromise<void, string>(async ({ input }) => void reasons.push(input)),
    });
    actor.send({ type: 'input.received' });
    await waitFor(actor, (snapshot) => snapshot.hasTag('error'));
    expect(told.slice(-2).map(lineOf)).toEqual(['scheduling > error', 'engine_error no scheduling']);
    expect(reasons).toEqual(['no']);
  });

  it('are named when a slot is empty', async () => {
    const actor = createActor(
      conversationMachine.provide({ actors: { cancel: fromPromise<void, string>(async () => {}) } }),
    );
    actor.start().send({ type: 'input.received' });
    const { context } = await waitFor(actor, (snapshot) => snapshot.hasTag('error'));
    expect(context.failure?.message).toMatch(/^The slot "receive" is empty\. Fill it with/);
  });

  it('go on where they were after a pause, with the entries that are told already behind them', async () => {
    const inputs: number[] = [];
    const held = Promise.withResolvers<void>();
    const { actor } = started({
      execute: fromPromise<RunResult['message'], FollowInput>(async ({ input: { seen, tell }, signal }) => {
        inputs.push(seen);
        if (seen < 9) tell({ type: 'task.started', id: 'a', seen: 9 });
        if (inputs.length === 1) await held.promise;
        signal.throwIfAborted();
        return message;
      }),
    });
    actor.send({ type: 'input.received' });
    await waitFor(actor, (snapshot) => snapshot.context.seen === 9);
    actor.send({ type: 'engine.paused' });
    held.resolve();
    actor.send({ type: 'engine.resumed' });
    await waitFor(actor, (snapshot) => snapshot.hasTag('completed'));
    expect(inputs).toEqual([2, 9]);
  });
});
