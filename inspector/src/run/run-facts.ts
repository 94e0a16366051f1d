import { type EndState, type ExecutionStatus, endStateOf, executionStatuses } from '../../../src/domain/status.ts';
import type { StateValue, TimelineEntry } from '../../../src/inspect/protocol.ts';
import { type DoneSoFar, doneSoFar, nothingYet } from '../../../src/inspect/runs/done-so-far.ts';
import { headOf, isCut } from '../../../src/inspect/set-path.ts';
import { fieldOf, numberOf } from '../state/field-of.ts';
import { leafWords } from '../state/format.ts';
import { KeptStates } from '../state/kept-states.ts';
import { type Paid, paid, usageIn } from './paid.ts';

/** Something that was said: how it begins, and the entry that has all of it. */
export interface Said {
  readonly text: string;
  readonly isCut: boolean;
  readonly seq: number;
}

/** Something that a person was asked and has not answered. */
export interface AskedAt {
  readonly id: string;
  readonly seq: number;
  readonly at: string;
  /** The step that asks. */
  readonly step?: string;
  /** Of what an agent asks: who that is. */
  readonly actor?: string;
  /** Of what the host itself asks: the state in which it waits for the answer. */
  readonly state?: string;
}

/** What a log says of its run as a whole, up to an entry. */
export interface RunFacts extends Paid {
  readonly question?: Said;
  readonly answer?: Said;
  /** The status that the log named last. */
  readonly status: ExecutionStatus;
  /** The state of the host, such as `reflecting`; of any other run that of its first actor. */
  readonly state: string;
  /** When it was paused, while it is. */
  readonly pausedAt?: string | undefined;
  /** The round that it is in; 0 before the first. */
  readonly round: number;
  /** Rounds whose results have been collected. */
  readonly rounds: number;
  /** As many rounds as the run may have. */
  readonly mostRounds?: number;
  /** How much of the request was done. */
  readonly done: DoneSoFar;
  /** Why it failed, and the entry with which that began. */
  readonly failure?: { readonly message: Said; readonly cause: number };
  /** Open questions, the oldest first. */
  readonly asks: readonly AskedAt[];
  /** When it began; empty before. */
  readonly startedAt: string;
  /** Of a run of any chart: its first actor, whose end is that of the run. */
  readonly root?: { readonly actor: string; readonly isAgent: boolean };
}

export const noFacts: RunFacts = {
  status: 'pending',
  state: '',
  round: 0,
  rounds: 0,
  done: nothingYet,
  modelCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  models: [],
  asks: [],
  startedAt: '',
};

/** How a run has ended; nothing while it has not. */
export const endOf = ({ status }: RunFacts): EndState | undefined => endStateOf(status) ?? undefined;

/** Nothing in the run goes on before a person says something. */
export const isWaiting = ({ status, asks }: RunFacts): boolean => status === 'waiting' && asks.length > 0;

export const isPaused = (facts: RunFacts): boolean => facts.pausedAt !== undefined && !endOf(facts);

/** A change of what is known; `fact` is the entry with which the group of this one began. */
type Rule = (facts: RunFacts, entry: TimelineEntry, fact: number) => Partial<RunFacts>;

function said(value: unknown, seq: number): Said | undefined {
  const text = headOf(value);
  return typeof text === 'string' ? { text, isCut: isCut(value), seq } : undefined;
}

const isStatus = (value: unknown): value is ExecutionStatus => executionStatuses.some((status) => status === value);

const changedStatus: Rule = (facts, { type, data }) => {
  const { asks, root, rounds, done, state: before } = facts;
  const { status, state = '' } = data;
  if (!isStatus(status)) return {};
  const isOpen = (ask: AskedAt) => endStateOf(status) === null && (ask.state === undefined || ask.state === state);
  // In a run of any other chart the states are those of its first actor.
  return {
    status,
    state: root ? before : String(state),
    // The last one counts a round that was left as well.
    rounds: numberOf(data, 'rounds') ?? rounds,
    done: doneSoFar(done, type, data),
    asks: asks.every(isOpen) ? asks : asks.filter(isOpen),
  };
};

const begun: Rule = (_, { at, data }) => ({ startedAt: typeof data.forkedAt === 'string' ? data.forkedAt : at });

const requested: Rule = (facts, entry, fact) => {
  const { seq, data } = entry;
  const messages = headOf(data.messages);
  const asked = Array.isArray(messages) ? messages.findLast((each) => fieldOf(each, 'role') === 'user') : undefined;
  const question = said(fieldOf(asked, 'content'), seq);
  const mostRounds = numberOf(headOf(fieldOf(headOf(data.options), 'limits')), 'rounds');
  return {
    ...begun(facts, entry, fact),
    ...(question ? { question } : {}),
    ...(mostRounds === undefined ? {} : { mostRounds }),
  };
};

