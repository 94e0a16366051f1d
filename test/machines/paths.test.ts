import { type Edge, type Exploration, type ExploredState, edgesOf, explore } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, setup } from 'xstate';
import { executionStatuses } from '../../src/domain/status.ts';
import { deciderMachine } from '../../src/machines/decider-machine.ts';
import { hostMachine } from '../../src/machines/host/host-machine.ts';
import { plannerMachine } from '../../src/machines/planner-machine.ts';
import { questionMachine } from '../../src/machines/question-machine.ts';
import { reflectorMachine } from '../../src/machines/reflector-machine.ts';
import { specialistMachine } from '../../src/machines/specialist-machine.ts';
import { toolCallsMachine } from '../../src/machines/tool-calls-machine.ts';
import {
  deciderEvents,
  deciderInput,
  drafts,
  hostEvents,
  hostKey,
  plannerEvents,
  plannerInput,
  questionEvents,
  questionInput,
  reflectorEvents,
  reflectorInput,
  specialistEvents,
  specialistInput,
  toolCallsEvents,
  toolCallsInput,
} from './environments.ts';

const limit = 60_000;
const host = explore(hostMachine, { input: { messages: [] }, events: hostEvents, key: hostKey, limit });
const planner = together(
  explore(plannerMachine, { input: plannerInput, events: plannerEvents, limit }),
  explore(plannerMachine, {
    input: { ...plannerInput, draft: { key: 't1/think#1', plan: drafts.cyclic } },
    events: plannerEvents,
    limit,
  }),
);
const specialist = explore(specialistMachine, { input: specialistInput, events: specialistEvents, limit });
const decider = explore(deciderMachine, { input: deciderInput, events: deciderEvents, limit });
const reflector = explore(reflectorMachine, { input: reflectorInput, events: reflectorEvents, limit });

const toolCalls = explore(toolCallsMachine, { input: toolCallsInput, events: toolCallsEvents, limit });
const question = explore(questionMachine, { input: questionInput, events: questionEvents, limit });

/** What two ways to begin come to. */
function together<M extends AnyStateMachine>(one: Exploration<M>, other: Exploration<M>): Exploration<M> {
  const isTaken = ({ source, event, index }: Edge) =>
    [...one.taken, ...other.taken].some(
      (edge) => edge.source === source && edge.event === event && edge.index === index,
    );
  return {
    states: [...one.states, ...other.states],
    edges: one.edges,
    taken: one.edges.filter(isTaken),
    untaken: one.edges.filter((edge) => !isTaken(edge)),
    coverage: { ...one.coverage, ...other.coverage },
    isComplete: one.isComplete && other.isComplete,
  };
}

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
  ['decider', deciderMachine, decider],
  ['reflector', reflectorMachine, reflector],
  ['toolCalls', toolCallsMachine, toolCalls],
  ['question', questionMachine, question],
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
    expect(
      states
        .filter((state) => !isFinal(state) && state.next.every(({ to }) => to === state))
        .slice(0, 3)
        .map(pathOf),
    ).toEqual([]);
  });

  it('can come to an end from every state without being cancelled and without an actor that breaks', () => {
    const allowed = (type: string) => type !== 'run.cancelled' && !type.startsWith('xstate.error.');
    expect(stuck(exploration, allowed).slice(0, 3).map(pathOf)).toEqual([]);
  });

  it('never ends as an actor error', () => {
    expect(
      states
        .filter((state) => state.snapshot.status === 'error')
        .slice(0, 3)
        .map(pathOf),
    ).toEqual([]);
  });

  it('has an output in every final state', () => {
    const ends = states.filter(isFinal);
    expect(ends.length).toBeGreaterThan(0);
    expect(
      ends
        .filter((state) => state.snapshot.output === undefined)
        .slice(0, 3)
        .map(pathOf),
    ).toEqual([]);
  });
});

type HostState = (typeof host.states)[number];

