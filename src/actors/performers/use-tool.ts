import type { UseToolInput } from '../../domain/effect-inputs.ts';
import type { ToolCall } from '../../domain/message.ts';
import type { Resumed } from '../../domain/person-ask.ts';
import { argumentsOf, readResult, stepNamed, textArgument } from '../../domain/read-move.ts';
import { messageOf } from '../../errors.ts';
import { replyTo } from '../../log/asks.ts';
import type { ToolResult } from '../../log/effect-outputs.ts';
import type { RunLog } from '../../log/run-log.ts';
import { lookupsOf, outputsOf, stepIdsOf } from '../../log/views.ts';
import { partsGiven } from '../../tools/parts-given.ts';
import { argumentsProblem, type Tool } from '../../tools/tool.ts';
import { permit } from '../permit.ts';
import { approvalOf, askedBy, mayAskUser, questionOf } from './asking.ts';
import { asJson } from './call-model.ts';
import { readTools, toolsOf, withoutMark } from './offered-tools.ts';
import type { Performance, Performer } from './performer.ts';

const maxText = 20_000;

/**
 * Runs one call of a tool, when the policy lets it or a person has approved it. Whatever is wrong with the call (a tool nobody offered, arguments
 * that do not fit, a refusal, an error in the tool) becomes its result, so that the model reads it and the run goes on.
 */
export const useTool: Performer<'useTool'> = async (given, performance) => {
  const { specialist, call, resumes } = given;
  const { cast, log } = performance;
  // What the host has looked up goes along into steps and answers: with what was asked.
  const asked = specialist === undefined ? { arguments: call.arguments } : {};
  const result = (output: Omit<ToolResult, 'tool'>) => ({ output: { tool: call.name, ...output, ...asked } });
  const refuse = (text: string) => result({ text: `Error: ${text}`, isError: true });
  if (call.name === readResult) return result(readFound(log, call));
  if (call.name === 'ask_user') return result(askUser(given, performance));
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
  const own = withoutMark(input, tool);
  const cleared =
    resumes === undefined ? await clear(given, tool, own, performance) : resume(resumes, own, performance);
  return result('input' in cleared ? await runTool(tool, cleared, performance) : cleared);
};

/** A call that may be made, with what it is made with. */
interface Cleared {
  readonly input: unknown;
  readonly resumed?: Resumed;
}
type Outcome = Omit<ToolResult, 'tool'>;

const refused = (text: string): Outcome => ({ text, isError: true });

/** Whether a call may be made, by the policy; a call that does not fit the tool is not put before a person. */
async function clear(
  { specialist, stepId }: UseToolInput,
  tool: Tool,
  input: unknown,
  performance: Performance,
): Promise<Cleared | Outcome> {
  const { cast, log, signal, key } = performance;
  const about = {
    run: log.run,
    key,
    ...(specialist === undefined ? {} : { specialist }),
    ...(stepId === undefined ? {} : { step: stepId }),
    signal,
    context: cast.context,
  };
  const call = { tool: tool.name, capability: tool.capability, arguments: input };
  const ruling = await permit(cast.policy, cast.clock, call, about);
  if (ruling.verdict === 'allow') return { input };
  if (ruling.verdict === 'refuse') {
    return refused(`Error: this call is not allowed${ruling.because ? `: ${ruling.because}` : '.'}`);
  }
  const problem = argumentsProblem(tool, input);
  if (problem) return refused(`Error: The input of ${tool.name} is wrong: ${problem}`);
  const ask = approvalOf(performance, ruling, { tool, input, specialist });
  return { text: ask.question, isError: true, ask };
}

/** What comes of a call about which a person was asked. */
function resume(id: string, input: unknown, { log }: Performance): Cleared | Outcome {
  const { ask, edited, ...resumed } = replyTo(log, id);
  const used = edited ?? ask.arguments;
  const made = used === undefined ? input : (JSON.parse(used) as unknown);
  if (ask.by !== 'policy') return { input: made, resumed };
  if (resumed.answer === true) return { input: made };
  if (resumed.isTimeout) return refused('Error: nobody approved this call in time. It was not made.');
  return refused(`A person refused this call${resumed.reason ? `: ${resumed.reason}` : '.'}`);
}

async function runTool(tool: Tool, { input, resumed }: Cleared, performance: Performance): Promise<Outcome> {
  const { cast, signal, key } = performance;
  const who = `Tool "${tool.name}"`;
  try {
    const given = { signal, key, context: cast.context, ...(resumed ? { resumed } : {}) };
    const { text, data, parts, ask } = await tool.run(input, given);
    if (ask) {
      const call = { tool: tool.name, arguments: JSON.stringify(input) };
      return { text: clean(text), isError: true, ask: askedBy(performance, who, ask, call) };
    }
    return {
      text: clean(text),
      ...(data === undefined ? {} : { data: asJson(data, who) }),
      isError: false,
      ...partsGiven(parts, tool.name),
    };
  } catch (error) {
    signal.throwIfAborted();
    return refused(`Error: ${messageOf(error)}`);
  }
}

/** A model puts a question to the user; what the user says is the result of the call. */
function askUser({ call, resumes }: UseToolInput, performance: Performance): Outcome {
  if (resumes !== undefined) {
    const { answer, isTimeout } = replyTo(performance.log, resumes);
    return isTimeout
      ? refused('Nobody answered in time. Go on with your best reading.')
      : { text: String(answer), isError: false };
  }
  const question = textArgument(call, 'question', 'text');
  if (question === '') return refused('Error: the question is empty.');
  if (!mayAskUser(performance)) return refused('Error: no more questions may be asked. Go on with your best reading.');
  return { text: question, isError: true, ask: questionOf(performance, question) };
}

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
