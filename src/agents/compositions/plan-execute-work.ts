/** What plan, execute and replan keep, and how it changes: pure functions for their chart. */
import type { JsonValue } from '../../domain/json.ts';
import type { Message } from '../../domain/message.ts';
import { TroupeError } from '../../errors.ts';
import { type AgentEnd, type AgentStart, brokenEnd } from '../agent.ts';
import type { MoveSpec } from '../moves.ts';
import {
  afterPart,
  beginComposition,
  type CompositionContext,
  decided,
  entriesOf,
  isFailed,
  isOutOfMeans,
  partStart,
  problemOf,
  wordsOf,
} from './composition.ts';
import type { ExecutedStep, PlanProgress } from './plan-prompts.ts';

/** Makes what an agent reads of where the work stands: a pure function, called in the decision. */
export type PlanInput = (progress: PlanProgress) => readonly Message[];

/** What is settled when it is made: the names of the three, and how many steps are executed at most. */
export interface PlanExecuteSettings {
  readonly name: string;
  readonly planner: string;
  readonly executor: string;
  readonly replanner: string;
  readonly max: number;
}

export interface PlanExecuteContext extends CompositionContext {
  readonly settings: PlanExecuteSettings;
  /** What is left, the next step first. */
  readonly plan: readonly string[];
  readonly executedSteps: readonly ExecutedStep[];
  /** The answer that was given as such, not in words of the replanner. */
  readonly response: string | undefined;
  readonly isDone: boolean;
}

export const beginPlan = (settings: PlanExecuteSettings, start: AgentStart): PlanExecuteContext => ({
  ...beginComposition(settings.name, start),
  settings,
  plan: [],
  executedSteps: [],
  response: undefined,
  isDone: false,
});

export const planMove: MoveSpec = {
  name: 'plan',
  description: 'Goes on with these steps: all that are still to be done, in their order, without those that are done.',
  parameters: {
    type: 'object',
    properties: { steps: { type: 'array', items: { type: 'string' }, description: 'The steps, the next one first.' } },
    required: ['steps'],
  },
  reply: 'The plan goes on.',
};

export const respondMove: MoveSpec = {
  name: 'respond',
  description: 'Gives the final answer to the user and ends the work.',
  parameters: {
    type: 'object',
    properties: { response: { type: 'string', description: 'The whole answer.' } },
    required: ['response'],
  },
  reply: 'The answer was given.',
};

/** What an agent begins with whose input is made of the plan: it reads that and nothing else. What the function throws ends the chart with an error. */
export function stepStart(
  context: PlanExecuteContext,
  part: string,
  input: PlanInput,
  moves: readonly MoveSpec[] = [],
): AgentStart {
  const { messages, plan, executedSteps } = context;
  const made = decided(context, `The function that makes the input of [${part}]`, () =>
    input({ messages, plan, executedSteps }),
  );
  if ('error' in made) throw new TroupeError('bad-config', made.error.message);
  return { ...partStart({ ...context, moves: [] }, part, moves), messages: made.value, history: [] };
}

/** The steps in what an agent gave as data. */
export function stepsIn(value: unknown): readonly string[] | undefined {
  const { steps } = (typeof value === 'object' && value !== null ? value : {}) as { steps?: unknown }; // whatever it has
  if (!Array.isArray(steps)) return undefined;
  return steps.map(String).filter((step) => step.trim() !== '');
}

/** What the planner gave; a planner without steps has failed. */
export const plannedEnd = (end: AgentEnd): AgentEnd =>
  isFailed(end) || isOutOfMeans(end) || stepsIn(end.output)
    ? end
    : {
        ...brokenEnd({ code: 'bad-output', message: 'It gave no plan. Its output has to be { steps: string[] }.' }),
        history: end.history,
      };

export const afterPlanner = (context: PlanExecuteContext, end: AgentEnd): Partial<PlanExecuteContext> => ({
  ...afterPart(context, context.settings.planner, end),
  answer: undefined,
  output: undefined,
  plan: stepsIn(end.output) ?? [],
});

/** A step was carried out: one that failed is told as such, and the replanner decides what becomes of it. */
export function afterStep(context: PlanExecuteContext, end: AgentEnd): Partial<PlanExecuteContext> {
  const { settings, plan, executedSteps } = context;
  const [step = '', ...left] = plan;
  const result = isFailed(end) ? problemOf(settings.executor, end).message : (wordsOf(end)?.content ?? '');
  return {
    ...afterPart(context, settings.executor, end),
    output: undefined,
    plan: left,
    executedSteps: [...executedSteps, { step, result }],
  };
}

/** How the replanner goes on: with steps, by its move or as data; anything else that it says is the answer. */
export function afterReplanner(context: PlanExecuteContext, end: AgentEnd): Partial<PlanExecuteContext> {
  const { replanner } = context.settings;
  const entries = [...context.entries, ...entriesOf(replanner, end)];
  const planned = end.moves.find(({ name }) => name === planMove.name);
  const steps = stepsIn(planned?.arguments) ?? stepsIn(end.output);
  const response = responseOf(end);
  if (response !== undefined) return { entries, response, isDone: true };
  if (steps && steps.length > 0) return { entries, plan: steps };
  const answer = isOutOfMeans(end) ? (context.answer ?? wordsOf(end)) : (wordsOf(end) ?? context.answer);
  return { entries, answer, isDone: true, ...(isOutOfMeans(end) ? { limit: end.limit } : {}) };
}

function responseOf({ moves, output }: AgentEnd): string | undefined {
  const moved = moves.find(({ name }) => name === respondMove.name)?.arguments.response;
  if (typeof moved === 'string') return moved;
  const { response } = (typeof output === 'object' && output !== null ? output : {}) as { response?: unknown }; // whatever it has
  return typeof response === 'string' ? response : undefined;
}

/** What others may read in the session: the steps that are left, and those that were carried out. */
export const planValues = ({ plan, executedSteps }: PlanExecuteContext): Readonly<Record<string, JsonValue>> => ({
  plan: [...plan],
  executedSteps: executedSteps.map(({ step, result }) => ({ step, result })),
});
