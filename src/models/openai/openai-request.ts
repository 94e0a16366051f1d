import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import type { ModelRequest, ToolSpec } from '../model.ts';
import { isStrict, schemaInstruction, toWireSchema } from '../structured-output.ts';
import { asksForJson, type Dialect } from './dialect.ts';
import { toolParameters } from './tool-schema.ts';
import { toWireMessages } from './wire-messages.ts';
import { speaksChinese, writtenToolsInstruction } from './written-protocol.ts';

/** What goes out with every request. */
export interface RequestDefaults {
  readonly model: string;
  readonly temperature?: number | undefined;
  readonly reasoningEffort?: string | undefined;
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
}

/** The body of one request, in the words of an endpoint. */
export function toRequestBody(
  defaults: RequestDefaults,
  request: ModelRequest,
  dialect: Dialect,
): ChatCompletionCreateParams {
  const isStreamed = dialect.delivery === 'streamed';
  const { model, temperature, reasoningEffort, extraBody } = defaults;
  const body = {
    ...extraBody,
    model,
    messages: toWireMessages(request, dialect, instructionsOf(request, dialect)),
    stream: isStreamed,
    ...(temperature === undefined ? {} : { temperature }),
    ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
    ...(request.maxOutputTokens === undefined ? {} : { [dialect.outputField]: request.maxOutputTokens }),
    ...(isStreamed && dialect.counting === 'asked' ? { stream_options: { include_usage: true } } : {}),
    ...(dialect.tools === 'native' ? toolFields(request, dialect) : {}),
    ...formatFields(request, dialect),
  };
  return body as ChatCompletionCreateParams; // with fields of endpoints that OpenAI does not have
}

function instructionsOf(request: ModelRequest, dialect: Dialect): string[] {
  const { schema } = request;
  const isInPrompt = !asksForJson(request) || dialect.format !== 'json_schema' || dialect.schemaInPrompt === 'included';
  return [
    dialect.tools === 'written' ? writtenToolsInstruction(request) : undefined,
    schema && isInPrompt ? schemaInstruction(schema, speaksChinese(request)) : undefined,
  ].filter((text) => text !== undefined);
}

function toolFields({ tools = [], toolChoice }: ModelRequest, dialect: Dialect) {
  // One tool that must be called is offered alone where it cannot be named; where no call is wanted and that cannot be said, none is offered.
  const isUnsaid = toolChoice === 'none' && dialect.toolChoice === 'left out';
  const isNamed = toolChoice === undefined || toolChoice === 'none' || dialect.toolChoice === 'named';
  const offered = tools.filter(({ name }) => !isUnsaid && (isNamed || name === toolChoice.name));
  if (offered.length === 0) return {};
  return { tools: offered.map((tool) => toWireTool(tool, dialect)), ...choiceFields(toolChoice, dialect) };
}

const toWireTool = (tool: ToolSpec, { toolSchemas }: Dialect) => ({
  type: 'function',
  function: { name: tool.name, description: tool.description, parameters: toolParameters(tool, toolSchemas) },
});

function choiceFields(toolChoice: ModelRequest['toolChoice'], dialect: Dialect) {
  if (toolChoice === undefined || dialect.toolChoice === 'left out') return {};
  if (toolChoice === 'none' || dialect.toolChoice === 'required') {
    return { tool_choice: toolChoice === 'none' ? 'none' : 'required' };
  }
  return { tool_choice: { type: 'function', function: { name: toolChoice.name } } };
}

function formatFields(request: ModelRequest, { format }: Dialect) {
  const { schema } = request;
  if (!schema || !asksForJson(request) || format === 'prompt') return {};
  if (format === 'json_object') return { response_format: { type: 'json_object' } };
  const json_schema = { name: schema.name, schema: toWireSchema(schema), strict: isStrict(schema) };
  return { response_format: { type: 'json_schema', json_schema } };
}
