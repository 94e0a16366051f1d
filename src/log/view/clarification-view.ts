import { isRecord } from '../../domain/is-record.ts';
import type { JsonValue } from '../../domain/json.ts';
import { isEnded } from '../../domain/status.ts';
import type { Entry } from '../entry.ts';
import { kinds } from '../own/kinds.ts';
import { Grown } from './grown.ts';
import { defineView } from './view.ts';

/** Something that a person was asked. */
export interface AskedQuestion {
  readonly id: string;
  readonly run: string;
  readonly kind: string;
  readonly question: string;
  /** The path of the actor that asks. */
  readonly by: string;
  readonly status: 'open' | 'answered' | 'refused' | 'withdrawn';
  readonly askedAt: string;
  readonly endedAt?: string;
  readonly answer?: JsonValue;
}

export interface ClarificationState {
  readonly questions: Grown<AskedQuestion>;
  /** How many wait for a person. */
  readonly open: number;
  /** The last question of the host of each run. */
  readonly hosts: Grown<string>;
}

/** What people were asked in a run, and what they said: questions, approvals, reviews, choices and forms, of the host, of agents, and of programs that record them. */
export const clarificationView = defineView<ClarificationState>({
  name: 'clarification',
  start: { questions: new Grown(), open: 0, hosts: new Grown() },
  step(state, entry) {
    switch (entry.type) {
      case 'clarification.requested':
        return askedByHost(state, entry, { id: entry.data.id, kind: 'clarification', question: entry.data.question });
      case 'approval.requested':
      case 'question.asked': {
        const { id, kind } = entry.data;
        if ('question' in entry.data) return asked(state, entry, { id, kind, question: entry.data.question });
        return askedByHost(state, entry, { id, kind, question: `The plan, version ${entry.data.version}` });
      }
      case 'clarification.answered':
        return closed(state, entry, entry.data.id, { status: 'answered', answer: entry.data.text });
      case 'message.added':
        return closed(state, entry, entry.data.answers, { status: 'answered', answer: entry.data.text });
      case 'question.answered':
        return closed(state, entry, entry.data.id, { status: 'answered', answer: entry.data.answer });
      case 'approval.given':
        return closed(state, entry, entry.data.id, { status: 'answered', answer: true });
      case 'plan.reviewed': {
        const { id, verdict, remark } = entry.data;
        return closed(state, entry, id, { status: 'answered', answer: remark ?? verdict === 'approved' });
      }
      case 'approval.refused': {
        const { id, reason } = entry.data;
        return closed(state, entry, id, {
          status: 'refused',
          ...(reason === undefined ? {} : { answer: reason }),
        });
      }
      case 'question.withdrawn':
        return closed(state, entry, entry.data.id, { status: 'withdrawn' });
      case 'status.changed':
        if (isEnded(entry.data.status)) return allWithdrawn(state, entry);
        return entry.data.status === 'waiting' ? state : withdrawnByHost(state, entry);
      case 'event.emitted':
        return emitted(state, entry.data.event, entry);
      case 'entry.recorded':
        return recorded(state, entry);
      default:
        return state;
    }
  },
});

function asked(
  state: ClarificationState,
  { run, actor, at }: Entry,
  about: Pick<AskedQuestion, 'id' | 'kind' | 'question'>,
): ClarificationState {
  const question: AskedQuestion = { ...about, run, by: actor, status: 'open', askedAt: at };
  return { ...state, questions: state.questions.with(`${run} ${about.id}`, question), open: state.open + 1 };
}

/** The host asks one thing at a time: a message or an edited plan may take the place of what it waited for. */
function askedByHost(before: ClarificationState, entry: Entry, about: Parameters<typeof asked>[2]): ClarificationState {
  const state = asked(withdrawnByHost(before, entry), entry, about);
  return { ...state, hosts: state.hosts.with(entry.run, about.id) };
}

/** The host goes on without an answer, or has one. */
const withdrawnByHost = (state: ClarificationState, entry: Entry) =>
  closed(state, entry, state.hosts.get(entry.run), { status: 'withdrawn' });

/** A run that has ended asks nobody. */
function allWithdrawn(before: ClarificationState, entry: Entry): ClarificationState {
  if (before.open === 0) return before;
  const open = before.questions.items.filter(({ run, status }) => run === entry.run && status === 'open');
  return open.reduce((state, { id }) => closed(state, entry, id, { status: 'withdrawn' }), before);
}

function closed(
  state: ClarificationState,
  { run, at }: Entry,
  id: string | undefined,
  end: Partial<AskedQuestion>,
): ClarificationState {
  const key = `${run} ${id}`;
  const known = state.questions.get(key);
  if (known?.status !== 'open') return state;
  return { ...state, questions: state.questions.with(key, { ...known, ...end, endedAt: at }), open: state.open - 1 };
}

/** What programs ask and are told beside a run. */
function recorded(state: ClarificationState, entry: Entry): ClarificationState {
  const needed = kinds.clarificationNeeded.read(entry);
  if (needed) return asked(state, entry, { id: entry.id, kind: 'clarification', question: needed.question });
  const given = kinds.clarificationGiven.read(entry);
  return given ? closed(state, entry, entry.parent, { status: 'answered', answer: given.answer }) : state;
}

/** What the charts of agents emit when they ask somebody, and when they have an answer. */
function emitted(state: ClarificationState, event: unknown, entry: Entry): ClarificationState {
  if (!isRecord(event)) return state;
  const idOf = (number: unknown) => `${entry.actor}#${number}`;
  if (event.type === 'ask.opened' && isRecord(event.ask)) {
    const { number, kind, question } = event.ask;
    return asked(state, entry, { id: idOf(number), kind: String(kind), question: String(question ?? '') });
  }
  if (event.type !== 'ask.closed') return state;
  const { given, value, reason } = isRecord(event.answer) ? event.answer : {};
  const status = given === 'nothing' ? 'withdrawn' : given === 'refused' ? 'refused' : 'answered';
  const answer = given === 'approved' ? true : (value ?? reason);
  const said = answer === undefined ? {} : { answer: answer as JsonValue }; // what a log holds is JSON
  return closed(state, entry, idOf(event.number), { status, ...said });
}
