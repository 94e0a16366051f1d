import { withinTime } from '../../actors/performers/within-time.ts';
import { effectKey } from '../../run/live-sources.ts';
import type { SessionRef } from '../agent.ts';
import { agentEffect } from '../agent-effect.ts';
import { servicesOf } from '../agent-services.ts';
import { SessionValues } from '../session.ts';
import type { SessionData } from '../session-machine.ts';
import type { NodeShape } from './graph-shape.ts';

export interface PerformInput {
  readonly input: unknown;
  readonly runPath: readonly string[];
  readonly session: SessionRef | undefined;
}

/** What a function came to, and what it has set in the session. */
export interface PerformOutput {
  readonly value: unknown;
  readonly set: SessionData;
}

/** Performs the function of a node. */
export const performNode = ({ name, run, timeoutMs }: NodeShape) =>
  agentEffect<PerformOutput, PerformInput>(async ({ input: { input, runPath, session }, signal, self, system }) => {
    const { clock, context } = servicesOf(system);
    const values = new SessionValues(session?.getSnapshot().context.values ?? {});
    const late = `It took longer than ${timeoutMs} ms.`;
    if (!run) throw new Error(`The node "${name}" has no function.`);
    const value = await withinTime(clock, timeoutMs, signal, late, async (until) =>
      // The builder has seen that the input fits.
      run(input as never, { signal: until, key: effectKey(self), context, session: values, runPath }),
    );
    return { value, set: values.changes };
  });
