import { z } from 'zod';
import type { JsonValue } from '../../domain/json.ts';
import { type Message, requestProblem } from '../../domain/message.ts';
import { configProblem } from '../../domain/schemas/config-problem.ts';
import { TroupeError } from '../../errors.ts';
import { metadataSchema, type RunMetadata, sessionSchema } from '../../log/entries/request-labels.ts';
import type { Memory } from '../../memory/memory.ts';
import { optionProblem } from '../../text/nearest-name.ts';
import { type AgentLimits, type AgentRequest, checkLimits } from './agent-chart.ts';
import { loggedOptions, type OptionsByAgent } from './agent-options.ts';

/** What one run is started with. */
export interface AgentRunOptions extends AgentCallOptions {
  /** @default a random one */
  readonly id?: string;
  /** The values of the session at the beginning. */
  readonly values?: Readonly<Record<string, JsonValue>>;
  readonly limits?: AgentLimits;
  /** Groups the runs of a conversation: the list of runs finds them by it. */
  readonly sessionId?: string;
  /** What the run can be known by later: it is in the log and in the list of runs. */
  readonly metadata?: RunMetadata;
  /** Whether a memory learns from the input. Say `false` where somebody else than the user wrote it. @default true */
  readonly learns?: boolean;
}

/** What is given each time a run is started or continued. */
export interface AgentCallOptions {
  /** What the caller knows about this request: handed to tools, never logged but for the fields in `logged`. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** Options for agents of this run, by their names. What is data of them is in the log and need not be given again. */
  readonly agents?: OptionsByAgent;
  /** Cancels the run. */
  readonly signal?: AbortSignal;
}

const callNames: Readonly<Record<keyof AgentCallOptions, true>> = { context: true, agents: true, signal: true };
const runNames: Readonly<Record<keyof AgentRunOptions, true>> = {
  ...callNames,
  id: true,
  values: true,
  limits: true,
  sessionId: true,
  metadata: true,
  learns: true,
};
const namesOf = { 'a run that begins': runNames, 'a run that continues': callNames } as const;

/** @throws TroupeError `usage` for an option that does not exist. */
export function checkNames(options: object, run: keyof typeof namesOf): void {
  const problem = optionProblem(options, Object.keys(namesOf[run]), run);
  if (problem) throw new TroupeError('usage', problem);
}

/** What the chart of a run begins with. @throws TroupeError `bad-request` or `usage` for what it cannot begin with. */
export function toRequest(
  input: string | readonly Message[],
  { values, limits: own, sessionId, metadata, agents, learns = true }: AgentRunOptions,
  {
    limits,
    memory,
    kept,
  }: {
    readonly limits: AgentLimits | undefined;
    readonly memory: Memory | undefined;
    /** What of the caller's context may be kept. */
    readonly kept: AgentRequest['context'];
  },
): AgentRequest {
  const messages: readonly Message[] = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  checkLimits(own, 'usage');
  const problem = requestProblem(messages);
  if (problem) throw new TroupeError('bad-request', problem);
  if (typeof learns !== 'boolean') throw new TroupeError('bad-request', 'learns is true or false.');
  const labels = { ...(sessionId === undefined ? {} : { sessionId }), ...(metadata ? { metadata } : {}) };
  const issue = labelsSchema.safeParse(labels).error?.issues[0];
  if (issue) throw new TroupeError('bad-request', `${configProblem(labels, issue, labelsSchema)}.`);
  return {
    messages,
    limits: { modelCalls: 200, ...limits, ...own },
    ...(values ? { values } : {}),
    ...(kept ? { context: kept } : {}),
    ...labels,
    ...(agents ? { agents: loggedOptions(agents) } : {}),
    ...(memory ? { memory: true } : {}),
    ...(learns ? {} : { learns: false }),
  };
}

const labelsSchema = z.object({ sessionId: sessionSchema.optional(), metadata: metadataSchema.optional() });
