import { withinTime } from '../../actors/performers/within-time.ts';
import type { JsonValue } from '../../domain/json.ts';
import type { ToolCall } from '../../domain/message.ts';
import type { Part } from '../../domain/part.ts';
import { askedTooOften, maxAsks, type Resumed } from '../../domain/person-ask.ts';
import { messageOf } from '../../errors.ts';
import type { ToolSpec } from '../../models/model.ts';
import { effectKey } from '../../run/live-sources.ts';
import { partsGiven } from '../../tools/parts-given.ts';
import type { Policy } from '../../tools/policy.ts';
import type { Tool } from '../../tools/tool.ts';
import type { SessionRef } from '../agent.ts';
import { agentEffect } from '../agent-effect.ts';
import { servicesOf } from '../agent-services.ts';
import type { Ask } from '../ask.ts';
import { argumentsOf } from '../moves.ts';
import { SessionValues } from '../session.ts';
import type { SessionData } from '../session-machine.ts';
import { findTools, findToolsSpec, foundText, refusedTools } from './offered-tools.ts';
import { readTool, readToolSpec, type WholeResult } from './read-result.ts';

export interface UseToolInput {
  readonly agent: string;
  readonly runPath: readonly string[];
  readonly session: SessionRef | undefined;
  readonly call: ToolCall;
  /** How often it has asked. */
  readonly asks: number;
  readonly resumed?: Resumed;
}

/** What a call of a tool came to. Nothing that is wrong with a call ends a run: the model reads it as the result. */
export interface ToolEnd {
  readonly callId: string;
  readonly tool: string;
  /** By which the whole of it can be read again. */
  readonly ref?: string;
  /** Of a part of a result that was read again: where it begins, and how long the whole is. */
  readonly excerpt?: WholeResult['excerpt'];
  readonly text: string;
  readonly isError: boolean;
  readonly data?: JsonValue;
  /** Images and files that it gave. */
  readonly parts?: readonly Part[];
  /** The tools that a search has found. */
  readonly found?: readonly string[];
  /** The values of the session that it has set. */
  readonly set: SessionData;
}

/** What a model sees of it beside the text. */
export const shownBy = ({ parts }: Partial<ToolEnd> = {}) => (parts ? { parts: [...parts] } : {});

/** Its end, or what it has to ask a person first. */
export type UseToolOutput = { readonly end: ToolEnd } | { readonly ask: Ask };

/** What is kept of one result at most. */
const maxText = 200_000;

export interface UseToolOptions {
  readonly tools: readonly Tool[];
  readonly timeoutMs: number;
  /** What is read of an earlier result at once, in characters. */
  readonly shown: number;
  /** What may be searched for; nothing where all tools are offered. */
  readonly searched: readonly ToolSpec[];
  readonly policy: Policy | undefined;
}

/** Performs the calls of an agent's tools. */
export const useTool = ({ tools, timeoutMs, shown, searched: all, policy }: UseToolOptions) =>
  agentEffect<UseToolOutput, UseToolInput>(async ({ input, signal, self, system }) => {
    const services = servicesOf(system);
    const { call, session, resumed } = input;
    const { toolMs = timeoutMs } = services.optionsOf(input.agent);
    const refused = refusedTools(tools, policy ?? services.policy, input.agent);
    const searched = all.filter(({ name }) => !refused.has(name));
    const values = new SessionValues(session?.getSnapshot().context.values ?? {});
    const key = effectKey(self);
    const about = { callId: call.id, tool: call.name, ref: key.slice(services.run.length + 1) };
    const refuse = (text: string) => ({
      end: { ...about, text: `Error: ${text}`, isError: true, set: values.changes },
    });
    if (call.name === readToolSpec.name) {
      const read = readTool(services.log.entries, call, { key: about.ref, shown });
      return { end: { ...about, set: {}, ...read } };
    }
    if (call.name === findToolsSpec.name && all.length > 0) {
      return { end: { ...about, set: {}, ...searchTools(searched, call) } };
    }
    const tool = tools.find(({ name }) => name === call.name);
    if (!tool) return refuse(unknownTool(call.name, tools, searched));
    const given = parsedArguments(call);
    if (!given.ok) return refuse(given.problem);
    try {
      const output = await withinTime(
        services.clock,
        toolMs,
        signal,
        `${call.name} took longer than ${toolMs} ms.`,
        (until) =>
          tool.run(given.input, {
            signal: until,
            key,
            session: values,
            runPath: input.runPath,
            context: services.context,
            ...(resumed ? { resumed } : {}),
          }),
      );
      const { text, data, parts, ask } = output;
      if (ask && input.asks >= maxAsks) return refuse(askedTooOften);
      if (ask) return { ask };
      return {
        end: {
          ...about,
          text: kept(text),
          isError: false,
          ...(data === undefined ? {} : { data }),
          ...partsGiven(parts, tool.name),
          set: values.changes,
        },
      };
    } catch (error) {
      signal.throwIfAborted();
      return refuse(messageOf(error));
    }
  });

const kept = (text: string) =>
  text.length > maxText ? `${text.slice(0, maxText)}\n[cut: ${text.length - maxText} more characters]` : text;

function searchTools(searched: readonly ToolSpec[], call: ToolCall) {
  const { query } = argumentsOf(call);
  const found = findTools(searched, typeof query === 'string' ? query : call.arguments);
  return { text: foundText(found, searched.length), isError: false, found: found.map(({ name }) => name) };
}

function unknownTool(name: string, tools: readonly Tool[], searched: readonly ToolSpec[]): string {
  if (searched.length > 0) return `There is no tool "${name}". Find one with ${findToolsSpec.name}.`;
  const names = tools.map((each) => each.name).join(', ');
  return `There is no tool "${name}". ${names ? `The tools are: ${names}.` : 'There are no tools.'}`;
}

/** The arguments of a call as its tool gets them, or why they cannot be read. */
export function parsedArguments(call: ToolCall): { ok: true; input: unknown } | { ok: false; problem: string } {
  try {
    return { ok: true, input: call.arguments.trim() === '' ? {} : JSON.parse(call.arguments) };
  } catch {
    return { ok: false, problem: `The arguments of "${call.name}" are not JSON.` };
  }
}
