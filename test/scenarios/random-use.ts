import fc from 'fast-check';
import {
  createOrchestrator,
  type Entry,
  type Milestone,
  memoryStore,
  type OrchestratorConfig,
  type Run,
  type RunResult,
  steeringTable,
} from 'troupe';
import { simulatedClock } from 'troupe/testing';
import { behaviours, randomCast } from './random-cast.ts';
import { plansFor } from './random-plans.ts';
import { type Deed, User } from './random-user.ts';
import { slowStore } from './slow-store.ts';

const plans = plansFor('worker', 'other', 'quick', 'streamer', 'worker, quick');
const few = (most: number) => fc.integer({ min: 1, max: most });

const settings = fc.record({
  reviewPlan: fc.constantFrom('all', 'first', 'additions', false, false, false),
  complexityThreshold: fc.constantFrom(0, 0.5, 0.5, 0.5, 1),
  lookupTools: fc.constantFrom(0, 12, 12),
  turns: few(4),
  concurrency: few(3),
  attempts: few(3),
  correctAfter: fc.nat({ max: 3 }),
  questions: fc.nat({ max: 2 }),
  limits: fc.record({
    rounds: few(3),
    steps: fc.constantFrom(4, 10, 10),
    modelCalls: fc.constantFrom(5, 60, 60, 60),
    wallMs: fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, fc.constantFrom(30, 400)),
  }),
  retry: fc.record({ baseMs: fc.constantFrom(0, 10) }),
  steering: fc.record(
    Object.fromEntries(Object.entries(steeringTable).map(([state, ways]) => [state, fc.constantFrom(...ways)])),
  ),
}) as fc.Arbitrary<Partial<OrchestratorConfig>>; // each way of steering is one of its state's

/** What somebody does with a run. */
const deeds = fc.oneof(
  fc.record({ does: fc.constant('pause') }),
  fc.record({ does: fc.constantFrom('resume', 'approve', 'checkpoint') }),
  fc.record({ does: fc.constantFrom('answer', 'revise'), text: fc.constantFrom('this', '') }),
  fc.record({ does: fc.constant('steer'), text: fc.constantFrom('and this', 'no', ' ') }),
  fc.record({ does: fc.constant('editPlan'), markdown: plans }),
  fc.record({ does: fc.constant('restorePlan'), version: fc.nat({ max: 3 }) }),
  // More rounds than at the start: a run that has had more than it may have is not sound.
  fc.record({ does: fc.constant('edit'), path: fc.constant('options.limits.rounds'), value: fc.constantFrom(4, 5) }),
  fc.record({
    does: fc.constant('edit'),
    path: fc.constantFrom('options.concurrency', 'options.attempts', 'nothing.there', 'plan.steps.7.priority', ''),
    value: few(4),
  }),
  // The process is gone, and another goes on with what it left behind: a snapshot, or the store.
  fc.record({ does: fc.constant('moveOn') }),
) as fc.Arbitrary<Deed>; // each is one of its list

/** So many entries, so many turns of the event loop with a timer each, or so many microtasks later. */
const moments = fc.record({
  after: fc.constantFrom('entries', 'turns', 'microtasks'),
  count: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 15 })),
});

/** A whole life of a run: who works, how they behave, and what people do when. */
export const uses = fc.record({
  settings,
  store: fc.constantFrom('none', 'memory', 'slow'),
  behaviours: fc.array(behaviours, { minLength: 1, maxLength: 25, size: 'max' }),
  plans: fc.array(plans, { minLength: 1, maxLength: 3 }),
  deeds: fc.array(fc.record({ moment: moments, deed: deeds }), { maxLength: 8, size: 'max' }),
  end: fc.option(fc.record({ moment: moments, deed: fc.record({ does: fc.constantFrom('cancel', 'abort') }) }), {
    freq: 2,
  }),
});
type Use = typeof uses extends fc.Arbitrary<infer T> ? T : never;

