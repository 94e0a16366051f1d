import type { z } from 'zod';
import type { JsonValue } from '../../domain/json.ts';
import type { Message } from '../../domain/message.ts';
import { ownValue } from '../../domain/own-value.ts';
import type { Resource, SpecialistCard } from '../../domain/specialist-card.ts';
import { messageOf, TroupeError } from '../../errors.ts';
import { knowledgeOf } from '../../log/views.ts';
import type { Model, ModelRequest, ModelResponse, OutputSchema } from '../../models/model.ts';
import { ModelError } from '../../models/model-error.ts';
import { parseStructured } from '../../models/structured-output.ts';
import type { Brief, BriefTopic } from '../../prompts/brief.ts';
import { firstSentence } from '../../prompts/first-sentence.ts';
import { toMessages } from '../../prompts/to-messages.ts';
import { isReader, type Specialist } from '../../specialists/specialist.ts';
import { conversationOf, shownIn } from './conversation/conversation-of.ts';
import { hostRemembered } from './conversation/host-memory.ts';
import { nothingRemembered } from './conversation/remembering.ts';
import { toolsOf } from './offered-tools.ts';
import { paidCall } from './paid-call.ts';
import type { Cast, Performance } from './performer.ts';

interface CallOptions extends Pick<ModelRequest, 'schema' | 'tools' | 'toolChoice' | 'onCallDelta'> {
  /** Takes pieces of the text as they arrive. */
  readonly onText?: (text: string) => void;
  /** @default the one for this purpose */
  readonly model?: Model;
  /** Whether it is shown what is remembered. @default true */
  readonly isReminded?: boolean;
  /** @default made from the brief by the prompts */
  readonly toMessages?: (brief: Brief) => readonly Message[] | Promise<readonly Message[]>;
}

/** Calls a model about a topic; of several that stand in the place of one, the first that answers. */
export async function callModel(
  performance: Performance,
  topic: BriefTopic,
  options: CallOptions = {},
): Promise<ModelResponse> {
  const { cast, ledger, signal, whileWaiting, onCall, onPiece, onUsed } = performance;
  const { retry } = cast.options;
  const { model = cast.models[topic.purpose] } = options;
  const brief = cast.memory ? await remindedOf(performance, topic, options) : briefOf(performance, topic);
  const messages = (await options.toMessages?.(brief)) ?? toMessages(brief, cast.prompts, cast.context);
  const request = requestOf(performance, options, { brief, messages });
  // Whoever prepared the call may have taken so long that nobody wants it any more.
  signal.throwIfAborted();
  const response = await paidCall(request, {
    model,
    ledger,
    priceOf: ({ name }) => ownValue(cast.prices, name),
    paceOf: cast.paceOf,
    clock: cast.clock,
    retry,
    whileWaiting,
    onCall,
    onPiece,
    moreRoom: { raised: performance.maxOutputTokens, most: cast.options.maxOutputTokens },
  });
  onUsed(response.usage);
  return response;
}

/** What a model is asked; what is not wanted is not there. */
function requestOf(
  { cast, key, signal, maxOutputTokens = cast.maxOutputTokens }: Performance,
  { onText, schema, tools, toolChoice, onCallDelta }: CallOptions,
  about: Pick<ModelRequest, 'brief' | 'messages'>,
): ModelRequest {
  return {
    ...about,
    key,
    signal,
    ...(schema ? { schema } : {}),
    ...(tools ? { tools } : {}),
    ...(toolChoice ? { toolChoice } : {}),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(onText ? { onDelta: onText } : {}),
    ...(onCallDelta ? { onCallDelta } : {}),
  };
}

/** What a call is about, with what every call knows. */
function briefOf({ cast, log }: Performance, topic: BriefTopic, shown?: readonly Message[]): Brief {
  const { instructions } = cast;
  const knowledge = knowledgeOf(log);
  return {
    ...conversationOf(log, cast, shown),
    ...(instructions === undefined ? {} : { instructions }),
    ...(knowledge.length === 0 ? {} : { knowledge }),
    ...topic,
  };
}

/** The same, with what is remembered and without what was forgotten. */
async function remindedOf(
  performance: Performance,
  topic: BriefTopic,
  { isReminded = true }: CallOptions,
): Promise<Brief> {
  const remembered = await hostRemembered(performance);
  const { without } = remembered;
  const { preferencesBeside, factsBeside } = isReminded ? remembered : nothingRemembered;
  const request = topic.purpose === 'work' ? { request: await without(topic.request) } : {};
  const brief = briefOf(performance, { ...topic, ...request }, await without(shownIn(performance.log)));
  const said = saidInPrompt(brief);
  const [facts, preferences] = [factsBeside(said), preferencesBeside(said)];
  return {
    ...brief,
    ...(facts.length === 0 ? {} : { remembered: facts }),
    ...(preferences.length === 0 ? {} : { preferences }),
  };
}

/** What the prompt of a call shows word for word of the conversation: who does a step sees the request for certain, who decides about one nothing. */
function saidInPrompt(brief: Brief): readonly Message[] {
  if (brief.purpose === 'decide') return [];
  return brief.purpose === 'work' ? brief.request : brief.messages;
}

/** The text of a response that has to be one. */
export function textOf(response: ModelResponse): string {
  if (response.text.trim() !== '') return response.text;
  const [call] = response.toolCalls;
  const what = call ? `called the tool "${call.name}", which nobody offered` : 'was empty';
  throw new ModelError('bad-output', `The model's answer ${what}.`, { usage: response.usage });
}

/** The value of a response that has to have a shape. What was used is reported even when it does not. */
export function structuredOf<S extends z.ZodType>(
  response: ModelResponse,
  schema: OutputSchema & { schema: S },
): z.output<S> {
  try {
    return parseStructured(response, schema);
  } catch (cause) {
    throw new ModelError('bad-output', messageOf(cause), { cause, usage: response.usage });
  }
}

/** Everything the specialists can work on. */
export async function resourcesOf(
  specialists: readonly Specialist[],
  { signal, cast }: Pick<Performance, 'signal' | 'cast'>,
): Promise<Resource[]> {
  const lists = specialists.map((specialist) => specialist.resources?.(signal, cast.context) ?? []);
  return (await Promise.all(lists)).flat();
}

export const cardsOf = (specialists: readonly Specialist[]) =>
  specialists.map((specialist) => {
    const { name, description, capabilities } = specialist;
    return { name, description, capabilities, readsOnly: isReader(specialist) };
  });

/** The cards with what the tools of each can do, for whoever plans without seeing them, and with what the run knows of earlier ones. */
export const withTools = (cards: readonly SpecialistCard[], cast: Cast): SpecialistCard[] =>
  cards.map((card) => ({
    ...(cast.options.specialists.find(({ name }) => name === card.name) ?? {}),
    ...card,
    toolbox: toolsOf(cast, card.name).map((tool) => `${tool.name}: ${firstSentence(tool.description)}`),
  }));

/** A copy of what somebody gave as data, which has to survive being stored. */
export function asJson(data: JsonValue, who: string): JsonValue {
  try {
    return JSON.parse(JSON.stringify(data)) as JsonValue; // what JSON gives is one
  } catch (cause) {
    throw new TroupeError('bad-config', `${who} gave data that is not JSON: ${messageOf(cause)}.`, { cause });
  }
}
