import { childDone } from 'troupe/testing';
import { createActor, type EventFrom, type SnapshotFrom } from 'xstate';
import { defaultRunOptions } from '../../src/domain/options.ts';
import type { SpecialistResult } from '../../src/domain/results.ts';
import type { StepStatus } from '../../src/domain/status.ts';
import type { ThinkingResult } from '../../src/domain/thinking.ts';
import type { Note } from '../../src/log/entry-types.ts';
import { advance, type Folded, noPlan, type PlanState, stepsAt } from '../../src/log/plan-fold.ts';
import { hostMachine } from '../../src/machines/host/host-machine.ts';
import type { PlanStep } from '../../src/plan/plan.ts';
import { planStep } from '../../src/plan/plan-markdown.ts';
import type { Graph } from './graphs.ts';

type Snapshot = SnapshotFrom<typeof hostMachine>;
type Event = EventFrom<typeof hostMachine>;

/** A host, and where the steps stand by what it has recorded on the way. */
interface Host {
  readonly snapshot: Snapshot;
  readonly folded: PlanState;
}

/** The last that the world has said about a step: how its work came out, or how its condition was decided. */
type Word = 'completed' | 'failed' | 'admitted' | 'refused';
type Words = readonly (Word | undefined)[];

export interface Case {
  readonly graph: Graph;
  /** The places of the steps that have a condition. */
  readonly conditional: readonly number[];
  readonly concurrency: number;
  /** Whether the plan names a step before the steps it needs. */
  readonly isBackwards: boolean;
}

/** What was seen on every run of a plan. */
export interface Seen {
  states: number;
  transitions: number;
  ends: number;
}

const at = '2026-01-01T00:00:00.000Z';

/** The pure transition, with one scope for all: `transition` of XState makes an actor for each call, which takes a third of the time. */
const next = (() => {
  // Never started: it only stands for the chart.
  const actor = createActor(hostMachine, { input: { messages: [] } });
  const nothing = () => {};
  let notes: Note[] = [];
  const scope = {
    self: actor,
    id: actor.id,
    sessionId: actor.sessionId,
    system: actor.system,
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
    actionExecutor: ({ type, params }: { type: string; params?: unknown }) => {
      if (type === 'record') notes = notes.concat(params as Note | Note[]); // what the host's action takes
    },
  };
  return (host: Host, event: Event): Host => {
    notes = [];
    const snapshot = hostMachine.transition(host.snapshot, event, scope);
    const folded = notes.reduce((plan, note) => advance(plan, { ...note, at } as Folded), host.folded); // a note and its time
    return { snapshot, folded };
  };
})();

/** A host that is planning, for each number of steps at a time: the way there is the same for every plan. */
const planning = new Map<number, Host>();

function hostInPlanning(concurrency: number): Host {
  const known = planning.get(concurrency);
  if (known) return known;
  const messages = [{ role: 'user', content: 'do it' }] as const;
  const worker = { name: 'worker', description: 'works', capabilities: [], readsOnly: true };
  const options = { ...defaultRunOptions, concurrency, specialists: [worker] };
  const events: Event[] = [
    { type: 'request.received', run: 'run-1', messages, options, at: 0 },
    childDone('analyze', { value: { isContinuation: false }, startedAt: 0, at: 0 }),
    childDone('think', { value: thought, startedAt: 0, at: 0 }),
  ];
  const snapshot = createActor(hostMachine, { input: { messages } }).getSnapshot();
  const host = events.reduce<Host>(next, { snapshot, folded: noPlan });
  planning.set(concurrency, host);
  return host;
}

const thought: ThinkingResult = {
  thought: 'a thought',
  complexity: 'complex',
  reasoning: 'a reason',
  nextAction: 'create_plan',
  needsHistoryContext: false,
  responseStrategy: 'planned',
  keyInsights: [],
  riskAssessment: '',
  confidence: 0.9,
  notDone: [],
  durationMs: 1,
  timestamp: '2026-01-01T00:00:00.000Z',
  metadata: {},
};

function resultOf(stepId: string, status: 'success' | 'failed'): SpecialistResult {
  return {
    stepId,
    specialistName: 'worker',
    status,
    ...(status === 'failed' ? { error: 'It broke.' } : { resultKey: `key-${stepId}` }),
    startTime: at,
    endTime: at,
    durationMs: 0,
    retryCount: 0,
    confidence: 1,
    qualityScore: 1,
    relevanceScore: 1,
    metadata: {},
  };
}

