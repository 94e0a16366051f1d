import type { Entry } from 'troupe';
import { entryTypes } from '../../src/log/entry-types.ts';

/** A log made by hand: one line a type, with the part of its data that is read and when it was, in milliseconds. */
export function entries(
  ...lines: readonly (readonly [Entry['type'], object, { actor?: string; at?: number }?])[]
): Entry[] {
  return lines.map(([type, data, { actor = 'host', at = 0 } = {}], index) => {
    const { kind } = entryTypes[type];
    const entry = { seq: index + 1, id: `run:${index + 1}`, run: 'run', kind, type, actor, data };
    return { ...entry, at: new Date(1_000_000 + at).toISOString() } as Entry; // as much of it as is read
  });
}

/** The request that every log begins with. */
export const request = ['request.received', { options: { limits: { rounds: 3 } } }] as const;

/** A plan of three steps, the last one after the first two. */
export const threeSteps = [
  'plan.created',
  {
    plan: {
      version: 1,
      steps: [
        { id: '1', description: 'Load sales.csv', assignedTo: 'data', dependencies: [], status: 'pending' },
        { id: '2', description: 'Revenue by region', assignedTo: 'data', dependencies: [], status: 'pending' },
        { id: '3', description: 'Write the report', assignedTo: 'writer', dependencies: ['1', '2'], status: 'pending' },
      ],
    },
  },
] as const;

/** A step begins. */
export const started = (id: string, round = 1) =>
  ['step.started', { id, description: `do ${id}`, specialist: 'data', dependencies: [], round }] as const;

/** A step is done. */
export const completed = (id: string, durationMs: number) =>
  ['step.completed', { id, results: [{ durationMs, status: 'success' }] }] as const;

/** A step has failed. */
export const failed = (id: string, error: string) =>
  ['step.failed', { id, results: [{ durationMs: 1, status: 'failed', error }], reason: error }] as const;
