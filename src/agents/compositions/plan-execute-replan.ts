import { z } from 'zod';
import type { RequestContext } from '../../domain/options.ts';
import { TroupeError } from '../../errors.ts';
import type { Model } from '../../models/model.ts';
import type { Tool } from '../../tools/tool.ts';
import type { Agent } from '../agent.ts';
import { type AgentTool, isAgentTool } from '../agent-tool.ts';
import { agent } from '../model/model-agent.ts';
import { type CompositionDefinition, chartsOf, checkComposition, checkMax } from './check-composition.ts';
import { planExecuteMachine } from './plan-execute-machine.ts';
import type { PlanInput } from './plan-execute-work.ts';
import {
  executorInput,
  executorInstructions,
  plannerInstructions,
  replannerInput,
  replannerInstructions,
  withTools,
} from './plan-prompts.ts';

/** What a planner gives. */
export const planSchema = z.object({
  steps: z.array(z.string()).describe('What is to be done, one step each, in this order.'),
});

/** What a planner gives. */
export interface StepPlan {
  readonly steps: readonly string[];
}

interface PlanOptions extends CompositionDefinition {
  /** How many steps are carried out at most; then the replanner is asked for the answer. @default 10 */
  readonly max?: number;
  /** What the executor reads: a pure function of the request, the plan and what was done. */
  readonly executorInput?: PlanInput;
  /** What the replanner reads: the same for it. */
  readonly replannerInput?: PlanInput;
}

/** Three agents of your own. */
export interface PlanAgents {
  /** Its answer is a plan: give it `outputSchema: planSchema`. */
  readonly planner: Agent<StepPlan>;
  /** Carries out one step at a time. */
  readonly executor: Agent;
  /** Is offered the moves `plan` and `respond`; words without a move are the answer. */
  readonly replanner: Agent;
}

/** A model, of which the three are made. */
export interface PlanModel<Context = RequestContext> {
  readonly model: Model | readonly Model[];
  /** What the one who carries out steps may use. @default [] */
  readonly tools?: readonly (Tool<Context> | AgentTool)[];
}

/** What `planExecuteReplan` takes: three agents, or a model of which they are made. */
export type PlanExecuteDefinition<Context = RequestContext> = PlanOptions & (PlanAgents | PlanModel<Context>);

/**
 * A plan is made, its first step is carried out, then it is looked at again: until there is an answer, or `max` steps were carried out. The session has the
 * steps that are left under `plan`, and those that were carried out, with their results, under `executedSteps`.
 *
 * @throws TroupeError `bad-config` for a definition that cannot be used.
 */
export function planExecuteReplan<Context = RequestContext>(definition: PlanExecuteDefinition<Context>): Agent<string> {
  const { name, description, version = '1', max = 10 } = definition;
  const { planner, executor, replanner } = 'model' in definition ? madeOf(definition) : definition;
  const parts = [planner, executor, replanner];
  if (parts.some((part) => typeof part?.machine !== 'object')) {
    throw new TroupeError('bad-config', `"${name}" needs a planner, an executor and a replanner; or a model.`);
  }
  checkComposition(definition, parts);
  checkMax(name, max);
  const machine = planExecuteMachine(
    { name, planner: planner.name, executor: executor.name, replanner: replanner.name, max },
    {
      executor: definition.executorInput ?? executorInput,
      replanner: definition.replannerInput ?? replannerInput,
    },
  );
  return { name, description, version, parts, machine: machine.provide({ actors: chartsOf(parts) }) };
}

const described = (tool: Tool<never> | AgentTool) => (isAgentTool(tool) ? tool.spec : tool);

/** The three, made of one model. */
const madeOf = <Context>({ model, tools = [] }: PlanModel<Context>): PlanAgents => ({
  planner: agent({
    name: 'planner',
    description: 'Makes a plan of steps for a request.',
    model,
    instructions: withTools(plannerInstructions, tools.map(described)),
    outputSchema: planSchema,
  }),
  executor: agent({
    name: 'executor',
    description: 'Carries out one step of a plan with its tools.',
    model,
    tools,
    instructions: executorInstructions,
  }),
  replanner: agent({
    name: 'replanner',
    description: 'Looks at the results of a plan, and changes it or gives the answer.',
    model,
    instructions: withTools(replannerInstructions, tools.map(described)),
  }),
});
