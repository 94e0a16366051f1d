import { defineSpecialist, defineTool, type OrchestratorConfig } from 'troupe';
import type { ScriptLine } from 'troupe/testing';
import { thinking } from 'troupe/testing';
import { z } from 'zod';
import { call, stepsOf } from './moves.ts';

/** Sends mail, and remembers which. */
export function mailing() {
  const sent: string[] = [];
  const mail = defineTool({
    name: 'mail',
    description: 'Sends a mail.',
    capability: 'write',
    input: z.strictObject({ to: z.string(), text: z.string().optional() }),
    run: ({ to }) => `sent as number ${sent.push(to)}`,
  });
  const mailer = defineSpecialist({ name: 'mailer', description: 'sends mail', tools: [mail] });
  return { sent, mail, mailer };
}

/** A plan whose steps stand side by side, each with one mail: the step is called as whom it is for. */
export const mailPlan = (...names: readonly string[]): ScriptLine => ({
  purpose: 'think',
  reply: thinking({ steps: stepsOf(Object.fromEntries(names.map((name) => [name, []])), 'mailer') }),
});

/** The two turns of such a step: the call, and what is made of its result. */
export const mailStep = (name: string): ScriptLine[] => [
  { purpose: 'work', step: name, reply: { toolCalls: [call('mail', { to: name })] } },
  {
    purpose: 'work',
    step: name,
    reply: ({ messages }) => `${name}: ${messages.findLast(({ role }) => role === 'tool')?.content}`,
  },
];

export const closed: ScriptLine = { purpose: 'reflect', reply: 'all done' };

export const quick = { retry: { baseMs: 1, maxMs: 2 } } satisfies Partial<OrchestratorConfig>;
