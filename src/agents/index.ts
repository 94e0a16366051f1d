/** Agents, alone and together: each is a chart, so that it is drawn, stepped, logged, replayed, resumed and forked like any other. */
export type { Agent, AgentEnd, AgentProblem, AgentStart } from './agent.ts';
export { type AgentSpecialistOptions, type AgentToolOptions, agentAsTool, asSpecialist } from './agent-at-work.ts';
export type { AgentAction, AgentEvent, WaitingAsk } from './agent-event.ts';
export { type AgentChoice, type AgentTool, asTool } from './agent-tool.ts';
export type { Answer, Ask } from './ask.ts';
export * from './compositions/index.ts';
export { type DeepAgentDefinition, deepAgent } from './deep/deep-agent.ts';
export type { Skill } from './deep/skill.ts';
export { defineAgent, type MachineAgentDefinition } from './define-agent.ts';
export { type AgentWork, type FunctionAnswer, Stopped } from './function/perform-function.ts';
export type { FunctionAgentDefinition } from './function-agent.ts';
export type { Graph, GraphInput } from './graph/graph.ts';
export { type GraphBuilder, type GraphDefinition, graph } from './graph/graph-builder.ts';
export type { AgentReply, NodeContext } from './graph/graph-shape.ts';
export { type HistoryEntry, type HistoryRewriter, rewriteHistory } from './history.ts';
export { type AgentDefinition, type AnyTool, agent } from './model/model-agent.ts';
export type { GenInput, InputParts, Instructions } from './model/prepare.ts';
export type { AgentMove, MoveSpec } from './moves.ts';
export type { AgentLimits, AgentRequest } from './running/agent-chart.ts';
export { agentChart } from './running/agent-chart.ts';
export type { AgentOptions, OptionsByAgent } from './running/agent-options.ts';
export type { AgentResult } from './running/agent-result.ts';
export type { AgentRun } from './running/agent-run.ts';
export {
  type AgentRunner,
  type AgentRunnerConfig,
  createAgentRunner,
} from './running/agent-runner.ts';
export { type RunOnceOptions, runOnce } from './running/run-once.ts';
export type { AgentCallOptions, AgentRunOptions } from './running/run-options.ts';
export { type SessionValue, sessionValue } from './session.ts';
