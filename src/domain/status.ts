import { z } from 'zod';

/** Every status of a run, and the final state of the host in which a run of it stands; `null` while it has not ended. */
const endStates = {
  pending: null,
  analyzing: null,
  planning: null,
  executing: null,
  collecting: null,
  waiting: null,
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
  // A run that failed because its time was up.
  timeout: 'failed',
} as const;

/** Where a run stands; every state of the host carries one of these as its tag. */
export type ExecutionStatus = keyof typeof endStates;
export const executionStatuses = Object.keys(endStates) as [ExecutionStatus, ...ExecutionStatus[]]; // the table has rows
export const executionStatusSchema = z.enum(executionStatuses);

/** How a run ended. */
export type EndState = NonNullable<(typeof endStates)[ExecutionStatus]>;

/** The final state in which a run of this status stands; `null` for one that has not ended. */
export const endStateOf = (status: ExecutionStatus): EndState | null => endStates[status];

/** True when nothing more happens in a run of this status. */
export const isEnded = (status: ExecutionStatus): boolean => endStates[status] !== null;

/** Every status of a step, and whether a step of it is settled: nothing more happens to it in its round. */
const settled = {
  pending: false,
  executing: false,
  completed: true,
  failed: true,
  skipped: true,
  blocked: true,
} as const;

/** Where a step stands. */
export type StepStatus = keyof typeof settled;
export const stepStatuses = Object.keys(settled) as [StepStatus, ...StepStatus[]]; // the table has rows
export const stepStatusSchema = z.enum(stepStatuses);

/** True when nothing more happens to a step of this status in its round. */
export const isSettledStatus = (status: StepStatus): boolean => settled[status];

export const complexitySchema = z.enum(['simple', 'moderate', 'complex']);
/** How much work a request is. */
export type TaskComplexity = z.infer<typeof complexitySchema>;
