import { assessWork, withVerdict } from '../domain/assessment.ts';
import type { CheckVerdict } from '../domain/check-format.ts';
import type { JsonValue } from '../domain/json.ts';
import type { Message, ToolCall } from '../domain/message.ts';
import { messageOf, TroupeError } from '../errors.ts';
import type { RunLog } from '../log/run-log.ts';
import { knowledgeOf, messagesOf, outputsOf, requestOf, startedStep } from '../log/views.ts';
import type { WorkInput, WorkOutput } from '../specialists/specialist.ts';
import { toToolSpec } from '../tools/tool.ts';
import { asJson, callModel, type Performer, resourcesOf } from './performer.ts';
import type { ToolResult } from './use-tool.ts';

interface Input {
  readonly stepId: string;
  readonly specialist: string;
  readonly exchange: readonly string[];
  readonly remarks: readonly string[];
}

/** One turn of a specialist: its own function, or one call of its model, which may ask for tools. */
export const ask: Performer<Input> = async ({ stepId, specialist: name, exchange, remarks }, performance) => {
  const { cast, log, signal, key, speech } = performance;
  const specialist = cast.specialists.find((each) => each.name === name);
  const step = startedStep(log, stepId);
  if (!specialist || !step) throw new TroupeError('bug', `Step ${stepId} or its specialist "${name}" is not there.`);
  const inputs = outputsOf(log, step.dependencies);
  const work: WorkInput = {
    step,
    messages: messagesOf(log),
    knowledge: knowledgeOf(log),
    inputs,
    remarks,
    signal,
    key,
  };
  const finish = async (output: WorkOutput | string, failedTools: number) => {
    const raw = checkedOutput(output, name);
    const result = specialist.processOutput ? checkedOutput(await specialist.processOutput(raw, work), name) : raw;
    const { text, data, metadata, ...own } = result;
    speech.end(text);
    const assessed = assessWork({ text, failedTools, format: step.format, own });
    const verdict =
      assessed.accepted && specialist.check ? checkedVerdict(await specialist.check(result, work), name) : undefined;
    const kept = {
      ...(data === undefined ? {} : { data: asJson(data, `Specialist "${name}"`) }),
      ...(metadata === undefined ? {} : { metadata: asJson(metadata, `Specialist "${name}"`) }),
    };
    return { text, toolCalls: [], assessment: withVerdict(assessed, verdict), exchange, ...kept };
  };

  if (specialist.run) return { output: await finish(await specialist.run(work), 0) };
  if (specialist.stream) {
    let text = '';
    for await (const piece of untilAborted(specialist.stream(work), signal)) {
      if (typeof piece !== 'string') {
        const what = piece === null ? 'null' : typeof piece;
        throw new TroupeError('bad-config', `Specialist "${name}" streams what is no text (${what}). Yield strings.`);
      }
      text += piece;
      speech.add(piece);
    }
    return { output: await finish(text, 0) };
  }

  const past = readExchange(log, exchange);
  const topic = {
    purpose: 'work',
    step,
    specialist: { name, description: specialist.description, capabilities: specialist.capabilities },
    systemPrompt: specialist.systemPrompt,
    request: requestOf(log),
    inputs,
    exchange: past.messages,
    data: past.data,
    remarks,
    resources: await resourcesOf([specialist], signal),
  } as const;
  const { model, processInput } = specialist;
  const tools = specialist.tools.map(toToolSpec);
  const { text, toolCalls, usage } = await callModel(performance, topic, {
    onText: speech.add,
    ...(tools.length > 0 ? { tools } : {}),
    ...(model ? { model } : {}),
    ...(processInput ? { toMessages: async () => [...(await processInput(work)), ...past.messages] } : {}),
  });
  if (toolCalls.length > 0) {
    const unfinished = assessWork({ text: '', failedTools: 0 });
    const assessment = { ...unfinished, remark: 'It used its tools for too many turns and gave no result.' };
    return { output: { text, toolCalls, assessment, exchange }, usage };
  }
  return { output: await finish(text, past.failed), usage };
};

/** What somebody's stream gives, until the signal aborts. Whoever gives it is told that nobody reads on, and not waited for. */
async function* untilAborted(pieces: AsyncIterable<unknown>, signal: AbortSignal): AsyncGenerator<unknown> {
  // A list is read, too, as `for await` does.
  const iterator = (pieces[Symbol.asyncIterator] ?? (pieces as unknown as unknown[])[Symbol.iterator]).call(pieces);
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => {});
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  let isOver = false;
  try {
    for (;;) {
      const next = await Promise.race([aborted.promise, iterator.next()]);
      isOver = next.done === true;
      if (isOver) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    if (!isOver) (async () => iterator.return?.())().catch(() => {});
  }
}

/** What somebody's function gave, which has to be a text or hold one. */
function checkedOutput(output: WorkOutput | string, name: string): WorkOutput {
  const { text, ...rest } = typeof output === 'string' ? { text: output } : output;
  if (typeof text !== 'string') {
    throw new TroupeError('bad-config', `Specialist "${name}" gave no text. Return a string or { text }.`);
  }
  const { metadata } = rest as WorkOutput; // what is not there is undefined
  if (metadata !== undefined && (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))) {
    throw new TroupeError(
      'bad-config',
      `Specialist "${name}" gave metadata that is no object. Return { text, metadata: { … } }.`,
    );
  }
  return { text, ...rest };
}

/** What somebody's check gave. */
function checkedVerdict(verdict: CheckVerdict | undefined = true, name: string): CheckVerdict {
  const isQuality = typeof verdict === 'object' && typeof verdict?.quality === 'number';
  if (verdict === true || typeof verdict === 'string' || isQuality) return verdict;
  throw new TroupeError(
    'bad-config',
    `The check of specialist "${name}" gave no verdict. Return nothing, true, the problem as a text, or { quality }.`,
  );
}

/** The calls of tools so far as messages, each call with its result. */
function readExchange(
  log: RunLog,
  keys: readonly string[],
): { messages: Message[]; data: JsonValue[]; failed: number } {
  const messages: Message[] = [];
  const data: JsonValue[] = [];
  // Tools that failed, with the turn in which they did: a call of a later turn mends it, one beside it does not know of it.
  const failed = new Map<string, number>();
  let turns = 0;
  let calls: readonly ToolCall[] = [];
  for (const key of keys) {
    const turn = log.output(key) as { text: string; toolCalls?: readonly ToolCall[] } | undefined; // written by `ask`
    if (turn?.toolCalls) {
      turns++;
      calls = [...turn.toolCalls];
      messages.push({ role: 'assistant', content: turn.text, toolCalls: [...calls] });
      continue;
    }
    const [call, ...rest] = calls;
    calls = rest;
    const result = log.output(key) as ToolResult | undefined; // written by `useTool`
    const error = log.latest('effect.failed', key)?.data.error as { message: string } | undefined; // written by the effects port
    const content = result?.text ?? `Error: ${messageOf(error?.message ?? 'there is no result')}`;
    const tool = call?.name ?? key;
    if (!result || result.isError) failed.set(tool, turns);
    else if ((failed.get(tool) ?? turns) < turns) failed.delete(tool);
    messages.push({ role: 'tool', content, toolCallId: call?.id ?? key, ...(call ? { name: call.name } : {}) });
    data.push(result?.data ?? null);
  }
  return { messages, data, failed: failed.size };
}
