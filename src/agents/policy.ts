import type { ToolCall } from '../domain/message.ts';
import type { Capability, Tool } from '../tools/tool.ts';

/** What becomes of a call of a tool. */
export type Verdict = 'allow' | 'ask' | 'refuse';

/** What is decided about. */
export interface PolicyCall {
  readonly agent: string;
  readonly call: ToolCall;
  readonly tool: Pick<Tool, 'name'> & { readonly capability?: Capability | undefined };
}

/** Says what becomes of a call of a tool. */
export type Policy = (about: PolicyCall) => Verdict | Promise<Verdict>;

/** The default: what reads runs, everything else is asked for. */
export const readRuns: Policy = ({ tool }) => (tool.capability === 'read' ? 'allow' : 'ask');
