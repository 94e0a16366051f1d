import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { fieldOf } from '../state/field-of.ts';

/** A part of a run as a person would name it. */
export interface Phase {
  readonly title: string;
  /** The place of its first entry in the list. */
  readonly begins: number;
}

/** Something on the way that is worth stopping at. */
export interface Mark {
  readonly place: number;
  readonly seq: number;
}

/** The phases that the states of the host begin. The results of a round are collected and judged in it. */
const phaseOf: Readonly<Record<string, string>> = {
  pending: 'Understand',
  analyzing: 'Understand',
  thinking: 'Understand',
  clarifying: 'Understand',
  planning: 'Plan',
  reviewingPlan: 'Plan',
  updatingPlan: 'Plan',
  executing: 'Round',
  answering: 'Answer',
  finalizing: 'Answer',
  structuring: 'Answer',
};

/** What people say, and what they are asked. */
const ofPeople = new Set([
  'approval.requested',
  'question.asked',
  'clarification.requested',
  'message.added',
  'plan.edited',
  'run.paused',
]);

/** The phases of a run and the marks on its way, as its entries come. */
export class PhaseList {
  readonly phases: Phase[] = [];
  readonly failures: Mark[] = [];
  readonly people: Mark[] = [];
  #rounds = 0;
  #isOfHost = false;

  push({ seq, type, status, data }: TimelineEntry, place: number): void {
    if (status === 'failed') this.failures.push({ place, seq });
    const isAsked = type === 'event.emitted' && fieldOf(data.event, 'type') === 'ask.opened';
    if (ofPeople.has(type) || isAsked) this.people.push({ place, seq });
    if (type === 'results.collected') this.#rounds += 1;
    this.#isOfHost ||= type === 'request.received';
    if (!this.#isOfHost) return;
    const state = type === 'request.received' ? 'pending' : type === 'status.changed' ? String(data.state) : '';
    if (!Object.hasOwn(phaseOf, state)) return;
    const title = this.#titleOf(phaseOf[state] ?? '');
    if (title !== this.phases.at(-1)?.title) this.phases.push({ title, begins: place });
  }

  #titleOf(phase: string): string {
    if (phase === 'Round') return `Round ${this.#rounds + 1}`;
    return phase === 'Plan' && this.#rounds > 0 ? 'Replan' : phase;
  }
}
