import { z } from 'zod';
import type { Clock } from '../actors/clock.ts';
import { lastUserText, type Message } from '../domain/message.ts';

const contextSchema = z.object({
  rules: z.array(z.string()).readonly(),
  knowledge: z.array(z.string()).readonly(),
  tools: z.array(z.object({ name: z.string(), description: z.string() })).readonly(),
});
/**
 * What a coordinator knows that helps with an input. Everybody who works on it gets the rules as rules and the knowledge as data, in which
 * nothing is an instruction. Tools are counted and not passed on: only the tools of a specialist can be called, by that specialist.
 */
export type CoordinatorContext = z.output<typeof contextSchema>;

/** Knows the rules, the knowledge and the tools of a place. */
export interface Coordinator {
  /**
   * Contract: called once for an input, with the text of its last user message. It may throw; it stops when the signal aborts, and
   * what it returns later is ignored.
   */
  getContext(
    input: string,
    options: { readonly messages: readonly Message[]; readonly signal: AbortSignal },
  ): Promise<CoordinatorContext> | CoordinatorContext;
}

/** The text of the last user message. */
export const textOf = (messages: readonly Message[]): string => lastUserText(messages) ?? '';

/** Asks a coordinator, for so long and not longer. */
export async function fetchContext(
  coordinator: Coordinator,
  messages: readonly Message[],
  { clock, timeoutMs, stop }: { clock: Clock; timeoutMs: number; stop: AbortSignal },
): Promise<CoordinatorContext> {
  const late = new AbortController();
  const reason = new Error(`The coordinator took longer than ${timeoutMs} ms.`);
  const takeBack = clock.after(timeoutMs, () => late.abort(reason));
  const signal = AbortSignal.any([stop, late.signal]);
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  try {
    const asked = (async () => coordinator.getContext(textOf(messages), { messages, signal }))();
    const parsed = contextSchema.safeParse(await Promise.race([asked, aborted]));
    if (!parsed.success) throw new Error(`The coordinator's context is damaged: ${z.prettifyError(parsed.error)}`);
    return parsed.data;
  } finally {
    takeBack();
  }
}

/** The rules of a coordinator, as the message that stands before the conversation; none when there are none. */
export function ruleMessages({ rules }: CoordinatorContext): Message[] {
  if (rules.length === 0) return [];
  return [{ role: 'system', content: `Rules to follow:\n${rules.map((rule) => `- ${rule}`).join('\n')}` }];
}