describe('host', () => {
  const { states } = host;
  const working = states.filter((state) => state.snapshot.status === 'active');
  const wrong = (isWrong: (state: (typeof states)[number]) => boolean) =>
    states.filter(isWrong).slice(0, 3).map(pathOf);

  it('is cancelled from every state by one event', () => {
    const missed = working.filter(
      ({ next }) =>
        !next.some(({ event, to }) => event.type === 'run.cancelled' && to.snapshot.output?.status === 'cancelled'),
    );
    expect(missed.slice(0, 3).map(pathOf)).toEqual([]);
  });

  it('fails from every state when the journal breaks', () => {
    const missed = working.filter(
      ({ next }) =>
        !next.some(
          ({ event, to }) => event.type === 'xstate.error.actor.journal' && to.snapshot.output?.status === 'failed',
        ),
    );
    expect(missed.slice(0, 3).map(pathOf)).toEqual([]);
  });

  it('ends with an output whose status is the name of the final state', () => {
    expect(wrong(({ snapshot }) => snapshot.status === 'done' && snapshot.output?.status !== snapshot.value)).toEqual(
      [],
    );
    expect(new Set(states.map(({ snapshot }) => snapshot.output?.status))).toEqual(
      new Set([undefined, 'completed', 'failed', 'cancelled']),
    );
  });

  it('has an answer when it is completed and a reason when it has failed', () => {
    expect(
      wrong(({ snapshot: { output } }) => output?.status === 'completed' && output.message.content === ''),
    ).toEqual([]);
    expect(wrong(({ snapshot: { output } }) => output?.status === 'failed' && !output.error?.message)).toEqual([]);
  });

  it('takes up or refuses a request at once, whatever else it is asked to watch', () => {
    const taken = states.filter(({ path }) => path.some((event) => event.type === 'request.received'));
    expect(
      taken
        .filter(({ snapshot }) => snapshot.hasTag('pending'))
        .slice(0, 3)
        .map(pathOf),
    ).toEqual([]);
  });

  it('never has more rounds than its limit', () => {
    expect(wrong(({ snapshot: { context } }) => context.round > context.options.limits.rounds)).toEqual([]);
    expect(Math.max(...states.map(({ snapshot }) => snapshot.context.round))).toBe(2);
  });

  const stepActors = (state: HostState) => Object.keys(state.snapshot.children).filter((id) => id.startsWith('step-'));
  /** The places of the steps whose needs are not all settled. */
  const tooEarly = ({ snapshot: { context } }: HostState) => {
    const steps = context.plan?.steps ?? [];
    const isOpen = (id: string) =>
      ['pending', 'executing'].includes(context.board.status[steps.findIndex((step) => step.id === id)] ?? '');
    return steps.flatMap((step, place) => (step.dependencies.some(isOpen) ? [place] : []));
  };
  /** Every way from a state to another on which specialists begin. */
  const beginnings = working.flatMap((from) => {
    const before = new Set(stepActors(from));
    return from.next
      .map(({ to }) => ({ from, to, begun: stepActors(to).filter((id) => !before.has(id)) }))
      .filter(({ begun }) => begun.length > 0);
  });
  const stepOf = (actor: string) => actor.slice('step-'.length, actor.indexOf('#'));

  it('starts no step before all its needs are settled', () => {
    expect(beginnings.length).toBeGreaterThan(100);
    const early = beginnings.filter(({ to, begun }) => {
      const ids = tooEarly(to).map((place) => to.snapshot.context.plan?.steps[place]?.id);
      return begun.some((actor) => ids.includes(stepOf(actor)));
    });
    expect(early.slice(0, 3).map(({ to }) => pathOf(to))).toEqual([]);
  });

  it('executes no step while one of its needs is open', () => {
    expect(
      wrong((state) => tooEarly(state).some((place) => state.snapshot.context.board.status[place] === 'executing')),
    ).toEqual([]);
  });

  it('gives every start of a step a name of its own', () => {
    const started = new Map<HostState, ReadonlySet<string>>([[states[0] as HostState, new Set()]]); // a chart has a first state
    const again: string[] = [];
    // States are in the order in which they were found: where a way comes from is known before where it leads.
    for (const from of states) {
      const names = started.get(from) ?? new Set();
      const running = stepActors(from);
      for (const { event, to } of from.next) {
        const begun = stepActors(to).filter((id) => !running.includes(id));
        if (begun.some((id) => names.has(id))) again.push(`${pathOf(from)} > ${event.type}`);
        if (!started.has(to)) started.set(to, begun.length === 0 ? names : new Set([...names, ...begun]));
      }
    }
    expect(again.slice(0, 3)).toEqual([]);
  });

  it('starts no step after a limit is noted', () => {
    expect(working.some(({ snapshot }) => snapshot.context.limit)).toBe(true);
    const late = beginnings.filter(({ from }) => from.snapshot.context.limit);
    expect(late.slice(0, 3).map(({ to }) => pathOf(to))).toEqual([]);
  });

  it('has at work, for each step that is executing, the specialists that have not given their result', () => {
    const isLeft = (state: HostState) => {
      const { plan, board, partial } = state.snapshot.context;
      return (plan?.steps ?? []).some((step, place) => {
        if (board.status[place] !== 'executing') return false;
        const name = `step-${step.id}#${board.starts[place]}`;
        const actors = stepActors(state).filter((id) => id === name || id.startsWith(`${name}@`));
        const workers = 1 + (step.alongside ?? []).length;
        return actors.length !== workers - (partial[step.id] ?? []).length || actors.length === 0;
      });
    };
    expect(working.filter(isLeft).slice(0, 3).map(pathOf)).toEqual([]);
  });

  it('has no specialist at work on a step that is not executing: nothing runs unseen', () => {
    const isUnseen = (state: HostState) => {
      const { plan, board } = state.snapshot.context;
      const seen = (plan?.steps ?? []).flatMap((step, place) =>
        board.status[place] === 'executing' ? [`step-${step.id}#${board.starts[place]}`] : [],
      );
      return stepActors(state).some((id) => !seen.includes(id.replace(/@.*/, '')));
    };
    expect(working.filter(isUnseen).slice(0, 3).map(pathOf)).toEqual([]);
  });

  it('gives its answer when no specialist is at work any more', () => {
    const calls = new Set(['finalize', 'adopt', 'assemble', 'reflector']);
    const isEarly = (state: HostState) =>
      Object.keys(state.snapshot.children).some((id) => calls.has(id)) && stepActors(state).length > 0;
    expect(working.filter(isEarly).slice(0, 3).map(pathOf)).toEqual([]);
  });

  it('decides about exactly the conditions whose time has come, each once', () => {
    const isForgotten = ({ snapshot: { context, children } }: HostState) => {
      const undecided = context.board.undecided.map((place) => context.plan?.steps[place]?.id);
      const deciding = Object.keys(children).flatMap((id) => /^when-(.*)#/.exec(id)?.[1] ?? []);
      return undecided.sort().join() !== deciding.sort().join();
    };
    expect(working.some(({ snapshot }) => snapshot.context.board.undecided.length > 0)).toBe(true);
    expect(working.filter(isForgotten).slice(0, 3).map(pathOf)).toEqual([]);
  });

  it('carries exactly one status as a tag in every state, and beside it at most "paused"', () => {
    const statuses = new Set<string>(executionStatuses);
    expect(wrong(({ snapshot }) => [...snapshot.tags].filter((tag) => statuses.has(tag)).length !== 1)).toEqual([]);
    const others = states.flatMap(({ snapshot }) => [...snapshot.tags].filter((tag) => !statuses.has(tag)));
    expect(new Set(others)).toEqual(new Set(['paused']));
  });

  it('does the same whether it is paused or not: the gate stands beside the work', () => {
    const works = (gate: string) =>
      new Set(
        working.flatMap(({ snapshot: { value } }) =>
          typeof value === 'object' && JSON.stringify(value).includes(`"gate":"${gate}"`)
            ? [JSON.stringify(value).replace(`"gate":"${gate}"`, '')]
            : [],
        ),
      );
    expect(works('closed')).toEqual(works('open'));
  });
});

describe('specialist, planner, decider and reflector', () => {
  it('make no more attempts than they were given', () => {
    for (const { states } of [specialist, planner, decider, reflector]) {
      const attempts = states.map(({ snapshot: { context } }) => context.attempt - context.attempts);
      expect(Math.max(...attempts)).toBe(0);
    }
  });

  it('take no more turns than they were given', () => {
    expect(Math.max(...specialist.states.map(({ snapshot }) => snapshot.context.turn))).toBe(specialistInput.turns);
  });

  it('wait for all tools: they are done when none is pending', () => {
    const pending = toolCalls.states.filter(
      ({ snapshot }) => snapshot.context.pending > 0 !== (snapshot.value === 'running'),
    );
    expect(pending.map(pathOf)).toEqual([]);
  });
});

describe('explore', () => {
  it('names the transition that can no longer be taken', () => {
    const broken = plannerMachine.provide({ guards: { isSound: () => false } });
    const { untaken, isComplete } = explore(broken, { input: plannerInput, events: plannerEvents });
    expect(isComplete).toBe(true);
    expect(untaken).toEqual([
      { source: 'planner.choosing', event: 'always', index: 0, targets: ['planner.parsing'] },
      { source: 'planner.validating', event: 'always', index: 0, targets: ['planner.completed'] },
    ]);
  });

  it('names everything behind a state that can no longer be reached', () => {
    const broken = reflectorMachine.provide({ guards: { isWorthRetrying: () => false } });
    const { untaken } = explore(broken, { input: reflectorInput, events: reflectorEvents });
    expect(untaken.map(({ source, event, index }) => `${source} ${event} ${index}`)).toEqual([
      'reflector.reflecting xstate.error.actor.reflect 0',
      'reflector.waiting xstate.done.actor.wait 0',
      'reflector.waiting xstate.error.actor.wait 0',
    ]);
  });

  it('says that it has not seen everything when it met its limit', () => {
    const { states, isComplete } = explore(specialistMachine, {
      input: specialistInput,
      events: specialistEvents,
      limit: 10,
    });
    expect({ states: states.length, isComplete }).toEqual({ states: 10, isComplete: false });
  });

  it('gives the shortest way to a state', () => {
    const chart = setup({ types: { events: {} as { type: 'long' } | { type: 'short' } } }).createMachine({
      id: 'chart',
      initial: 'start',
      states: {
        start: { on: { long: 'middle', short: 'end' } },
        middle: { on: { long: 'end' } },
        end: { type: 'final' },
      },
    });
    const { states } = explore(chart, { events: () => [{ type: 'long' }, { type: 'short' }] as const });
    expect(states.map(({ snapshot, path }) => [snapshot.value, path.map((event) => event.type)])).toEqual([
      ['start', []],
      ['middle', ['long']],
      ['end', ['short']],
    ]);
  });

  it('runs nothing: no action, no child', () => {
    const ran: string[] = [];
    const chart = setup({
      types: { events: {} as { type: 'go' } },
      actions: { shout: () => ran.push('action') },
      actors: {
        child: setup({}).createMachine({ initial: 'only', states: { only: { entry: () => ran.push('child') } } }),
      },
    }).createMachine({
      initial: 'idle',
      states: { idle: { on: { go: { target: 'busy', actions: 'shout' } } }, busy: { invoke: { src: 'child' } } },
    });
    const { states } = explore(chart, { events: () => [{ type: 'go' }] as const });
    expect(states.map(({ snapshot }) => snapshot.value)).toEqual(['idle', 'busy']);
    expect(ran).toEqual([]);
  });

  it('finds the state in which a chart hangs', () => {
    const chart = setup({ types: { events: {} as { type: 'go' } | { type: 'stay' } } }).createMachine({
      initial: 'idle',
      states: { idle: { on: { go: 'trap', stay: 'end' } }, trap: {}, end: { type: 'final' } },
    });
    const exploration = explore(chart, { events: () => [{ type: 'go' }, { type: 'stay' }] as const });
    expect(stuck(exploration).map(({ snapshot }) => snapshot.value)).toEqual(['trap']);
  });
});
