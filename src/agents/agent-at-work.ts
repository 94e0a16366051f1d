/** An agent in the work of others: as a specialist of an orchestrator, and as a tool. Each piece of work is a run of its own. */
import { z } from 'zod';
import type { JsonValue } from '../domain/json.ts';
import { lastUserText, type Message } from '../domain/message.ts';
import type { Resumed } from '../domain/person-ask.ts';
import { TroupeError } from '../errors.ts';
import type { Usage } from '../models/model.ts';
import { fenced } from '../prompts/fences.ts';
import { defineSpecialist, type Specialist, type WorkInput } from '../specialists/specialist.ts';
import type { Asking } from '../tools/ask.ts';
import { type Capability, defineTool, type Tool } from '../tools/tool.ts';
import type { Agent } from './agent.ts';
import { passOn } from './pass-on.ts';
import type { AgentResult } from './running/agent-result.ts';
import type { AgentRunner } from './running/agent-runner.ts';
import { runOnce } from './running/run-once.ts';

/** Who runs an agent for others. */
interface AtWork {
  /** Its store keeps the runs: with one, nothing is done twice when the process dies meanwhile. */
  readonly runner: AgentRunner;
  /** @default the agent's */
  readonly name?: string;
  readonly description?: string;
}

/** What `asSpecialist` takes. */
export interface AgentSpecialistOptions extends AtWork {
  /** Makes what the agent is asked of a step. @default the step, the request, the results it needs and the remarks, in words */
  readonly input?: (work: WorkInput) => string | readonly Message[];
}

/** What `agentAsTool` takes. */
export interface AgentToolOptions extends AtWork {
  /** What the agent may do to the world. Its own tools are under the policy of the runner. @default 'read' */
  readonly capability?: Capability;
}

/** What is kept while a person is asked. */
interface Kept {
  readonly run: string;
  readonly ask: string;
  /** What was counted before. */
  readonly counted: Usage;
}

/**
 * Makes a specialist of an agent. The work on a step is a run of the agent under the key of the step's effect: started, continued or read, so that nothing is done
 * or paid for twice. What it asks people the orchestrator asks them, and what it uses is counted in the orchestrator's run.
 */
export function asSpecialist(agent: Agent, options: AgentSpecialistOptions): Specialist {
  const { name = agent.name, description = agent.description, input = askedBy } = options;
  return defineSpecialist({
    name,
    description,
    run: async (work) => {
      const done = await worked(agent, () => input(work), work, options.runner);
      if ('ask' in done) return done;
      const { result, usage } = done;
      const { text, data, limit } = answerIn(agent, result);
      return {
        text,
        usage,
        metadata: { run: result.runId },
        ...(data === undefined ? {} : { data }),
        ...(limit ? { isPartial: true } : {}),
      };
    },
  });
}

/** Makes a tool of an agent, for specialists and whoever else uses tools: each call is a run of the agent under the key of the call. */
export function agentAsTool(agent: Agent, options: AgentToolOptions): Tool {
  const { name = agent.name, description = agent.description, capability = 'read' } = options;
  return defineTool({
    name,
    description,
    capability,
    input: z.object({
      task: z.string().describe(`What ${agent.name} has to do, with all that it needs to know: it sees nothing else.`),
    }),
    run: async ({ task }, context) => {
      const done = await worked(agent, () => task, context, options.runner);
      if ('ask' in done) return done;
      const { text, data } = answerIn(agent, done.result);
      return { text, ...(data === undefined ? {} : { data }) };
    },
  });
}

/** What an agent works for: an effect of another run. */
interface Effect {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly context?: unknown;
  readonly resumed?: Resumed;
}

/** How the run of an agent came out and what it used since it was last looked at; or what it asks a person. */
async function worked(
  agent: Agent,
  input: () => string | readonly Message[],
  { key, signal, context, resumed }: Effect,
  runner: AgentRunner,
): Promise<{ readonly result: AgentResult; readonly usage: Usage } | (Asking & { readonly usage: Usage })> {
  const kept = resumed?.keep as unknown as Kept | undefined; // what was kept with the question
  const known = typeof context === 'object' && context !== null ? { context: { ...context } } : {};
  const reply = resumed && kept ? { reply: { ask: kept.ask, resumed } } : {};
  const id = kept?.run ?? key;
  // A model may have written the input.
  const result = await runOnce(runner, agent, input(), { id, signal, learns: false, ...known, ...reply });
  const usage = since(result.usage, kept?.counted);
  const [asked] = result.status === 'waiting' ? result.waiting : [];
  if (!asked) return { result, usage };
  const keep = { run: id, ask: asked.id, counted: { ...result.usage } };
  const { until } = asked;
  // Whoever answers later than that would answer nobody.
  const left = until === undefined ? undefined : Math.max(1, Date.parse(until) - runner.now());
  return { ...passOn(asked, keep, left), usage };
}

function since(now: Usage, before: Usage | undefined): Usage {
  if (!before) return now;
  return {
    modelCalls: now.modelCalls - before.modelCalls,
    inputTokens: now.inputTokens - before.inputTokens,
    outputTokens: now.outputTokens - before.outputTokens,
    ...(now.costUsd === undefined ? {} : { costUsd: now.costUsd - (before.costUsd ?? 0) }),
  };
}

/** The answer of a run. @throws TroupeError `tool` where there is none. */
function answerIn(agent: Agent, { runId, status, message, output, error, limit }: AgentResult) {
  if (status !== 'completed') {
    throw new TroupeError('tool', `The agent "${agent.name}" ${status} in run ${runId}: ${error?.message ?? status}`);
  }
  // What came through the log is data.
  return { text: message?.content ?? '', data: output as JsonValue | undefined, limit };
}

/** A step in words. What others gave is data. */
function askedBy({ step, messages, knowledge, inputs, remarks }: WorkInput): string {
  const request = lastUserText(messages) ?? '';
  return [
    step.description,
    ...(step.format ? [`The form of the result: ${step.format}.`] : []),
    `It is a part of this request:\n${fenced('conversation', request)}`,
    ...(knowledge.length > 0 ? [`What is known:\n${fenced('knowledge', knowledge.join('\n\n'))}`] : []),
    ...inputs.map(
      ({ stepId, description, text }) => `What "${description}" gave:\n${fenced('result', text, ` step="${stepId}"`)}`,
    ),
    ...(remarks.length > 0
      ? [`Why earlier attempts were refused:\n${remarks.map((remark) => `- ${remark}`).join('\n')}`]
      : []),
  ].join('\n\n');
}
