import { isRecord } from '../../domain/is-record.ts';
import { isEnded } from '../../domain/status.ts';
import type { EntryStatus } from '../entries/entry-row.ts';
import type { Entry, EntryOf } from '../entry.ts';
import { kinds } from '../own/kinds.ts';
import { Grown } from './grown.ts';
import { defineView } from './view.ts';

/** Work that one has handed to another. */
export interface Delegation {
  readonly id: string;
  readonly run: string;
  /** The path of who handed it on, and who got it. */
  readonly from: string;
  readonly to: string;
  readonly task: string;
  /** The step of the plan that it is, if it is one. */
  readonly step?: string;
  readonly status: EntryStatus;
  readonly at: string;
  readonly endedAt?: string;
  /** Why it came to nothing. */
  readonly error?: string;
}

export interface CollaborationState {
  readonly delegations: Grown<Delegation>;
  /** How many are under way. */
  readonly open: number;
  /** The last delegation to each agent of a composition. */
  readonly agents: Grown<string>;
}

/** Who has worked for whom: steps in the hands of specialists, transfers between agents, and what is recorded as a delegation. */
export const collaborationView = defineView<CollaborationState>({
  name: 'collaboration',
  start: { delegations: new Grown(), open: 0, agents: new Grown() },
  step(state, entry) {
    const { run, at, actor } = entry;
    switch (entry.type) {
      case 'step.started': {
        const { id: step, specialist, alongside = [], description: task } = entry.data;
        return [specialist, ...alongside].reduce((next, to, place) => {
          const id = workerAt(entry.data.actor, place);
          return begun(next, { id, run, from: actor, to, task, step, status: 'in_progress', at });
        }, state);
      }
      case 'plan.created':
      case 'plan.updated': {
        const { steps } = entry.data.plan;
        const left = new Set(steps.flatMap(({ id, status }) => (status === 'executing' ? [id] : [])));
        return stopped(state, entry, ({ step }) => step !== undefined && !left.has(step));
      }
      case 'status.changed':
        return isEnded(entry.data.status) ? stopped(state, entry, () => true) : state;
      case 'step.completed':
      case 'step.failed':
        return stepEnded(state, entry);
      case 'event.emitted':
        return emitted(state, entry.data.event, entry);
      case 'entry.recorded':
        return recorded(state, entry);
      default:
        return state;
    }
  },
});

function begun(state: CollaborationState, delegation: Delegation): CollaborationState {
  return { ...state, delegations: state.delegations.with(keyOf(delegation), delegation), open: state.open + 1 };
}

/** Of those who do a step side by side, the first has the name that the log has, the others are counted behind it. */
const workerAt = (actor: string, place: number) => (place === 0 ? actor : `${actor}@${place + 1}`);

/** A step that is done may have failed with some of those who did it. */
function stepEnded(before: CollaborationState, entry: EntryOf<'step.completed' | 'step.failed'>): CollaborationState {
  const { run, type, data } = entry;
  let state = before;
  for (let place = 0; data.actor !== undefined; place++) {
    const id = workerAt(data.actor, place);
    const known = state.delegations.get(keyOf({ run, id }));
    if (!known) break;
    const result = data.results.find(({ specialistName }) => specialistName === known.to);
    const hasFailed = type === 'step.failed' || result?.status === 'failed';
    const error = hasFailed ? (result?.error ?? data.reason) : undefined;
    state = ended(state, entry, id, hasFailed ? 'failed' : 'success', error);
  }
  return state;
}

const keyOf = ({ run, id }: Pick<Delegation, 'run' | 'id'>) => `${run} ${id}`;

function ended(
  state: CollaborationState,
  { run, at }: Entry,
  id: string | undefined,
  status: EntryStatus,
  error?: string,
): CollaborationState {
  const known = id === undefined ? undefined : state.delegations.get(keyOf({ run, id }));
  if (known?.status !== 'in_progress') return state;
  const delegation = { ...known, status, endedAt: at, ...(error === undefined ? {} : { error }) };
  return { ...state, delegations: state.delegations.with(keyOf(known), delegation), open: state.open - 1 };
}

/** Nobody goes on with these: another version of the plan has other work, or the run has ended. */
function stopped(
  before: CollaborationState,
  entry: Entry,
  isOver: (delegation: Delegation) => boolean,
): CollaborationState {
  if (before.open === 0) return before;
  const over = before.delegations.items.filter(
    (each) => each.run === entry.run && each.status === 'in_progress' && isOver(each),
  );
  return over.reduce(
    (state, { id }) => ended(state, entry, id, 'failed', 'It was stopped before it was done.'),
    before,
  );
}

function recorded(state: CollaborationState, entry: Entry): CollaborationState {
  const { id, run, at, actor } = entry;
  const delegated = kinds.agentDelegated.read(entry);
  if (delegated) return begun(state, { id, run, from: actor, ...delegated, status: 'in_progress', at });
  const returned = kinds.agentReturned.read(entry);
  if (!returned) return state;
  return ended(state, entry, entry.parent, returned.error === undefined ? 'success' : 'failed', returned.error);
}

/** What the charts of agents emit: a transfer, the words of an agent, its failure. */
function emitted(state: CollaborationState, event: unknown, entry: Entry): CollaborationState {
  if (!isRecord(event) || !Array.isArray(event.runPath)) return state;
  const path = event.runPath.join('/');
  const { id, run, at } = entry;
  const under = state.agents.get(`${run} ${path}`);
  if (event.type === 'agent.said' && under !== undefined) return ended(state, entry, under, 'success');
  if (event.type === 'agent.failed' && under !== undefined) {
    const message = isRecord(event.error) ? event.error.message : undefined;
    return ended(state, entry, under, 'failed', typeof message === 'string' ? message : 'failed');
  }
  const { move } = event;
  if (event.type !== 'agent.moved' || !isRecord(move) || move.name !== 'transfer_to_agent') return state;
  const { agent, task } = isRecord(move.arguments) ? move.arguments : {};
  const offeredBy = Array.isArray(event.offeredBy) ? event.offeredBy.join('/') : path.replace(/\/[^/]*$/, '');
  const to = `${offeredBy}/${agent}`;
  const next = begun(state, { id, run, from: path, to, task: String(task ?? ''), status: 'in_progress', at });
  return { ...next, agents: next.agents.with(`${run} ${to}`, id) };
}
