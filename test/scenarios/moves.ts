import { defineSpecialist, defineTool, type ModelRequest } from 'troupe';
import { z } from 'zod';

/** A call of a tool as a script writes it. */
export const call = (name: string, input: object) => ({ name, arguments: JSON.stringify(input) });
export const look = (what: string, more: object = {}) => call('look', { what, ...more });

/** Everything that a model reads in a request. */
export const textOf = ({ messages }: ModelRequest) => messages.map(({ content }) => content).join('\n');
/** The names of the tools that a model is offered. */
export const offeredIn = (request: ModelRequest | undefined) => (request?.tools ?? []).map(({ name }) => name);

/** Finds seven of everything. It takes no other arguments than its own. */
export const looking = defineTool({
  name: 'look',
  description: 'Looks something up.',
  capability: 'read',
  input: z.strictObject({ what: z.string() }),
  run: ({ what }) => `${what}: 7`,
});
export const reader = defineSpecialist({ name: 'reader', description: 'looks things up', tools: [looking] });

/** Steps for a plan that the host or whoever closes a round writes: `{ b: ['a'] }` is b after a. */
export const stepsOf = (needs: Record<string, readonly string[]>, specialist = 'worker') =>
  Object.entries(needs).map(([id, after]) => ({ id, task: `work on ${id}`, specialist, after }));
