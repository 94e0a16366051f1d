/** An agent in the work of others: as a specialist of an orchestrator, and as a tool. Each piece of work is a run of its own. */
import { z } from 'zod';
import type { JsonValue } from '../domain/json.ts';
import { lastUserText, type Message } from '../domain/message.ts';
import { TroupeError } from '../errors.ts';
import { fenced } from '../prompts/fences.ts';
import { defineSpecialist, type Specialist, type WorkInput } from '../specialists/specialist.ts';
import { type Capability, defineTool, type Tool } from '../tools/tool.ts';
import type { Agent } from './agent.ts';
import type { AgentResult } from './running/agent-result.ts';
import type { AgentRun } from './running/agent-run.ts';
import type { AgentRunner } from './running/agent-runner.ts';
import { runOnce } from './running/run-once.ts';

/** Who runs an agent for others. */
interface AtWork {
  /** Its store keeps the runs: with one, nothing is done twice when the process dies meanwhile. */
  readonly runner: AgentRunner;
  /** @default the agent's */
  readonly name?: string;
  readonly description?: string;
  /** Called with the run when a person is asked in it: the work waits for the answer. @default the work fails, and says what was asked */
  readonly onWaiting?: (run: AgentRun) => void;
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

/**
 * Makes a specialist of an agent. The work on a step is a run of the agent under the key of the step's effect: started, continued or read, so that nothing is done
 * or paid for twice. What it uses is counted in the orchestrator's run.
 */
export function asSpecialist(agent: Agent, options: AgentSpecialistOptions): Specialist {
  const { name = agent.name, description = agent.description, input = askedBy } = options;
  return defineSpecialist({
    name,
    description,
    run: async (work) => {
      const result = await worked(agent, input(work), work, options);
      const { text, data, limit } = answerIn(agent, result);
      return {
        text,
        usage: result.usage,
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
      const { text, data } = answerIn(agent, await worked(agent, task, context, options));
      return { text, ...(data === undefined ? {} : { data }) };
    },
  });
}

function worked(
  agent: Agent,
  input: string | readonly Message[],
  { key, signal, context }: { readonly key: string; readonly signal: AbortSignal; readonly context?: unknown },
  { runner, onWaiting }: AtWork,
): Promise<AgentResult> {
  const known = typeof context === 'object' && context !== null ? { context: { ...context } } : {};
  return runOnce(runner, agent, input, { id: key, signal, ...known, ...(onWaiting ? { onWaiting } : {}) });
}

/** The answer of a run. @throws TroupeError `tool` where there is none. */
function answerIn(agent: Agent, { runId, status, message, output, error, waiting, limit }: AgentResult) {
  if (status === 'waiting') {
    const questions = waiting.map(({ question }) => `"${question}"`).join(', ');
    throw new TroupeError(
      'tool',
      `The agent "${agent.name}" waits for a person in run ${runId}: ${questions}. Give onWaiting, and answer the run that it gets.`,
    );
  }
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