/** What came of it. */
export interface Used {
  readonly run: Run;
  /** How many entries there were when all was over, before everything was said once more. */
  readonly entries: number;
  readonly result: RunResult;
  readonly stored: readonly Entry[] | undefined;
  /** What a listener of the last handle has heard. */
  readonly heard: readonly Entry[];
  readonly milestones: readonly Milestone[];
  /** Keys of calls whose outcome was in the log when they were made. */
  readonly repeated: readonly string[];
  /** Timers that are still set when nothing is under way any more. */
  readonly timers: number;
  readonly openRuns: number;
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
/** Turns of the event loop: more than anything here can take. */
const patience = 3000;

/** Waits for what no timer holds back any more. */
async function soon<T>(work: Promise<T>, what: string): Promise<T> {
  let isLate = false;
  const late = (async () => {
    for (let turn = 0; turn < patience && !isLate; turn++) await nextTurn();
    throw new Error(`It hangs: ${what} does not come.`);
  })();
  late.catch(() => {});
  return Promise.race([work, late]).finally(() => {
    isLate = true;
  });
}

/** Lives through a use, then lets everything come to its end: who is paused goes on, and a plan under review is approved. */
export async function live(use: Use): Promise<Used> {
  const clock = simulatedClock();
  const turn = async () => {
    await nextTurn();
    clock.tick();
  };
  const repeated: string[] = [];
  const onCall = (key: string) => {
    const isKnown = user.run.log.some((entry) => entry.type === 'effect.completed' && `run/${entry.data.key}` === key);
    if (isKnown) repeated.push(key);
  };
  const store = { none: undefined, memory: memoryStore(), slow: slowStore() }[use.store];
  const troupe = createOrchestrator({
    ...use.settings,
    ...randomCast(clock, onCall, use.behaviours, use.plans),
    clock,
    timeouts: { callMs: 200, stepMs: 400, answerMs: 1000 },
    leaseMs: 3_600_000,
    ...(store ? { store } : {}),
  });
  const user = new User(troupe, store !== undefined);
  const given: Promise<void>[] = [];
  const act = (deed: Deed) => {
    const doing = user.does(deed);
    // A failure is told when all are waited for.
    doing.catch(() => {});
    given.push(doing);
    return doing;
  };
  for (const { moment, deed } of [...use.deeds, ...(use.end ? [use.end] : [])]) {
    const doing = await reach(moment, user.run, turn, () => [act(deed)]);
    // There is nobody to talk to while somebody else takes over.
    if (deed.does === 'moveOn') await soon(Promise.all(doing), 'who takes over');
  }
  for (let turns = 0; !hasEnded(user.run); turns++) {
    if (turns > patience) throw new Error(`It hangs after ${JSON.stringify(user.run.log.slice(-3))}`);
    if (user.run.actor.getSnapshot().hasTag('paused')) act({ does: 'resume' });
    act({ does: 'approve' });
    await turn();
  }
  const { run, heard } = user;
  const result = await soon(run.result, 'the result');
  const milestones: Milestone[] = [];
  const read = async () => {
    for await (const milestone of run.milestones()) milestones.push(milestone);
  };
  await soon(Promise.all([read(), ...given]), 'what was promised');
  // What was given up may still tell what it used, and whoever is deaf may still answer.
  for (let turns = 0; turns < 50; turns++) await turn();
  const entries = run.log.length;
  for (const { deed } of use.deeds) if (deed.does !== 'moveOn') act(deed);
  await soon(Promise.all(given), 'an answer to what is said too late');
  const stored = await store?.read('run');
  const { openRuns } = await troupe.health();
  return { run, entries, result, stored, heard, milestones, repeated, timers: clock.timers, openRuns };
}

const hasEnded = ({ log }: Run) =>
  ['completed', 'failed', 'cancelled'].includes(
    String(log.findLast((entry) => entry.type === 'status.changed')?.data.status),
  );

/** Does something at a moment: in the very call of a listener, between two turns of the event loop, or between two microtasks. */
async function reach<T>(
  { after, count }: Use['deeds'][number]['moment'],
  run: Run,
  turn: () => Promise<void>,
  act: () => T,
): Promise<T> {
  if (after === 'microtasks') for (let step = 0; step < count; step++) await undefined;
  if (after === 'turns') for (let step = 0; step < count; step++) await turn();
  if (after !== 'entries') return act();
  let heard = 0;
  let done: { readonly value: T } | undefined;
  const stop = run.subscribe(({ type }) => {
    if (type !== 'delta' && ++heard >= count) done ??= { value: act() };
  });
  // A run that has no more entries to tell is not waited for.
  for (let step = 0; step < count && !done; step++) await turn();
  stop();
  return (done ?? { value: act() }).value;
}
