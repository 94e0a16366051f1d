import { z } from 'zod';
import type { JsonValue } from '../domain/json.ts';
import { type Message, messageSchema } from '../domain/message.ts';
import { stepStatusSchema } from '../domain/status.ts';
import { messageOf, TroupeError } from '../errors.ts';
import { checkEntry, type Entry } from '../log/entry.ts';
import { RunLog } from '../log/run-log.ts';
import type { WaitingFor } from '../log/run-result.ts';
import { toRunResult } from '../log/to-run-result.ts';
import { completedCount, type EngineState, engineStates, progressOf } from '../machines/engine-event.ts';
import { checkHostState } from '../orchestrator/run/check-host-state.ts';

// Each is read by the table of entry types below.
const entriesSchema = z.array(z.custom<Entry>()).min(1);
const hostSchema = z.looseObject({
  children: z.looseObject({
    journal: z.looseObject({ snapshot: z.looseObject({ run: z.string().min(1), entries: entriesSchema }) }),
  }),
});
const restSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('input'), messages: z.array(messageSchema) }),
  z.object({ kind: z.literal('run'), seen: z.int().min(0), run: hostSchema }),
  z.object({ kind: z.literal('log'), seen: z.int().min(0), entries: entriesSchema }),
]);
/** What an engine continues with: the input, the run under way, or the log of a run that has ended; `seen` of its entries are worked through. */
export type Rest = z.output<typeof restSchema>;

const snapshotSchema = z.object({
  version: z.literal(1),
  state: z.enum(engineStates),
  progress: z.number(),
  tasks: z.array(z.object({ id: z.string(), description: z.string(), status: stepStatusSchema, priority: z.number() })),
  completedTasks: z.number(),
  totalTasks: z.number(),
  /** Where a pause goes back to. */
  resumesIn: z.enum(['scheduling', 'executing']).optional(),
  /** What a person has been asked and has not answered yet. */
  waitingFor: z
    .object({
      kind: z.enum(['clarification', 'plan-review', 'approval', 'question', 'choice', 'form']),
      id: z.string(),
      question: z.string(),
      actor: z.string().exactOptional(),
      step: z.string().exactOptional(),
      specialist: z.string().exactOptional(),
      tool: z.string().exactOptional(),
      arguments: z.string().exactOptional(),
      because: z.string().exactOptional(),
      capability: z.string().exactOptional(),
      options: z.array(z.string()).exactOptional(),
      schema: z.record(z.string(), z.unknown()).exactOptional(),
      deadline: z.string().exactOptional(),
      default: z.custom<JsonValue>().exactOptional(),
    } satisfies Record<keyof WaitingFor, z.ZodType>)
    .optional(),
  /** A person looks at plans. */
  isReviewed: z.boolean().optional(),
  rest: restSchema.optional(),
});
/** A conversation engine as JSON. */
export type EngineSnapshot = z.output<typeof snapshotSchema>;

const kindsOfRest: Readonly<Record<EngineState, readonly (Rest['kind'] | undefined)[]>> = {
  idle: [undefined],
  receiving: ['input'],
  context_fetching: ['input'],
  decomposing: ['run', 'log'],
  scheduling: ['run', 'log'],
  executing: ['run', 'log'],
  paused: ['run', 'log'],
  completed: [undefined],
  error: [undefined],
};

/** Whether an engine in a state has something under way. */
export const isRestless = (state: EngineState): boolean => !kindsOfRest[state].includes(undefined);

/** The entries of the log in it, which `parseEngineSnapshot` has checked. */
export function entriesIn(rest: Rest): readonly Entry[] {
  if (rest.kind === 'input') return [];
  return rest.kind === 'log' ? rest.entries : rest.run.children.journal.snapshot.entries;
}

/** The input of a conversation that continues. */
export function messagesIn(rest: Rest): readonly Message[] {
  if (rest.kind === 'input') return rest.messages;
  const [first] = entriesIn(rest);
  return first?.type === 'request.received' ? first.data.messages : [];
}

/**
 * Reads the snapshot of a conversation engine.
 *
 * @throws TroupeError `bad-state` when no engine can continue from it, with the reason.
 */
export function parseEngineSnapshot(value: unknown): EngineSnapshot {
  const refuse = (why: string, cause?: unknown): never => {
    throw new TroupeError('bad-state', `This is not a sound snapshot of a conversation engine: ${why}`, { cause });
  };
  const parsed = snapshotSchema.safeParse(value);
  if (!parsed.success) return refuse(z.prettifyError(parsed.error));
  const { state, progress, tasks, completedTasks, totalTasks, resumesIn, waitingFor, rest } = parsed.data;
  if (totalTasks !== tasks.length || completedTasks !== completedCount(tasks) || progress !== progressOf(tasks)) {
    return refuse('its counts do not fit its tasks.');
  }
  if (!kindsOfRest[state].includes(rest?.kind) || (state === 'paused' && !resumesIn) || (waitingFor && !rest)) {
    return refuse(`what it continues with does not fit its state, which is ${state}.`);
  }
  if (!rest || rest.kind === 'input') return parsed.data;
  try {
    for (const [index, entry] of entriesIn(rest).entries()) checkEntry(entry, `entry ${index + 1}`);
    toRunResult(new RunLog('', entriesIn(rest)));
    if (rest.kind === 'run') checkHostState(rest.run);
  } catch (error) {
    return refuse(messageOf(error), error);
  }
  if (rest.seen > entriesIn(rest).length) return refuse('it has reported more than its log holds.');
  return parsed.data;
}
