/** The charts as plain XState machines, with their slots open. */
export { conversationMachine } from './conversation-machine.ts';
export type { ConversationMachineEvent, EngineNews, FollowInput } from './conversation-setup.ts';
export { type DeciderInput, type DeciderOutput, deciderMachine } from './decider-machine.ts';
export { validStateTransitions } from './engine-event.ts';
export type { HostEvent, HostInput } from './host/host-events.ts';
export { hostMachine } from './host/host-machine.ts';
export { type PlannerInput, type PlannerOutput, plannerMachine } from './planner-machine.ts';
export { type QuestionInput, type QuestionOutput, questionMachine } from './question-machine.ts';
export { type ReflectorInput, type ReflectorOutput, reflectorMachine } from './reflector-machine.ts';
export type { SpecialistInput } from './specialist-context.ts';
export { specialistMachine } from './specialist-machine.ts';
export { toMermaid } from './to-mermaid.ts';
export { type ToolCallsInput, type ToolCallsOutput, toolCallsMachine } from './tool-calls-machine.ts';
