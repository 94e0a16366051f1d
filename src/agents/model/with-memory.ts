import type { Remembered } from '../../actors/performers/conversation/remembering.ts';
import { lastUserText, type Message } from '../../domain/message.ts';
import type { Common } from '../../prompts/brief.ts';
import { english } from '../../prompts/english.ts';
import { fencedKnowledge } from '../../prompts/fences.ts';
import { wordsIn } from '../../prompts/languages.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { languageOf } from '../../text/language-of.ts';
import { type AgentServices, rememberedFor } from '../agent-services.ts';

/** What a call is made of, where there is a memory. */
interface Reminded {
  readonly messages: readonly Message[];
  readonly known: Pick<Common, 'remembered' | 'preferences'>;
}

/** The messages of a call with what is remembered, and without what was forgotten. Nothing of it is in the log. Without a memory it is there at once. */
export const withMemory = (
  services: AgentServices,
  messages: readonly Message[],
  about: { readonly isReminded: boolean; readonly signal: AbortSignal },
): Reminded | Promise<Reminded> => (services.memory ? reminded(services, messages, about) : { messages, known: {} });

async function reminded(
  services: AgentServices,
  messages: readonly Message[],
  { isReminded, signal }: { readonly isReminded: boolean; readonly signal: AbortSignal },
): Promise<Reminded> {
  const remembered = await rememberedFor(services, isReminded);
  const [facts, preferences] = [remembered.factsBeside(messages), remembered.preferencesBeside(messages)];
  const shown = await remembered.without(messages);
  const parts = textOf(remembered, messages);
  // The memory may have taken so long that nobody wants the call any more.
  signal.throwIfAborted();
  return {
    messages: parts ? withText(shown, parts) : shown,
    known: { ...(facts.length > 0 ? { remembered: facts } : {}), ...(preferences.length > 0 ? { preferences } : {}) },
  };
}

/** The tokens that what is remembered takes in each call. */
export async function memoryTokens(
  services: AgentServices,
  isReminded: boolean,
  messages: readonly Message[],
): Promise<number> {
  const parts = services.memory && textOf(await rememberedFor(services, isReminded), messages);
  return parts ? estimateTokens(`${parts.known}\n\n${parts.rule}\n\n`) : 0;
}

interface Text {
  readonly known: string;
  /** What the system says of it. */
  readonly rule: string;
}

/** What is remembered beside what the messages say, in words; nothing where nothing is. */
function textOf({ factsBeside, preferencesBeside }: Remembered, messages: readonly Message[]): Text | undefined {
  const [facts, preferences] = [factsBeside(messages), preferencesBeside(messages)];
  if (facts.length + preferences.length === 0) return undefined;
  const words = wordsIn(languageOf(lastUserText(messages) ?? ''));
  const known = fencedKnowledge(words, { remembered: facts, preferences });
  return { known, rule: facts.length > 0 ? english.isData(['<memory>']) : '' };
}

/** It stands in the first message of the user: many chat templates take no two of them in a row. */
function withText(messages: readonly Message[], { known, rule }: Text): readonly Message[] {
  const [first] = messages;
  const isTold = first?.role === 'system';
  const system = isTold
    ? { ...first, content: withRule(first.content, rule) }
    : { role: 'system' as const, content: rule };
  const rest = isTold ? messages.slice(1) : messages;
  const place = rest.findIndex(({ role }) => role === 'user');
  const user = rest[place];
  const told = user
    ? rest.with(place, { ...user, content: joined(known, user.content) })
    : [{ role: 'user' as const, content: known }, ...rest];
  return isTold || rule !== '' ? [system, ...told] : told;
}

/** An agent with tools is told already that what they return is data: that is in the rule, too. System messages of agents are in English. */
const withRule = (content: string, rule: string) =>
  rule === '' ? content : joined(content.replace(english.isData([]), '').trimEnd(), rule);

const joined = (...parts: readonly string[]) => parts.filter((part) => part !== '').join('\n\n');
