/** Servers that refuse what real ones refuse, by their documentation and by what people reported of them. They are simulations. */
import type { ServerResponse } from 'node:http';
import type { Reply } from '../../../src/testing/scripted-model.ts';
import { toResponse } from '../../scenarios/to-response.ts';
import { chunk, event, type Received, reply, startEndpoint, stream } from '../endpoint.ts';

interface WireMessage {
  readonly role: string;
  readonly content: string;
  readonly tool_calls?: readonly Record<string, unknown>[];
  readonly [field: string]: unknown;
}

/** A request as a server sees it. */
export interface Seen {
  readonly body: Received['body'];
  readonly messages: readonly WireMessage[];
  readonly tools: readonly { function: { parameters: Record<string, unknown> } }[];
  readonly format: string | undefined;
}

type Refusal = readonly [status: number, body: unknown];

export interface StrictServer {
  /** What it refuses, in its own words. */
  refuse(seen: Seen): Refusal | undefined;
  /** Whether it calls tools when they are offered. @default true */
  readonly callsTools?: boolean;
  /** Fields that it gives with a message that holds calls, and with a call. */
  readonly messageFields?: Record<string, unknown>;
  readonly callFields?: Record<string, unknown>;
  /** Answers in prose, whatever it is asked for. */
  readonly isProse?: boolean;
}

const openai = (message: string, rest: Record<string, unknown> = {}) => ({ error: { message, ...rest } });
const extra = (field: string): Refusal => [
  422,
  {
    object: 'error',
    message: { detail: [{ type: 'extra_forbidden', loc: ['body', field], msg: 'Extra inputs are not permitted' }] },
  },
];
/** What the templates of Mistral and Gemma ask of the order of messages. */
const disorder = ({ messages }: Seen): Refusal | undefined => {
  const roles = messages.map(({ role }) => role);
  const spoken = roles[0] === 'system' ? roles.slice(1) : roles;
  const isAlternating = spoken.every((role, at) => role !== 'system' && (role === 'tool' || role !== spoken[at - 1]));
  return spoken[0] === 'user' && isAlternating
    ? undefined
    : [400, openai('Conversation roles must alternate user/assistant/user/assistant/...')];
};
const keysIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)]);
const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** By name, in the order of the table in docs/model-endpoints.md. */
export const strictServers: Readonly<Record<string, StrictServer>> = {
  'OpenAI, a reasoning model behind a gateway': {
    refuse: ({ body }) =>
      'max_tokens' in body
        ? [
            400,
            openai(
              "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
              { param: 'max_tokens', code: 'unsupported_parameter' },
            ),
          ]
        : undefined,
  },
  'OpenRouter, no provider with tools': {
    refuse: ({ tools }) =>
      tools.length > 0
        ? [
            404,
            openai('No endpoints found that support tool use. To learn more about provider routing, visit the docs.', {
              code: 404,
            }),
          ]
        : undefined,
  },
  'OpenRouter, no provider with that tool choice': {
    refuse: ({ body }) =>
      'tool_choice' in body
        ? [404, openai("No endpoints found that support the provided 'tool_choice' value.", { code: 404 })]
        : undefined,
  },
  'Ollama, a model without tools': {
    refuse: ({ tools }) =>
      tools.length > 0
        ? [400, openai('registry.ollama.ai/library/gemma3:4b does not support tools', { type: 'api_error' })]
        : undefined,
  },
  'vLLM without a tool parser, Gemma without a system role': {
    refuse: (seen) => {
      if (seen.tools.length > 0 && !isObject(seen.body.tool_choice)) {
        return [
          400,
          {
            object: 'error',
            message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
            code: 400,
          },
        ];
      }
      if (seen.messages.some(({ role }) => role === 'system'))
        return [400, { object: 'error', message: 'System role not supported', code: 400 }];
      return disorder(seen);
    },
  },
  'llama.cpp without its templates': {
    refuse: ({ tools }) =>
      tools.length > 0
        ? [500, openai('tools param requires --jinja flag', { type: 'server_error', code: 500 })]
        : undefined,
  },
  'LM Studio': {
    refuse: ({ body, format }) => {
      if (isObject(body.tool_choice))
        return [400, { error: "Invalid tool_choice type: 'object'. Supported string values: none, auto, required" }];
      return format === 'json_object'
        ? [400, { error: "'response_format.type' must be 'json_schema' or 'text'" }]
        : undefined;
    },
  },
  Gemini: {
    refuse: ({ tools, messages }) => {
      const unknown = tools
        .flatMap((tool) => keysIn(tool.function.parameters))
        .find((key) => /^(\$schema|additionalProperties|const|propertyNames)$/.test(key));
      if (unknown) {
        return [
          400,
          [
            {
              error: {
                code: 400,
                message: `Invalid JSON payload received. Unknown name "${unknown}" at 'tools[0].function_declarations[0].parameters': Cannot find field.`,
                status: 'INVALID_ARGUMENT',
              },
            },
          ],
        ];
      }
      const isUnsigned = messages.some(({ tool_calls = [] }) => tool_calls.some((call) => !call.extra_content));
      return isUnsigned
        ? [
            400,
            [{ error: { code: 400, message: 'Function call is missing a thought_signature in functionCall parts.' } }],
          ]
        : undefined;
    },
    callFields: { extra_content: { google: { thought_signature: 'c2lnbmVk' } } },
  },
  'DeepSeek, thinking': {
    refuse: ({ body, messages, format }) => {
      if (format === 'json_schema')
        return [400, openai('This response_format type is unavailable now', { type: 'invalid_request_error' })];
      if (body.tool_choice && body.tool_choice !== 'auto')
        return [400, openai('deepseek-reasoner does not support this tool_choice')];
      const isForgotten = messages.some(
        (message) => message.tool_calls && message.reasoning_content !== 'I look it up.',
      );
      return isForgotten
        ? [400, openai('The reasoning_content in the thinking mode must be passed back to the API.')]
        : undefined;
    },
    messageFields: { reasoning_content: 'I look it up.' },
  },
  Mistral: {
    refuse: (seen) => {
      const field = ['stream_options', 'max_completion_tokens'].find((name) => name in seen.body);
      if (field) return extra(field);
      const { messages } = seen;
      if (messages.some(({ role }, at) => role === 'user' && messages[at - 1]?.role === 'tool')) {
        return [
          400,
          {
            object: 'error',
            message: "Unexpected role 'user' after role 'tool'",
            type: 'invalid_request_message_order',
            code: '3230',
          },
        ];
      }
      return disorder(seen);
    },
  },
  'Qwen, thinking': {
    refuse: ({ body }) =>
      body.tool_choice && body.tool_choice !== 'auto' && body.tool_choice !== 'none'
        ? [
            400,
            openai(
              '<400> InternalError.Algo.InvalidParameter: The tool_choice parameter does not support being set to required or object in thinking mode',
            ),
          ]
        : undefined,
  },
  'a server that streams nothing': {
    refuse: ({ body }) => (body.stream ? [400, openai('Streaming is not supported for this model')] : undefined),
  },
  'a server that knows tools and formats only by their absence': {
    refuse: ({ tools, format }) => (tools.length > 0 || format ? [400, { detail: 'Bad Request' }] : undefined),
  },
  'a server that streams plain text and ignores tools': { refuse: () => undefined, callsTools: false },
  'a server that answers prose to everything': { refuse: () => undefined, isProse: true },
};

