import { z } from 'zod';

export const executionStatuses = [
  'pending',
  'analyzing',
  'planning',
  'executing',
  'collecting',
  'waiting',
  'completed',
  'failed',
  'cancelled',
  'timeout',
] as const;
export const executionStatusSchema = z.enum(executionStatuses);
/** Where a run stands; every state of the host carries one of these as its tag. */
export type ExecutionStatus = z.infer<typeof executionStatusSchema>;

export const stepStatuses = ['pending', 'executing', 'completed', 'failed', 'skipped', 'blocked'] as const;
export const stepStatusSchema = z.enum(stepStatuses);
/** Where a step stands. */
export type StepStatus = z.infer<typeof stepStatusSchema>;

export const complexitySchema = z.enum(['simple', 'moderate', 'complex']);
/** How much work a request is. */
export type TaskComplexity = z.infer<typeof complexitySchema>;
