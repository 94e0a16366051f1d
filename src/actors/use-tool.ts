import type { JsonValue } from '../domain/json.ts';
import type { ToolCall } from '../domain/message.ts';
import { messageOf } from '../errors.ts';
import { asJson, type Performer } from './performer.ts';

/** What a call of a tool left in the log. */
export interface ToolResult {
  readonly tool: string;
  readonly text: string;
  readonly data?: JsonValue;
  readonly isError: boolean;
}

const maxText = 20_000;

/**
 * Runs one call of a tool. Whatever is wrong with the call (a tool nobody offered, arguments that do not fit, a capability that is not
 * allowed, an error in the tool) becomes its result, so that the model reads it and the run goes on.
 */
export const useTool: Performer<{ specialist: string; call: ToolCall }> = async ({ specialist, call }, performance) => {
  const { cast, signal, key } = performance;
  const refuse = (text: string) => ({
    output: { tool: call.name, text: `Error: ${text}`, isError: true } satisfies ToolResult,
  });
  const tools = cast.specialists.find((each) => each.name === specialist)?.tools ?? [];
  const tool = tools.find((each) => each.name === call.name);
  if (!tool) {
    const names = tools.map((each) => each.name).join(', ');
    return refuse(`there is no tool "${call.name}". ${names ? `The tools are: ${names}.` : 'There are no tools.'}`);
  }
  if (tool.capability !== 'read' && !cast.allow.includes(tool.capability)) {
    return refuse(
      `"${tool.name}" may ${tool.capability}, which is not allowed here. Allow it with allow: ['${tool.capability}'].`,
    );
  }
  let input: unknown;
  try {
    input = call.arguments.trim() === '' ? {} : JSON.parse(call.arguments);
  } catch {
    return refuse(`the arguments of "${call.name}" are not JSON.`);
  }
  try {
    const { text, data } = await tool.run(input, { signal, key });
    const shown = clean(text);
    const output: ToolResult = {
      tool: tool.name,
      text: shown,
      ...(data === undefined ? {} : { data: asJson(data, `Tool "${tool.name}"`) }),
      isError: false,
    };
    return { output };
  } catch (error) {
    signal.throwIfAborted();
    return refuse(messageOf(error));
  }
};

function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const shown = text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
  return shown.length > maxText
    ? `${shown.slice(0, maxText)}\n[cut: ${shown.length - maxText} more characters]`
    : shown;
}