/** What a model says to a request that its server has taken. */
type Mind = (seen: Seen, server: StrictServer) => Record<string, unknown>;

/** Serves one of them. */
export const startStrictServer = (server: StrictServer, mind: Mind = answer) =>
  startEndpoint((response, { body }) => {
    const seen: Seen = {
      body,
      messages: body.messages as WireMessage[], // as the API has them
      tools: (body.tools ?? []) as Seen['tools'],
      format: (body.response_format as { type: string } | undefined)?.type,
    };
    const refusal = server.refuse(seen);
    if (refusal) reply(response, ...refusal);
    else say(response, seen, mind(seen, server));
  });

/** A reply in the form in which a server gives it: with calls as its protocol has them, as JSON in the text, or in words alone. */
export function inFormOf(server: StrictServer, seen: Seen, said: Reply): Record<string, unknown> {
  const { text, toolCalls } = toResponse(said);
  const isAskedInWords = seen.messages.some(({ content }) => /\{"call"/.test(content));
  if (toolCalls.length > 0 && seen.tools.length > 0) {
    const calls = toolCalls.map(({ name, arguments: given }, index) => ({
      index,
      id: `c${index}`,
      type: 'function',
      function: { name, arguments: given },
      ...server.callFields,
    }));
    return { ...server.messageFields, content: text, tool_calls: calls };
  }
  if (!isAskedInWords) return { content: text };
  const calls = toolCalls.map(({ name, arguments: given }) => ({ name, arguments: JSON.parse(given) }));
  return { content: JSON.stringify(calls.length > 0 ? { calls } : { answer: text }) };
}

const call = { id: 'c1', function: { name: 'look', arguments: '{"city":"Bonn"}' } };

/** What an obedient model says: it looks things up when it has not yet, and answers in the form that it was asked for. */
function answer(seen: Seen, server: StrictServer): Record<string, unknown> {
  const prompt = seen.messages.map(({ content }) => content).join('\n');
  const hasLooked = /rain/.test(prompt);
  const isAskedInWords = /\{"call"/.test(prompt);
  const wantsJson = seen.format !== undefined || /JSON Schema:\n\{/.test(prompt);
  if (server.isProse) return { content: 'It may rain, who knows.' };
  if (seen.tools.length > 0 && !hasLooked && server.callsTools !== false && seen.body.tool_choice !== 'none') {
    const calls = [{ index: 0, type: 'function', ...call, ...server.callFields }];
    return { ...server.messageFields, content: '', tool_calls: calls };
  }
  if (isAskedInWords && !hasLooked) return { content: '{"call": {"name": "look", "arguments": {"city": "Bonn"}}}' };
  if (wantsJson) return { content: '{"isRain": true}' };
  return { content: isAskedInWords ? '{"answer": "It rains in Bonn."}' : 'It rains in Bonn.' };
}

function say(response: ServerResponse, { body }: Seen, message: Record<string, unknown>): void {
  const finish_reason = message.tool_calls ? 'tool_calls' : 'stop';
  if (body.stream) stream(response, chunk(message), chunk({}, finish_reason), event('[DONE]')).end();
  else reply(response, 200, { choices: [{ index: 0, message, finish_reason }] });
}
