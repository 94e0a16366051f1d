import { statesIn } from '../../../../src/inspect/chart/chart-parts.ts';
import { clockId } from '../../../../src/inspect/chart/map/layout-map.ts';
import type { RoomMap } from '../../../../src/inspect/chart/map/room-map.ts';
import type { ChartNode } from '../../../../src/inspect/protocol.ts';
import type { ShownStatus } from '../../plan/plan-rows.ts';
import type { ActorStats } from '../../state/actor-stats.ts';
import { fieldOf, numberOf } from '../../state/field-of.ts';
import type { ActorState } from '../../state/fold.ts';
import { minutes, seconds } from '../../state/format.ts';
import type { PlanView } from '../../state/plan-at.ts';

/** The colour of what a place of the map says. */
export type Tone = 'run' | 'done' | 'fail' | 'wait' | 'pause';

/** What stands in a place of the map, beside its name. */
export interface PlaceFact {
  readonly note: string;
  /** At the right: how long, which round. */
  readonly time: string;
  readonly isVisited: boolean;
  readonly tone?: Tone;
  /** Of a room: one for each of its states. */
  readonly dots: readonly { readonly id: string; readonly isVisited: boolean; readonly isActive: boolean }[];
  /** Of the state that has them: the steps of the plan. */
  readonly steps: readonly PlacedStep[];
}

/** A step of the plan; one that asks a person something waits, and one that was at work when the run ended has stopped. */
interface PlacedStep {
  readonly id: string;
  readonly description: string;
  readonly status: ShownStatus;
}

interface Source {
  readonly map: RoomMap;
  readonly stats: ActorStats | undefined;
  /** All active states, whatever is drawn. */
  readonly active: ReadonlySet<string>;
  readonly actor: Pick<ActorState, 'status' | 'context'>;
  readonly plan: PlanView | undefined;
  /** The steps that wait for a person. */
  readonly asking: ReadonlySet<string>;
  /** How long the run has worked, in milliseconds. */
  readonly elapsed: number;
  /** How long nothing has been written since the last entry: the numbers do not have that yet, and it goes on in what is active. */
  readonly sinceLast: number;
}

const nothing = { note: '', time: '', isVisited: false, dots: [], steps: [] };

/** Everything that a map says at one moment, by the id of the place. */
export function mapFacts(source: Source): ReadonlyMap<string, PlaceFact> {
  const { map, stats, active } = source;
  const facts = new Map<string, PlaceFact>();
  const end = map.finals.find(({ id }) => active.has(id));
  const endTone = end && toneOf([end]);
  const [lastRoom] = map.rooms.toSorted((a, b) => orderOf(stats, b.id) - orderOf(stats, a.id));
  for (const room of map.rooms) {
    // A failure shows where it happened, also when the run is over.
    const failed = endTone === 'fail' && room === lastRoom ? endTone : undefined;
    facts.set(room.id, withTone(roomFact(room, source), failed ?? activeTone(room, source)));
    const [lastState] = room.states.toSorted((a, b) => orderOf(stats, b.id) - orderOf(stats, a.id));
    for (const state of room.states) {
      const own = failed && state === lastState ? failed : activeTone(state, source);
      facts.set(state.id, withTone(stateFact(state, source), own));
    }
  }
  for (const [id, fact] of besideFacts(source)) facts.set(id, fact);
  return facts;
}

/** The ends, what stands beside the rooms, and the clock. */
function besideFacts({ map, active, actor, elapsed }: Source): readonly (readonly [id: string, fact: PlaceFact])[] {
  const limit = clockOf(actor.context);
  return [
    ...map.finals.map((state) => {
      const isVisited = active.has(state.id);
      return [state.id, withTone({ ...nothing, isVisited }, isVisited ? toneOf([state]) : undefined)] as const;
    }),
    ...map.sides.map((side) => {
      const inner = side.states.find(({ id }) => active.has(id));
      const tone = inner && toneOf([inner]);
      const note = inner?.key ?? (actor.status === 'active' ? '' : 'run is over');
      return [side.id, withTone({ ...nothing, note }, tone === 'pause' ? tone : undefined)] as const;
    }),
    ...(limit === undefined
      ? []
      : [[clockId, { ...nothing, note: `${clockWords(elapsed)} of ${clockWords(limit)}` }] as const]),
  ];
}

const withTone = (fact: Omit<PlaceFact, 'tone'>, tone: Tone | undefined): PlaceFact =>
  tone === undefined ? fact : { ...fact, tone };