const idOf = (place: number) => `s${place}`;
const placeOf = (actorId: string) => Number(/^\w+-s(\d+)#/.exec(actorId)?.[1] ?? -1);

const toSteps = ({ graph, conditional, isBackwards }: Case): PlanStep[] => {
  const steps = graph.map((needs, place) =>
    planStep({
      id: idOf(place),
      description: `work on ${place}`,
      assignedTo: 'worker',
      dependencies: needs.map(idOf),
      ...(conditional.includes(place) ? { when: 'it is worth it' } : {}),
    }),
  );
  return isBackwards ? steps.reverse() : steps;
};

const isStep = (id: string) => id.startsWith('step-');
const isDecider = (id: string) => id.startsWith('when-');

/** Everything that can happen next, each with what it says about which step. */
function whatCanHappen(snapshot: Snapshot): { event: Event; place: number; word: Word }[] {
  return Object.keys(snapshot.children).flatMap((id): { event: Event; place: number; word: Word }[] => {
    const place = placeOf(id);
    const decision = (run: boolean) =>
      childDone(id, { ok: true, stepId: idOf(place), verdict: { run, reason: 'So it is.' } });
    if (isStep(id)) {
      return [
        { event: childDone(id, resultOf(idOf(place), 'success')), place, word: 'completed' },
        { event: childDone(id, resultOf(idOf(place), 'failed')), place, word: 'failed' },
      ];
    }
    if (!isDecider(id)) return [];
    const undecided = { ok: false, stepId: idOf(place), error: { code: 'auth', message: 'Nobody knows.' } };
    return [
      { event: decision(true), place, word: 'admitted' },
      { event: decision(false), place, word: 'refused' },
      { event: childDone(id, undecided), place, word: 'failed' },
    ];
  });
}

/** Where a step has to stand by what was said, computed from the rules and not from the board. */
type Stand = Exclude<StepStatus, 'executing' | 'pending'> | 'ready' | 'undecided' | 'early';

export function standOf({ graph, conditional }: Pick<Case, 'graph' | 'conditional'>, words: Words): Stand[] {
  const stands: Stand[] = [];
  for (const [place, needs] of graph.entries()) {
    const word = words[place];
    const of = needs.map((need) => stands[need]);
    const isConditional = conditional.includes(place);
    const areSettled = of.every((stand) => stand !== 'ready' && stand !== 'undecided' && stand !== 'early');
    if (word === 'completed' || word === 'failed') stands.push(word);
    else if (word === 'refused') stands.push('skipped');
    else if (word === 'admitted') stands.push('ready');
    else if (!isConditional && of.some((stand) => stand === 'failed' || stand === 'blocked')) stands.push('blocked');
    else if (!areSettled) stands.push('early');
    else if (isConditional) stands.push('undecided');
    else if (of.length > 0 && of.every((stand) => stand === 'skipped')) stands.push('skipped');
    else stands.push('ready');
  }
  return stands;
}

/** Goes through every order in which the steps of a plan can come out, and reports everything that is not as it must be. */
export function everyRun(each: Case, wrong: (what: string) => void, look: (host: Host) => void = () => {}): Seen {
  const steps = toSteps(each);
  const placeIn = (place: number) => (each.isBackwards ? steps.length - 1 - place : place);
  const seen: Seen = { states: 0, transitions: 0, ends: 0 };
  const outline = { title: 'a plan', strategy: '', steps };
  const planned = childDone('planner', { ok: true, outline, at: 0 });
  const visited = new Set<string>();
  const queue: { host: Host; words: Words }[] = [];

  const visit = (host: Host, words: Words) => {
    const { snapshot } = host;
    for (const problem of [...problemsOf(each, placeIn, snapshot, words), ...foldProblems(host)]) {
      wrong(`${JSON.stringify(each)} after ${JSON.stringify(words)}: ${problem}`);
    }
    const key = keyOf(snapshot, words);
    if (visited.has(key)) return;
    visited.add(key);
    seen.states++;
    look(host);
    queue.push({ host, words });
  };

  visit(
    next(hostInPlanning(each.concurrency), planned),
    each.graph.map(() => undefined),
  );
  for (let state = queue.pop(); state; state = queue.pop()) {
    const { host, words } = state;
    const { snapshot } = host;
    const events = whatCanHappen(snapshot);
    if (events.length === 0) seen.ends++;
    for (const { event, place, word } of events) {
      seen.transitions++;
      const after = next(host, event);
      const known = words.with(place, word);
      for (const id of Object.keys(after.snapshot.children)) {
        if (!isStep(id) || id in snapshot.children) continue;
        const started = placeIn(placeOf(id));
        if (snapshot.context.board.status[started] !== 'pending' || snapshot.context.board.starts[started] !== 0) {
          wrong(`${JSON.stringify(each)} after ${JSON.stringify(known)}: ${id} starts a second time`);
        }
      }
      visit(after, known);
    }
  }
  return seen;
}

/**
 * Equal keys, equal futures: what was said, and everything on the board that is not a text. How often a settled step was started makes no
 * difference any more.
 */
function keyOf({ value, context: { board, deciding }, children }: Snapshot, words: Words): string {
  const sorted = (list: readonly number[]) => list.toSorted((a, b) => a - b);
  const { status, needsLeft, waiting, undecided, running, settled } = board;
  const starts = board.starts.map((count, place) => (isUnsettled(status[place]) ? count : -1));
  return JSON.stringify([
    value,
    words,
    [status, needsLeft, waiting, sorted(undecided), running, settled, starts],
    sorted(deciding),
    Object.keys(children).sort(),
  ]);
}

const isUnsettled = (status: StepStatus | undefined) => status === 'pending' || status === 'executing';

/** What is not as it must be in a state. */
function problemsOf(each: Case, placeIn: (place: number) => number, snapshot: Snapshot, words: Words): string[] {
  const { board } = snapshot.context;
  const problems: string[] = [];
  const expect = (isRight: boolean, what: string) => {
    if (!isRight) problems.push(what);
  };
  const children = Object.keys(snapshot.children);
  const running = new Set(children.filter(isStep).map(placeOf));
  const deciding = new Set(children.filter(isDecider).map(placeOf));
  const stands = standOf(each, words);
  const ready = stands.filter((stand) => stand === 'ready').length;

  for (const [place, stand] of stands.entries()) {
    const status = board.status[placeIn(place)];
    const wanted = stand === 'ready' && running.has(place) ? 'executing' : isOpen(stand) ? 'pending' : stand;
    expect(status === wanted, `step ${place} is ${status} and has to be ${wanted}`);
    expect(!running.has(place) || stand === 'ready', `step ${place} is being done, and its needs are not there`);
    expect(
      deciding.has(place) === (stand === 'undecided'),
      `the condition of step ${place} is decided at another time`,
    );
    if (status === 'blocked' || status === 'skipped' || status === 'failed') {
      expect(Boolean(board.outcomes[placeIn(place)]?.reason), `step ${place} is ${status} for no reason`);
    }
  }
  expect(running.size === Math.min(each.concurrency, ready), `${running.size} of ${ready} steps that can run do`);
  expect(board.running === running.size, `${running.size} run and ${board.running} are counted`);
  const isOver = ready === 0 && !stands.some(isOpen);
  const state = stateOf(snapshot);
  // The result of a plan of one step is the answer: nobody has to judge it.
  const [end, actor] = stands.join() === 'completed' ? ['finalizing', 'adopt'] : ['reflecting', 'reflector'];
  expect(state === (isOver ? end : 'runningSteps'), `the host is ${state}`);
  expect(isOver || running.size + deciding.size > 0, 'there is no way on');
  expect(
    !isOver || children.sort().join() === ['journal', actor].sort().join(),
    `${children.join()} are left at the end`,
  );
  return problems;
}

/** Where the log has steps elsewhere than the board. */
function foldProblems({ snapshot: { context }, folded }: Host): string[] {
  const { plan, board } = context;
  const standing = (plan?.steps ?? []).map(({ id }, place) => `${id} ${board.status[place]}`).join();
  const logged = stepsAt(folded)
    .map(({ id, status }) => `${id} ${status}`)
    .join();
  return logged === standing ? [] : [`the log has ${logged} and the board ${standing}`];
}

const isOpen = (stand: Stand) => stand === 'ready' || stand === 'undecided' || stand === 'early';

/** The name of the state in which the host's work is. */
function stateOf({ value }: Snapshot): string | undefined {
  const work = typeof value === 'object' && typeof value.running === 'object' ? value.running.work : value;
  // The room, and the state in it.
  const state = typeof work === 'object' ? Object.values(work)[0] : work;
  return typeof state === 'object' ? Object.keys(state)[0] : String(state);
}

/** The same, with a limit that is met at any point by any step that is under way, and everything that can follow. */
export function everyLimitedRun(each: Case, wrong: (what: string) => void): Seen {
  const seen: Seen = { states: 0, transitions: 0, ends: 0 };
  const visited = new Set<string>();
  const limit = { name: 'modelCalls' as const, max: 1 };
  const visit = (host: Host, before: Snapshot) => {
    const { snapshot } = host;
    const { board } = snapshot.context;
    const children = Object.keys(snapshot.children);
    const report = (what: string) => wrong(`${JSON.stringify(each)} at a limit, ${board.status.join()}: ${what}`);
    foldProblems(host).forEach(report);
    const fresh = children.filter((id) => (isStep(id) || isDecider(id)) && !(id in before.children));
    if (fresh.length > 0) report(`${fresh.join()} starts all the same`);
    const running = children.filter(isStep).length;
    if (board.status.includes('pending')) report('a step still waits');
    if (board.settled + running !== board.status.length) report(`${board.settled} are settled and ${running} run`);
    const isBare = board.outcomes.some(
      (outcome, place) => /failed|skipped|blocked/.test(board.status[place] ?? '') && !outcome?.reason,
    );
    if (isBare) report('a step has no reason');
    if (stateOf(snapshot) !== (running > 0 ? 'runningSteps' : 'finalizing')) report(`the host is ${stateOf(snapshot)}`);
    const key = keyOf(snapshot, []);
    if (visited.has(key)) return;
    visited.add(key);
    seen.states++;
    if (running === 0) {
      seen.ends++;
      return;
    }
    for (const { event } of whatCanHappen(snapshot)) {
      seen.transitions++;
      visit(next(host, event), snapshot);
    }
  };
  everyRun(each, wrong, (host) => {
    const { snapshot } = host;
    for (const id of Object.keys(snapshot.children).filter(isStep)) {
      seen.transitions++;
      const result = { ...resultOf(idOf(placeOf(id)), 'failed'), limit };
      visit(next(host, childDone(id, result)), snapshot);
    }
  });
  return seen;
}
