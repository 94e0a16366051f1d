/**
 * The host takes a request through four rooms to an answer. This is the map; each room has its own chart in its own file.
 *
 *   understanding ──▶ planning ◀──▶ executing ──▶ answering ──▶ completed
 *      ▲      │          │                           ▲  │
 *      │      └──────────┴───────────────────────────┘  │
 *      └───────────────── by a message ─────────────────┘
 *
 * Beside the work stands the gate, open or closed: while it is closed no new effect begins. The actor `deadline` ends the work in `finalizing`
 * when the time is up. `run.cancelled` leads from everywhere to cancelled, an actor's error to failed.
 *
 * Rooms are targeted by the id of a state in them (`#reflecting`), which is the state's name in the log.
 */
import { stopChild } from 'xstate';
import type { SpecialistResult } from '../../domain/results.ts';
import type { HostOutput } from '../../log/run-result.ts';
import type { DeciderOutput } from '../decider-machine.ts';
import { answering } from './answering.ts';
import { executing } from './executing.ts';
import { initialHostContext } from './host-context.ts';
import type { HostInput } from './host-events.ts';
import { answerNote, cancelledNote, contextEditNote, failureNote } from './host-notes.ts';
import { hostSetup } from './host-setup.ts';
import { actorError, afterChange, ended, keepDrafted, note, records } from './host-states.ts';
import { planning } from './planning.ts';
import { understanding } from './understanding.ts';

const gate = hostSetup.createStateConfig({
  initial: 'open',
  states: {
    open: { on: { 'run.paused': { target: 'closed', actions: note('run.paused') } } },
    closed: { tags: 'paused', on: { 'run.resumed': { target: 'open', actions: note('run.resumed') } } },
  },
});

const work = hostSetup.createStateConfig({
  initial: 'understanding',
  on: {
    'xstate.done.actor.*': [
      {
        guard: { type: 'isResult', params: ({ event }) => event.actorId },
        actions: [
          { type: 'keepResult', params: ({ event }) => event.output as SpecialistResult }, // the output of a specialist
          stopChild(({ event }) => event.actorId),
          ...afterChange,
        ],
      },
      {
        guard: { type: 'isDecision', params: ({ event }) => event.actorId },
        actions: [
          { type: 'keepDecision', params: ({ event }) => event.output as DeciderOutput }, // the output of a decider
          stopChild(({ event }) => event.actorId),
          ...afterChange,
        ],
      },
    ],
    'xstate.done.actor.deadline': {
      target: '#finalizing',
      actions: [stopChild('deadline'), ...keepDrafted, 'noteDeadline', ...afterChange],
    },
  },
  states: { understanding, planning, executing, answering },
});

export const hostMachine = hostSetup.createMachine({
  id: 'host',
  context: initialHostContext,
  // The journal opens the log when the host starts and closes it after everything else.
  invoke: {
    id: 'journal',
    src: 'journal',
    input: ({ event }) => {
      const { messages, knowledge, output, runId } = (event as { input?: Partial<HostInput> }).input ?? {}; // the start event carries the actor's input
      return { runId, messages: messages ?? [], knowledge: knowledge ?? [], output };
    },
  },
  initial: 'running',
  states: {
    running: {
      type: 'parallel',
      on: {
        'run.cancelled': { target: 'cancelled', actions: records(cancelledNote) },
        'context.edited': {
          guard: { type: 'hasPlace', params: ({ event }) => event.path },
          actions: [records(contextEditNote), { type: 'editContext', params: ({ event }) => event }],
        },
        'xstate.error.actor.*': { target: 'failed', actions: { type: 'noteError', params: actorError } },
      },
      states: { gate, work },
    },
    completed: ended('completed', [records(answerNote)], [note('run.completed')]),
    failed: ended('failed', [], [records(failureNote)]),
    cancelled: ended('cancelled', [], []),
  },
  output: ({ event }) => event.output as HostOutput, // the final states above
});
