import { assessWork, cannotMark, withVerdict } from '../../domain/assessment.ts';
import type { CheckVerdict } from '../../domain/check-format.ts';
import type { AskInput } from '../../domain/effect-inputs.ts';
import type { ToolCall } from '../../domain/message.ts';
import { withNotes } from '../../domain/part.ts';
import { argumentsOf, textArgument } from '../../domain/read-move.ts';
import type { StepOutput } from '../../domain/step-output.ts';
import { TroupeError } from '../../errors.ts';
import type { AskOutput } from '../../log/effect-outputs.ts';
import { failingIn, knowledgeOf, lookupsOf, messagesOf, outputsOf, requestOf, startedStep } from '../../log/views.ts';
import type { ModelResponse } from '../../models/model.ts';
import { isShownInPart } from '../../prompts/fences.ts';
import { movesIn } from '../../prompts/moves.ts';
import type { Specialist, WorkInput, WorkOutput } from '../../specialists/specialist.ts';
import type { Tool } from '../../tools/tool.ts';
import type { Performed } from '../effect-pack.ts';
import { askedBy, mayAskUser, resumedOf } from './asking.ts';
import { spendingOf } from './bill.ts';
import { asJson, callModel, resourcesOf } from './call-model.ts';
import { languageOf } from './conversation/conversation-of.ts';
import { type Recalled, recalledFor } from './conversation/host-memory.ts';
import { fittedExchange, roomBeside } from './exchange.ts';
import { isMarked, markedSpec, toolsOf } from './offered-tools.ts';
import type { Performance, Performer } from './performer.ts';

/**
 * One turn of a specialist: its own function, or one call of its model. Its text is the result of the step; a call of a tool is asked for, and
 * where the output of tools is the result nobody is asked again.
 */
export const ask: Performer<'ask'> = async (input, performance) => {
  const turn = turnOf(input, performance, performance.cast.memory ? await recalledFor(performance) : undefined);
  const { specialist, work } = turn;
  if (specialist.run) return ownWork(turn, await specialist.run(work));
  if (specialist.stream) return { output: await finish(turn, await streamed(turn, specialist.stream(work)), 0) };
  return askModel(turn);
};

/** What a specialist's own function came to; what it used counts. */
async function ownWork(turn: Turn, given: WorkOutput | string): Promise<Performed<AskOutput>> {
  const { usage } = typeof given === 'object' && given !== null ? given : {};
  if (usage) {
    turn.performance.ledger.charge(spendingOf(usage));
    turn.performance.onUsed(usage);
  }
  return { output: await settle(turn, given), ...(usage ? { usage } : {}) };
}

/** What a turn is about. */
interface Turn {
  readonly input: AskInput;
  readonly performance: Performance;
  readonly specialist: Specialist;
  readonly work: WorkInput;
}

/** What a function gave: its result, or what it asks a person first. */
async function settle(turn: Turn, output: WorkOutput | string): Promise<AskOutput> {
  const { input, performance, specialist } = turn;
  if (typeof output === 'string' || !output.ask) return finish(turn, output, 0);
  const remark = 'It asked people too often and gave no result.';
  const assessment = { ...assessWork({ text: '', failedTools: 0 }), remark };
  const asked = askedBy(performance, `Specialist "${specialist.name}"`, output.ask);
  return { text: '', toolCalls: [], assessment, exchange: input.exchange, ask: asked };
}

function turnOf(input: AskInput, performance: Performance, recalled: Recalled | undefined): Turn {
  const { cast, log, signal, key } = performance;
  const { stepId, specialist: name, remarks, resumes } = input;
  const specialist = cast.specialists.find((each) => each.name === name);
  const step = startedStep(log, stepId);
  if (!specialist || !step) throw new TroupeError('bug', `Step ${stepId} or its specialist "${name}" is not there.`);
  const inputs = outputsOf(log, step.dependencies);
  const resumed = resumes === undefined ? {} : { resumed: resumedOf(performance, resumes) };
  const { messages = messagesOf(log) } = recalled ?? {};
  const { remembered, preferences } = (specialist.memory !== false && recalled) || { remembered: [], preferences: [] };
  const about = { step, messages, knowledge: knowledgeOf(log), remembered, preferences, inputs, remarks };
  const work = { ...about, signal, key, context: cast.context, ...resumed };
  return { input, performance, specialist, work };
}

/** The result of a step, assessed and checked. */
async function finish(
  { input, performance, specialist, work }: Turn,
  output: WorkOutput | string,
  failedTools: number,
) {
  const { name } = specialist;
  const raw = checkedOutput(output, name);
  const result = specialist.processOutput ? checkedOutput(await specialist.processOutput(raw, work), name) : raw;
  const { text, data, metadata, usage: _counted, ...own } = result;
  performance.speech.end(text);
  const assessed = assessWork({ text, failedTools, format: work.step.format, own });
  const verdict =
    assessed.accepted && specialist.check ? checkedVerdict(await specialist.check(result, work), name) : undefined;
  const kept = {
    ...(data === undefined ? {} : { data: asJson(data, `Specialist "${name}"`) }),
    // `checkedOutput` has seen that metadata is an object.
    ...(metadata === undefined ? {} : { metadata: asJson(metadata, `Specialist "${name}"`) as AskOutput['metadata'] }),
  };
  return { text, toolCalls: [], assessment: withVerdict(assessed, verdict), exchange: input.exchange, ...kept };
}