const orderOf = (stats: ActorStats | undefined, id: string) => stats?.states.get(id)?.order ?? 0;
const visitsOf = (stats: ActorStats | undefined, id: string) => stats?.states.get(id)?.visits ?? 0;

function roomFact(room: ChartNode, { stats, active, actor, sinceLast }: Source): PlaceFact {
  const isVisited = active.has(room.id) || visitsOf(stats, room.id) > 0;
  const isOn = active.has(room.id);
  const ms = (stats?.states.get(room.id)?.ms ?? 0) + (isOn ? sinceLast : 0);
  const round = room.states.some(({ hasSteps }) => hasSteps) ? roundOf(actor.context) : undefined;
  const dots = room.states.map(({ id }) => ({ id, isVisited: visitsOf(stats, id) > 0, isActive: active.has(id) }));
  const time = isVisited ? seconds(ms) : actor.status === 'active' ? 'not yet' : '';
  return { ...nothing, note: isOn && round ? round : time, time, isVisited, dots };
}

function stateFact(state: ChartNode, { stats, active, actor, plan, asking, sinceLast }: Source): PlaceFact {
  const { visits = Number(active.has(state.id)), ms = 0 } = stats?.states.get(state.id) ?? {};
  const steps = (state.hasSteps ? (plan?.steps ?? []) : []).map((step): PlacedStep => {
    if (step.status !== 'executing') return step;
    if (actor.status !== 'active') return { ...step, status: 'stopped' };
    return asking.has(step.id) ? { ...step, status: 'waiting' } : step;
  });
  const isActive = active.has(state.id);
  const isVisited = visits > 0;
  const own = { ...nothing, isVisited, steps };
  if (!isVisited) return { ...own, note: actor.status === 'active' ? 'not yet' : 'not reached' };
  if (isActive && steps.length > 0) return { ...own, note: workWords(steps) };
  const inner = isActive
    ? statesIn(state).findLast(({ id, states }) => active.has(id) && states.length === 0)
    : undefined;
  const what = inner && inner !== state ? inner.key : times(visits);
  return { ...own, note: `${what} · ${seconds(ms + (isActive ? sinceLast : 0))}` };
}

function workWords(steps: readonly PlacedStep[]): string {
  const count = (wanted: PlacedStep['status']) => steps.filter(({ status }) => status === wanted).length;
  const [atWork, waiting] = [count('executing'), count('waiting')];
  if (waiting === 0) return `${atWork} of ${steps.length} steps at work`;
  const waits = `${waiting} ${waiting === 1 ? 'waits' : 'wait'} for you`;
  return atWork === 0 ? waits : `${atWork} at work, ${waits}`;
}

const times = (count: number) => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);

/** `round 2 of 3`, where the context counts rounds and has a limit for them. */
function roundOf(context: unknown): string | undefined {
  const round = numberOf(context, 'round');
  const most = numberOf(fieldOf(fieldOf(context, 'options'), 'limits'), 'rounds');
  return round === undefined || round === 0 ? undefined : `round ${round}${most === undefined ? '' : ` of ${most}`}`;
}

/** How long a run may take, where its context has a limit for it. */
export const clockOf = (context: unknown): number | undefined =>
  numberOf(fieldOf(fieldOf(context, 'options'), 'limits'), 'wallMs');

const tones: Readonly<Record<string, Tone>> = {
  failed: 'fail',
  waiting: 'wait',
  paused: 'pause',
  cancelled: 'pause',
  completed: 'done',
};

/** The colour that the tags of states ask for; blue for those that say nothing. */
function toneOf(states: readonly ChartNode[]): Tone {
  for (const tag of states.flatMap(({ tags }) => tags)) {
    const tone = Object.hasOwn(tones, tag) ? tones[tag] : undefined;
    if (tone) return tone;
  }
  return 'run';
}

function activeTone(node: ChartNode, { active, asking }: Source): Tone | undefined {
  if (!active.has(node.id)) return undefined;
  const states = statesIn(node).filter(({ id }) => active.has(id));
  return asking.size > 0 && states.some(({ hasSteps }) => hasSteps) ? 'wait' : toneOf(states);
}

/** As short as the box of the clock asks for: `1:26`, from an hour on `2.1 h`. */
const clockWords = (ms: number) => (ms < 3_600_000 ? minutes(ms) : `${(ms / 3_600_000).toFixed(1)} h`);
