import type { AnyActorRef } from 'xstate';
import type { PersonInput } from '../domain/effect-inputs.ts';
import { isEnded } from '../domain/status.ts';
import { TroupeError } from '../errors.ts';
import { askOf } from '../log/asks.ts';
import type { Note, NoteOf } from '../log/entry-types.ts';
import type { RunLog } from '../log/run-log.ts';
import type { FactQueue } from './fact-queue.ts';
import type { LiveEffects } from './live-effects.ts';

/** What a person says to a question: a fact, by the question's id. */
export type PersonReply = NoteOf<'approval.given' | 'approval.refused' | 'question.answered'>;

interface OpenQuestion {
  readonly input: PersonInput;
  readonly actor: AnyActorRef;
  readonly askedAt: number;
}

/** A question waits for nothing in the world but a person: these two do not keep a run from waiting. */
const runDeadline = 'deadline';
const deadlineOf = (id: string) => `${id}/deadline`;

/**
 * The questions of one run to people, from within its work, each under its id. An answer reaches whoever asked; one to a question that is not open is
 * not taken. When nothing goes on in the run but these, its status is `waiting`.
 */
export class OpenQuestions {
  readonly #open = new Map<string, OpenQuestion>();
  readonly #log: RunLog;
  readonly #facts: FactQueue;
  readonly #live: LiveEffects;

  constructor(log: RunLog, facts: FactQueue, live: LiveEffects) {
    this.#log = log;
    this.#facts = facts;
    this.#live = live;
  }

  /** A chart asks a person. A question that comes from a snapshot is in the log already. */
  open(input: PersonInput, actor: AnyActorRef): void {
    this.#open.set(input.id, { input, actor, askedAt: this.#facts.at });
    if (this.#facts.intake === 'open') this.#record(questionNote(this.#log, input), input.actor);
  }

  /** A chart no longer waits for an answer. */
  withdraw(id: string): void {
    const question = this.#open.get(id);
    if (!this.#open.delete(id) || !question || this.#facts.intake !== 'open') return;
    this.#record({ type: 'question.withdrawn', data: { id } }, question.input.actor);
  }

  /** A person answers. `onTaken` is called with whether somebody waited for that. */
  reply(said: PersonReply, onTaken: (isTaken: boolean) => void = () => {}): void {
    const { id } = said.data;
    const hand = () => {
      const question = this.#open.get(id);
      onTaken(question !== undefined);
      if (!question) return;
      this.#open.delete(id);
      this.#facts.append({ ...said, actor: question.input.actor });
      const output = { value: {}, startedAt: question.askedAt, at: this.#facts.at };
      question.actor.send({ type: 'person.answered', output });
    };
    const to = this.#open.get(id)?.input.actor ?? 'host';
    this.#facts.add({ to, event: `${said.type} ${id}`, hand, dropped: () => onTaken(false) });
  }

  /** Enters into the log that the run waits for people alone, or that it does so no longer. */
  noteStatus(): void {
    const now = this.#log.latest('status.changed')?.data;
    if (!now || isEnded(now.status) || this.#facts.intake !== 'open') return;
    const isHostAsking = now.state === 'clarifying' || now.state === 'reviewingPlan';
    if (isHostAsking || (now.status === 'waiting') === this.#isAlone) return;
    const { state } = now;
    const before = this.#log.all('status.changed').findLast(({ data }) => data.status !== 'waiting')?.data.status;
    const status = this.#isAlone ? 'waiting' : (before ?? 'executing');
    this.#facts.append({ type: 'status.changed', actor: 'host', data: { status, state } });
  }

  /** Whether there are questions, and nothing else goes on. */
  get #isAlone(): boolean {
    if (this.#open.size === 0) return false;
    const own = new Set([runDeadline, ...[...this.#open.keys()].map(deadlineOf)]);
    return this.#live.all.every(({ address: { key } }) => own.has(key));
  }

  #record(note: Note, actor: string): void {
    this.#facts.append({ ...note, actor });
    this.#facts.schedule();
  }
}

/** What a question writes into the log. */
function questionNote(log: RunLog, { id, stepId, specialist, until }: PersonInput): Note {
  const asked = askOf(log, id);
  if (!asked) throw new TroupeError('bug', `Run ${log.run} has nothing to ask under "${id}".`);
  const { deadlineMs: _, default: _default, keep: _keep, capability: _capability, kind, ...rest } = asked;
  const data = {
    id,
    ...rest,
    ...(stepId === undefined ? {} : { step: stepId }),
    ...(specialist === undefined ? {} : { specialist }),
    deadline: new Date(until).toISOString(),
  };
  return kind === 'approval'
    ? { type: 'approval.requested', data: { ...data, kind } }
    : { type: 'question.asked', data: { ...data, kind } };
}