/** The whole text of a specialist that streams it. */
async function streamed({ performance, specialist }: Turn, pieces: AsyncIterable<unknown>): Promise<string> {
  let text = '';
  for await (const piece of untilAborted(pieces, performance.signal)) {
    if (typeof piece !== 'string') {
      const what = piece === null ? 'null' : typeof piece;
      throw new TroupeError(
        'bad-config',
        `Specialist "${specialist.name}" streams something that is not text (${what}). Yield strings.`,
      );
    }
    text += piece;
    performance.speech.add(piece);
  }
  return text;
}

async function askModel(turn: Turn): Promise<Performed<AskOutput>> {
  const { input, performance, specialist, work } = turn;
  const { cast, log, speech } = performance;
  const { isLast, adopts, remarks } = input;
  const { name, description, capabilities, systemPrompt, model, processInput, memory: isReminded = true } = specialist;
  const { step, inputs } = work;
  const own = toolsOf(cast, name);
  const lookups = lookupsOf(log);
  const past = fittedExchange(log, input.exchange, roomBeside(inputs, lookups));
  if (adopts) {
    const results = adopts.map((each) => {
      const { text = '', parts } = log.output('useTool', each) ?? {};
      return withNotes(text, parts);
    });
    return { output: await finish(turn, results.join('\n\n'), past.failed) };
  }
  const names = own.map((tool) => tool.name);
  const taken = failingIn(log, input, { tools: names, worked: past.worked });
  const usable = own.filter(({ name: tool }) => taken.failing?.others.includes(tool) ?? true);
  const topic = {
    purpose: 'work',
    step,
    specialist: { name, description, capabilities },
    systemPrompt,
    request: requestOf(log),
    inputs,
    lookups,
    hasTools: usable.length > 0,
    isLast,
    exchange: past.messages,
    data: past.data,
    remarks,
    ...taken,
    resources: await resourcesOf([specialist], performance),
  } as const;
  const response = await callModel(performance, topic, {
    onText: speech.add,
    tools: offered(performance, usable, [inputs, lookups]),
    ...(isLast && usable.length > 0 ? { toolChoice: 'none' as const } : {}),
    ...(model ? { model } : {}),
    isReminded,
    ...(processInput ? { toMessages: async () => [...(await processInput(work)), ...past.messages] } : {}),
  });
  const { usage } = response;
  const toolCalls = response.toolCalls.filter((call) => call.name !== 'cannot');
  if (toolCalls.length === 0) return { output: await finish(turn, resultIn(response), past.failed), usage };
  speech.end('');
  return { output: unfinished(turn, response, toolCalls, own), usage };
}

/** The result that a reply is. What was written beside a refusal is a part of the step. */
function resultIn({ text, toolCalls }: ModelResponse): WorkOutput | string {
  const refusal = toolCalls.find((call) => call.name === 'cannot');
  if (!refusal) return text;
  const why = textArgument(refusal, 'reason', 'why');
  return text.trim() === '' ? `${cannotMark} ${why}` : { text: `${text}\n\n${why}`, isPartial: true };
}

/** A turn that ends with calls of tools. */
function unfinished({ input }: Turn, response: ModelResponse, toolCalls: ToolCall[], own: readonly Tool[]) {
  const { text, provider } = response;
  const toolOf = (call: ToolCall) => own.find((tool) => tool.name === call.name);
  const answers = toolCalls.flatMap((call, index) => (isMarked(argumentsOf(call), toolOf(call)) ? [index] : []));
  const remark = 'It used its tools for too many turns and gave no result.';
  const assessment = { ...assessWork({ text: '', failedTools: 0 }), remark };
  return { text, toolCalls, answers, assessment, exchange: input.exchange, ...(provider ? { provider } : {}) };
}

/** What a specialist may call: its tools, the refusal, and a way to read what it is shown in part. */
function offered(
  performance: Performance,
  own: readonly Tool[],
  [inputs, lookups]: readonly [readonly StepOutput[], readonly StepOutput[]],
) {
  const offer = movesIn(languageOf(performance.log));
  return [
    ...own.map((tool) => markedSpec(tool, offer.answerWithThis)),
    ...(mayAskUser(performance) ? [offer.askUser()] : []),
    ...(isShownInPart(inputs, lookups) ? [offer.readResult([...inputs, ...lookups].map(({ stepId }) => stepId))] : []),
    offer.cannot(),
  ];
}

/** What somebody's stream yields, until the signal aborts. Its source is asked to stop, and not waited for. */
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
  const isQuality =
    typeof verdict === 'object' &&
    typeof verdict?.quality === 'number' &&
    (verdict.remark === undefined || typeof verdict.remark === 'string');
  if (verdict === true || typeof verdict === 'string' || isQuality) return verdict;
  throw new TroupeError(
    'bad-config',
    `The check of specialist "${name}" gave no verdict. Return nothing, true, the problem as a text, or { quality, remark } with a number and a text.`,
  );
}
