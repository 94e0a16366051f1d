import { assessWork, cannotMark, withVerdict } from '../../domain/assessment.ts';
import type { CheckVerdict } from '../../domain/check-format.ts';
import { argumentsOf, textArgument } from '../../domain/read-move.ts';
import type { StepOutput } from '../../domain/step-output.ts';
import { TroupeError } from '../../errors.ts';
import type { AskOutput } from '../../log/effect-outputs.ts';
import { knowledgeOf, lookupsOf, messagesOf, outputsOf, requestOf, startedStep } from '../../log/views.ts';
import { isShownInPart } from '../../prompts/fences.ts';
import { movesIn } from '../../prompts/moves.ts';
import type { WorkInput, WorkOutput } from '../../specialists/specialist.ts';
import type { Tool } from '../../tools/tool.ts';
import { asJson, callModel, resourcesOf } from './call-model.ts';
import { languageOf } from './conversation-of.ts';
import { fittedExchange, roomBeside } from './exchange.ts';
import { isMarked, markedSpec, toolsOf } from './offered-tools.ts';
import type { Performance, Performer } from './performer.ts';

/**
 * One turn of a specialist: its own function, or one call of its model. Its text is the result of the step; a call of a tool is asked for, and
 * where the output of tools is the result nobody is asked again.
 */
export const ask: Performer<'ask'> = async (
  { stepId, specialist: name, exchange, remarks, isLast, adopts },
  performance,
) => {
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
    // `checkedOutput` has seen that metadata is an object.
    const kept = {
      ...(data === undefined ? {} : { data: asJson(data, `Specialist "${name}"`) }),
      ...(metadata === undefined
        ? {}
        : { metadata: asJson(metadata, `Specialist "${name}"`) as AskOutput['metadata'] }),
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

  const own = toolsOf(cast, name);
  const lookups = lookupsOf(log);
  const past = fittedExchange(log, exchange, roomBeside(inputs, lookups));
  if (adopts) {
    const results = adopts.map((each) => log.output('useTool', each)?.text ?? '');
    return { output: await finish(results.join('\n\n'), past.failed) };
  }
  const topic = {
    purpose: 'work',
    step,
    specialist: { name, description: specialist.description, capabilities: specialist.capabilities },
    systemPrompt: specialist.systemPrompt,
    request: requestOf(log),
    inputs,
    lookups,
    hasTools: own.length > 0,
    isLast,
    exchange: past.messages,
    data: past.data,
    remarks,
    resources: await resourcesOf([specialist], signal),
  } as const;
  const { model, processInput } = specialist;
  const tools = offered(performance, own, [inputs, lookups]);
  const response = await callModel(performance, topic, {
    onText: speech.add,
    tools,
    ...(isLast && own.length > 0 ? { toolChoice: 'none' as const } : {}),
    ...(model ? { model } : {}),
    ...(processInput ? { toMessages: async () => [...(await processInput(work)), ...past.messages] } : {}),
  });
  const { text, usage } = response;
  const toolCalls = response.toolCalls.filter((call) => call.name !== 'cannot');
  const refusal = response.toolCalls.find((call) => call.name === 'cannot');
  const why = refusal && textArgument(refusal, 'reason', 'why');
  if (toolCalls.length > 0) {
    const answers = toolCalls.flatMap((call, index) =>
      isMarked(
        argumentsOf(call),
        own.find((tool) => tool.name === call.name),
      )
        ? [index]
        : [],
    );
    speech.end('');
    const unfinished = assessWork({ text: '', failedTools: 0 });
    const assessment = { ...unfinished, remark: 'It used its tools for too many turns and gave no result.' };
    const { provider } = response;
    return {
      output: { text, toolCalls, answers, assessment, exchange, ...(provider ? { provider } : {}) },
      usage,
    };
  }
  // What was written beside a refusal is a part of the step.
  if (refusal && text.trim() !== '') {
    return { output: await finish({ text: `${text}\n\n${why}`, isPartial: true }, past.failed), usage };
  }
  return { output: await finish(refusal ? `${cannotMark} ${why}` : text, past.failed), usage };
};

/** What a specialist may call: its tools, the refusal, and a way to read what it is shown in part. */
function offered({ log }: Performance, own: readonly Tool[], [inputs, lookups]: readonly [StepOutput[], StepOutput[]]) {
  const offer = movesIn(languageOf(log));
  return [
    ...own.map((tool) => markedSpec(tool, offer.answerWithThis)),
    ...(isShownInPart(inputs, lookups) ? [offer.readResult([...inputs, ...lookups].map(({ stepId }) => stepId))] : []),
    offer.cannot(),
  ];
}

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
