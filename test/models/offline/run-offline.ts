import type { Brief, BriefTopic, StepOutput } from '../../../src/domain/brief.ts';
import type { JsonValue } from '../../../src/domain/json.ts';
import type { Message } from '../../../src/domain/message.ts';
import { planProblems, type TaskPlan } from '../../../src/domain/plan.ts';
import { parsePlanMarkdown } from '../../../src/domain/plan-markdown.ts';
import { collectResults } from '../../../src/domain/results.ts';
import { readySteps } from '../../../src/domain/step-readiness.ts';
import { messageOf } from '../../../src/errors.ts';
import type { Model } from '../../../src/models/model.ts';
import { offlineModel, shippedSpecialists } from '../../../src/offline.ts';
import {
  type ReflectWire,
  reflectWire,
  type ThinkWire,
  thinkWire,
  toFeedbackResult,
  toThinkingResult,
} from '../../../src/prompts/wire.ts';
import type { Specialist } from '../../../src/specialists/specialist.ts';

export interface OfflineRun {
  readonly thought: ThinkWire;
  readonly plan?: TaskPlan;
  readonly outputs: readonly StepOutput[];
  readonly reflection?: ReflectWire;
  readonly answer: string;
}

const at = '2025-01-01T00:00:00Z';
const signal = new AbortController().signal;

/** Calls a model with a brief and nothing else, as the rules only read that. */
export function ask(model: Model, topic: BriefTopic & Pick<Brief, 'messages'>, onDelta?: (text: string) => void) {
  const brief = { language: 'en', ...topic };
  return model.call({ brief, messages: [], key: 'k', signal, ...(onDelta ? { onDelta } : {}) });
}

export function contextOf(messages: readonly Message[]): Extract<Brief, { purpose: 'think' }>['context'] {
  return {
    turnCount: messages.length,
    isFirstTurn: messages.length === 1,
    isContinuation: messages.length > 1,
    conversationTopic: '',
    userIntent: '',
    intentConfidence: 1,
    emotionalTone: '',
    keyEntities: [],
    complexityHint: 'moderate',
    relevantHistory: [],
    contextSummary: '',
    language: 'en',
    tokenCount: 0,
    analyzedAt: at,
    metadata: {},
  };
}

/** The rules and the specialists for some files, to be used for many questions. */
export function openOffline(files: readonly string[]) {
  return { model: offlineModel({ files }), specialists: shippedSpecialists({ files }) };
}

/** Think, plan, work with real tools, reflect, finalize: the round of the charts in a loop. */
export async function runOffline(
  question: string | readonly Message[],
  { model, specialists }: ReturnType<typeof openOffline>,
): Promise<OfflineRun> {
  const messages = typeof question === 'string' ? [{ role: 'user' as const, content: question }] : question;
  const context = contextOf(messages);
  const resources = (
    await Promise.all(specialists.map((one) => one.resources?.(new AbortController().signal) ?? []))
  ).flat();
  const wire = thinkWire.parse(
    JSON.parse((await ask(model, { purpose: 'think', mayAsk: true, messages, context, specialists, resources })).text),
  );
  const thought = toThinkingResult(wire, { timestamp: at, durationMs: 0 });
  if (wire.responseStrategy !== 'planned') {
    return {
      thought: wire,
      outputs: [],
      answer: wire.question ?? (await ask(model, { purpose: 'answer', messages, context, thought })).text,
    };
  }
  const content = (
    await ask(model, { purpose: 'plan', messages, context, thought, specialists, resources, maxSteps: 20 })
  ).text;
  const outline = parsePlanMarkdown(content);
  const problems = planProblems(outline, { specialists: specialists.map((one) => one.name), maxSteps: 20 });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const plan: TaskPlan = {
    ...outline,
    steps: [...outline.steps],
    version: 1,
    content,
    updateHistory: [],
    createdAt: at,
    updatedAt: at,
  };
  const outputs: StepOutput[] = [];
  for (let ready = readySteps(plan.steps); ready.length > 0; ready = readySteps(plan.steps)) {
    for (const step of ready) {
      const inputs = outputs.filter((output) => step.dependencies.includes(output.stepId));
      const specialist = specialists.find((one) => one.name === step.assignedTo);
      if (!specialist) throw new Error(`nobody is ${step.assignedTo}`);
      try {
        outputs.push(await workOn({ model, specialist, step, inputs, messages, resources }));
        step.status = 'completed';
      } catch (error) {
        step.status = 'failed';
        step.reason = messageOf(error);
      }
    }
  }
  const results = collectResults([]);
  const reflection = reflectWire.parse(
    JSON.parse(
      (
        await ask(model, {
          purpose: 'reflect',
          messages,
          thought,
          plan,
          outputs,
          results,
          round: 1,
          maxRounds: 3,
          isStalled: false,
        })
      ).text,
    ),
  );
  const feedback = toFeedbackResult(reflection, at);
  const answer = (
    await ask(model, { purpose: 'finalize', messages, thought, plan, outputs, feedback, notDone: wire.notDone })
  ).text;
  return { thought: wire, plan, outputs, reflection, answer };
}

async function workOn({
  model,
  specialist,
  ...about
}: { model: Model; specialist: Specialist } & Pick<
  Extract<Brief, { purpose: 'work' }>,
  'step' | 'inputs' | 'messages' | 'resources'
>): Promise<StepOutput> {
  const exchange: Message[] = [];
  const data: JsonValue[] = [];
  for (;;) {
    const { name, systemPrompt, tools } = specialist;
    const response = await ask(model, {
      purpose: 'work',
      ...about,
      specialist,
      systemPrompt,
      request: about.messages,
      exchange,
      data,
      remarks: [],
    });
    if (response.finishReason === 'stop') {
      return {
        stepId: about.step.id,
        description: about.step.description,
        specialist: name,
        text: response.text,
        data,
      };
    }
    exchange.push({ role: 'assistant', content: response.text, toolCalls: [...response.toolCalls] });
    for (const call of response.toolCalls) {
      const tool = tools.find((one) => one.name === call.name);
      const output = await tool
        ?.run(JSON.parse(call.arguments), { signal, key: call.id })
        .catch((error: unknown) => ({ text: messageOf(error) }));
      exchange.push({ role: 'tool', content: output?.text ?? 'no such tool', toolCallId: call.id });
      data.push(output && 'data' in output ? (output.data ?? null) : null);
    }
  }
}
