import { z } from 'zod';
import type { ToolCall } from '../../domain/message.ts';
import { type Part, partSchema } from '../../domain/part.ts';
import { argumentsOf, readResult, stepNamed, textArgument } from '../../domain/read-move.ts';
import { messageOf, TroupeError } from '../../errors.ts';
import type { ToolResult } from '../../log/effect-outputs.ts';
import type { RunLog } from '../../log/run-log.ts';
import { lookupsOf, outputsOf, stepIdsOf } from '../../log/views.ts';
import { asJson } from './call-model.ts';
import { readTools, toolsOf, withoutMark } from './offered-tools.ts';
import type { Performer } from './performer.ts';

const maxText = 20_000;

/**
 * Runs one call of a tool. Whatever is wrong with the call (a tool nobody offered, arguments that do not fit, a capability that is not
 * allowed, an error in the tool) becomes its result, so that the model reads it and the run goes on.
 */
export const useTool: Performer<'useTool'> = async ({ specialist, call }, performance) => {
  const { cast, signal, key, log } = performance;
  // What the host has looked up goes along into steps and answers: with what was asked.
  const asked = specialist === undefined ? { arguments: call.arguments } : {};
  const refuse = (text: string) => ({
    output: { tool: call.name, text: `Error: ${text}`, isError: true, ...asked } satisfies ToolResult,
  });
  if (call.name === readResult) return { output: { tool: readResult, ...readFound(log, call), ...asked } };
  const tools = specialist === undefined ? readTools(cast) : toolsOf(cast, specialist);
  const tool = tools.find((each) => each.name === call.name);
  if (!tool) {
    const names = tools.map((each) => each.name).join(', ');
    return refuse(`there is no tool "${call.name}". ${names ? `The tools are: ${names}.` : 'There are no tools.'}`);
  }
  let input: unknown;
  try {
    input = call.arguments.trim() === '' ? {} : JSON.parse(call.arguments);
  } catch {
    return refuse(`the arguments of "${call.name}" are not JSON.`);
  }
  try {
    const { text, data, parts } = await tool.run(withoutMark(input, tool), { signal, key });
    const output: ToolResult = {
      tool: tool.name,
      text: clean(text),
      ...(data === undefined ? {} : { data: asJson(data, `Tool "${tool.name}"`) }),
      isError: false,
      ...(parts === undefined || parts.length === 0 ? {} : { parts: checkedParts(parts, tool.name) }),
      ...asked,
    };
    return { output };
  } catch (error) {
    signal.throwIfAborted();
    return refuse(messageOf(error));
  }
};

/** Images and files that a tool gave. @throws TroupeError `tool` for what cannot be shown to anybody. */
function checkedParts(parts: unknown, tool: string): readonly Part[] {
  const parsed = partsSchema.safeParse(parts);
  if (parsed.success) return parsed.data;
  throw new TroupeError('tool', `The tool "${tool}" gave parts that are none: ${z.prettifyError(parsed.error)}`);
}

const partsSchema = z.array(partSchema);

/** What a step or a look-up gave, from a place on: what was shown in part can be read to its end. */
function readFound(log: RunLog, call: ToolCall): Pick<ToolResult, 'text' | 'isError' | 'part'> {
  const found = [...outputsOf(log, stepIdsOf(log)), ...lookupsOf(log)];
  const said = textArgument(call, 'result', 'step', 'id');
  const id = stepNamed(
    said,
    found.map((each) => each.stepId),
  );
  const one = found.find((each) => each.stepId === id);
  if (!one) {
    const known = found.map((each) => each.stepId).join(', ');
    return { text: `Error: there is no result "${said}". There are: ${known || 'none yet'}.`, isError: true };
  }
  const from = Math.max(0, Math.trunc(Number(argumentsOf(call).from ?? 0)) || 0);
  const rest = one.text.length - from - maxText;
  const part = one.text.slice(from, from + maxText);
  const text = rest > 0 ? `${part}\n[${rest} more characters: from ${from + maxText}]` : part;
  return { text, isError: false, part: { id: one.stepId, from } };
}

function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const shown = text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
  return shown.length > maxText
    ? `${shown.slice(0, maxText)}\n[cut: ${shown.length - maxText} more characters]`
    : shown;
}
