import fc from 'fast-check';
import { type Entry, replay } from 'troupe';
import { describe, expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { mapFacts } from '../../inspector/src/chart/map/map-facts.ts';
import type { Row } from '../../inspector/src/gantt/bars.ts';
import { spanAt } from '../../inspector/src/gantt/read-gantt.ts';
import { momentOf, rowStatus } from '../../inspector/src/gantt/row-status.ts';
import { planRows } from '../../inspector/src/plan/plan-rows.ts';
import { failedActors } from '../../inspector/src/run/failed-actors.ts';
import { endOf, isPaused, type RunFacts } from '../../inspector/src/run/run-facts.ts';
import { toneAt } from '../../inspector/src/run/run-words.ts';
import { Session } from '../../inspector/src/state/session.ts';
import { placeOf } from '../../src/domain/place-of.ts';
import { endStateOf } from '../../src/domain/status.ts';
import { activeNodes } from '../../src/inspect/chart/active-nodes.ts';
import { roomMap } from '../../src/inspect/chart/map/room-map.ts';
import { cutValue } from '../../src/inspect/cut-value.ts';
import { treeProblems } from '../inspect/actors-of.ts';
import { logSession } from '../inspect/sessions/host-log-session.ts';
import { live, uses } from '../scenarios/random-use.ts';
import { seed } from '../seed.ts';

/** What the page knows of a stored run. */
async function pageOf(log: readonly Entry[]): Promise<Session> {
  const { session, played } = logSession(log);
  await played;
  const page = new Session('run');
  page.addCharts(session.charts);
  page.addFrames(session.frames);
  page.addEntries(session.entries);
  return page;
}

/** What the runtime says of an entry: the same for all entries that follow from one fact. */
type Replayed = ReturnType<typeof replay> & { readonly state: ReturnType<typeof replayAt>['state'] };
const replayAt = (log: readonly Entry[], seq: number) => replay(log, { until: seq });

/** The chart, the tree and the context are those of the snapshot. */
function expectActors(page: Session, snapshot: AnyMachineSnapshot): ReadonlySet<string> {
  const host = [...page.state.value.values()].find(({ path }) => path === 'host');
  const chart = page.charts.value.get(host?.chart ?? '');
  if (!host || !chart || host.value === undefined) throw new Error('There is no host.');
  expect(host.value).toEqual(snapshot.value);
  expect(host.context).toEqual(JSON.parse(JSON.stringify(cutValue(snapshot.context))));
  const active = activeNodes(chart, host.value);
  expect([...active].sort()).toEqual(snapshot._nodes.map(placeOf).sort());
  expect(treeProblems([...page.state.value.values()], snapshot)).toEqual([]);
  return active;
}

/** The words and the colour of the moment, and where the slider stands. */
function expectMoment(page: Session, state: Replayed['state'], snapshot: AnyMachineSnapshot): void {
  const facts = page.facts.value;
  // A run that fails at a limit of time is called so in its state, and failed in its log.
  expect([facts.status, facts.state]).toEqual([
    endStateOf(state.executionStatus) ?? state.executionStatus,
    state.currentStep,
  ]);
  expect(snapshot.hasTag(facts.status)).toBe(true);
  expect(facts.round).toBe(state.roundNumber);
  expect(isPaused(facts)).toBe(state.isPaused && !endOf(facts));
  const answer = state.finalAnswer?.content;
  expect(facts.answer?.text).toBe(facts.answer?.isCut ? answer?.slice(0, facts.answer.text.length) : answer);
  const failed = failedActors(page.state.value, facts.failure && page.entryAt(facts.failure.cause)?.actor);
  const host = [...page.state.value.values()].find(({ path }) => path === 'host');
  expect(failed.has(host?.id ?? '')).toBe(facts.status === 'failed');
  expect(toneAt(facts) === 'fail').toBe(snapshot.matches('failed'));
  const { phases } = page.phases;
  const phase = phases.findLast(({ begins }) => begins < page.upTo.value)?.title;
  const isRound = ['executing', 'collecting', 'reflecting'].includes(facts.state);
  if (isRound) expectRound(phase, facts, snapshot);
  if (['finalizing', 'structuring'].includes(facts.state)) expect(phase).toBe('Answer');
  if (facts.state === 'planning') expect(phase).toBe('Plan');
}

/** The slider names the round of the host; the log has it from its first step on, which may wait for a condition. */
function expectRound(phase: string | undefined, facts: RunFacts, { context }: AnyMachineSnapshot): void {
  const { round, collected } = context as { round: number; collected: number }; // the host's
  expect(phase).toBe(`Round ${round}`);
  expect([round, collected < round ? round - 1 : round]).toContain(facts.round);
}

/** Whether a row of the Gantt is at work at an entry. */
function isAtWork(row: Row, seq: number): boolean {
  const span = spanAt(row, seq);
  return span !== undefined && !(span.endSeq !== undefined && span.endSeq <= seq);
}

/** The list, the map and the Gantt have every step of the plan as the run's state has it. */
function expectPlan(page: Session, state: Replayed['state'], active: ReadonlySet<string>): void {
  const until = page.upTo.value;
  const [plan, facts, asking] = [page.plan.value, page.facts.value, page.asking.value];
  const steps = (state.currentPlan?.steps ?? []).map(({ id, status }) => [id, status] as const);
  expect((plan?.steps ?? []).map(({ id, status }) => [id, status])).toEqual(steps);
  const isOver = endOf(facts) !== undefined;
  const open = (id: string) => (isOver ? 'stopped' : asking.has(id) ? 'waiting' : 'executing');
  const shown = steps.map(([id, status]) => [id, status === 'executing' ? open(id) : status]);
  if (plan) {
    const attempts = page.story.attemptsAt(until);
    const rows = planRows({ plan, attempts, until, now: 0, asking, isOver });
    const listed = rows.flatMap((row) => (row.kind === 'step' && !row.isPast ? [[row.step, row.status]] : []));
    expect(listed.sort()).toEqual(shown.toSorted());
  }
  const chart = page.chart.value;
  const map = chart && roomMap(chart);
  if (!map) throw new Error('The host has no map.');
  const actor = page.actor.value ?? { status: 'active', context: {} };
  const places = mapFacts({ map, stats: undefined, active, actor, plan, asking, elapsed: 0, sinceLast: 0 });
  const chips = places.get('host.running.work.executing.runningSteps')?.steps ?? [];
  expect(chips.map(({ id, status }) => [id, status])).toEqual(shown);
  const isAmber = [...places.values()].some(({ tone }) => tone === 'wait');
  if (!endOf(facts)) expect(isAmber).toBe(facts.status === 'waiting' || asking.size > 0);
  const moment = momentOf(until, facts, plan);
  const statuses = new Map(page.gantt.rows.map((row) => [row.id, rowStatus(row, moment)]));
  for (const [id, status] of shown) {
    const row = page.gantt.rows.find((each) => each.id === `step ${id}`);
    if (!row) throw new Error(`Step ${id} has no row.`);
    const isOn = status === 'executing' || status === 'waiting';
    // An effect that nobody waits for any more may go on after its step.
    if (!isOver && isOn) expect(`${id} ${isAtWork(row, until)}`).toBe(`${id} true`);
    expect(`${id} ${statuses.get(row.id) === 'stopped'}`).toBe(`${id} ${status === 'stopped'}`);
    if (!isOver) expect(`${id} ${statuses.get(row.id) === 'wait'}`).toBe(`${id} ${status === 'waiting'}`);
  }
  const host = statuses.get('host');
  expect(host === 'done').toBe(facts.status === 'completed');
  expect(host === 'wait').toBe(facts.status === 'waiting');
  expect(host === 'fail').toBe(endOf(facts) === 'failed');
}

describe('at every entry of a run that is used at random', () => {
  it('chart, tree, context, plan, map, Gantt, slider and words agree with each other and with the replay', async () => {
    await fc.assert(
      fc.asyncProperty(uses, async (use) => {
        const { log, result } = (await live(use)).run;
        const page = await pageOf(log);
        expect(page.lastFacts.value.done.outcome).toBe((await result).outcome);
        let replayed: ReturnType<typeof replayAt> | undefined;
        for (const { seq, kind } of log) {
          if (kind === 'fact' || !replayed) replayed = replayAt(log, seq);
          page.moveToSeq(seq);
          expect([page.entry.value?.seq, page.index.value, page.at.value]).toEqual([seq, seq - 1, seq]);
          const later = log.slice(seq, page.upTo.value);
          expect(later.filter((entry) => entry.kind === 'fact')).toEqual([]);
          const snapshot = replayed.snapshot as unknown as AnyMachineSnapshot; // the host's
          const active = expectActors(page, snapshot);
          expectMoment(page, replayed.state, snapshot);
          expectPlan(page, replayed.state, active);
        }
      }),
      { seed, numRuns: 10 },
    );
  });
});