const asked =
  (state?: string): Rule =>
  ({ asks }, { seq, at, data }) => {
    const from = typeof data.step === 'string' ? { step: data.step } : {};
    const ask = { id: String(data.id), seq, at, ...from, ...(state === undefined ? {} : { state }) };
    // The host asks one thing at a time.
    return { asks: [...(state === undefined ? asks : asks.filter((each) => each.state === undefined)), ask] };
  };

/** What an agent asks is emitted by whoever asks; each question of theirs has a number. */
const emitted: Rule = ({ asks }, { seq, at, actor, data }) => {
  const [type, number] = [fieldOf(data.event, 'type'), fieldOf(fieldOf(data.event, 'ask'), 'number')];
  if (type === 'ask.opened') return { asks: [...asks, { id: `${actor} ${number}`, seq, at, actor }] };
  if (type !== 'ask.closed') return {};
  const id = `${actor} ${fieldOf(data.event, 'number')}`;
  return { asks: asks.filter((ask) => ask.id !== id) };
};

const answered: Rule = ({ asks }, { data }) => ({ asks: asks.filter(({ id }) => id !== data.id) });

/** Nobody waits for an answer to an agent that was stopped. */
function withdrawn({ asks }: RunFacts, { actor, data }: TimelineEntry): Partial<RunFacts> {
  const isOpen = (ask: AskedAt) => ask.actor !== actor;
  return data.status === 'active' || asks.every(isOpen) ? {} : { asks: asks.filter(isOpen) };
}

/** What a chart ends with; of an agent its answer, or why there is none. */
const moved: Rule = ({ root }, { seq, actor, data }, fact) => {
  if (actor !== root?.actor) return {};
  const state = leafWords(headOf(data.value) as StateValue | undefined); // `actor.moved` has the value of a snapshot
  if (data.status === 'active') return { state };
  const output = headOf(data.output);
  const error = (root.isAgent ? fieldOf(output, 'error') : undefined) ?? data.error;
  if (data.status === 'error' || error !== undefined) {
    const message = said(fieldOf(error, 'message') ?? error, seq) ?? { text: '', isCut: false, seq };
    return { state, status: 'failed', failure: { message, cause: fact } };
  }
  const answer = root.isAgent ? said(fieldOf(headOf(fieldOf(output, 'message')), 'content'), seq) : undefined;
  return { state, status: data.status === 'done' ? 'completed' : 'cancelled', ...(answer ? { answer } : {}) };
};

const does: Rule = ({ done: before }, { type, data }) => {
  const done = doneSoFar(before, type, data);
  return done === before ? {} : { done };
};

const rules: Readonly<Record<string, Rule>> = {
  'request.received': requested,
  'chart.started': (facts, entry, fact) => ({
    ...begun(facts, entry, fact),
    status: 'executing',
    root: { actor: entry.actor, isAgent: entry.data.kind === 'agent' },
  }),
  'status.changed': changedStatus,
  'run.paused': ({ pausedAt }, { at }) => ({ pausedAt: pausedAt ?? at }),
  'run.resumed': () => ({ pausedAt: undefined }),
  'step.started': ({ round }, { data }) => ({ round: Math.max(round, numberOf(data, 'round') ?? 0) }),
  'results.collected': ({ round, rounds }, { data }) => ({
    rounds: rounds + 1,
    // A round in which nothing was left to start is one as well.
    round: Math.max(round, numberOf(data, 'round') ?? 0),
  }),
  'thought.formed': does,
  'plan.created': does,
  'step.completed': does,
  'effect.completed': does,
  'answer.given': (_, { seq, data }) => {
    const answer = said(data.content, seq);
    return answer ? { answer } : {};
  },
  'actor.moved': (facts, entry, fact) => ({ ...withdrawn(facts, entry), ...moved(facts, entry, fact) }),
  'event.emitted': emitted,
  'run.failed': (_, { seq, data }, cause) => {
    const message = said(data.message, seq);
    return message ? { failure: { message, cause } } : {};
  },
  'approval.requested': (facts, entry, fact) =>
    asked(entry.data.kind === 'plan-review' ? 'reviewingPlan' : undefined)(facts, entry, fact),
  'question.asked': asked(),
  'clarification.requested': asked('clarifying'),
  'approval.given': answered,
  'approval.refused': answered,
  'question.answered': answered,
  'question.withdrawn': answered,
};

/** What is known of a run at each of its entries. Most of them change nothing, and cost nothing. */
export class FactsHistory {
  readonly #kept = new KeptStates(noFacts);
  #fact = 0;

  push(entry: TimelineEntry): void {
    if (entry.kind === 'fact') this.#fact = entry.seq;
    const before = this.#kept.last;
    const usage = usageIn(entry.data);
    const rule = Object.hasOwn(rules, entry.type) ? rules[entry.type] : undefined;
    if (!rule && !isObject(usage)) return;
    const counted = isObject(usage) ? { ...before, ...paid(before, usage) } : before;
    this.#kept.push(entry.seq, rule ? { ...counted, ...rule(counted, entry, this.#fact) } : counted);
  }

  at(seq: number): RunFacts {
    return this.#kept.at(seq);
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;
