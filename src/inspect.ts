/** `troupe/inspect`: the inspector, put together with the host whose stored logs it plays, and with who reads those of agents. */
import type { AnyActor } from 'xstate';
import { agentAccount } from './agents/running/agent-account.ts';
import {
  type Inspector,
  type InspectorOptions,
  startInspector as startWith,
} from './inspect/server/start-inspector.ts';
import { hostPlayer } from './orchestrator/open-player.ts';

export type { Inspector, InspectorOptions };

/** Starts the inspector's server. It listens on 127.0.0.1 only and asks nobody else for anything. */
export const startInspector = (options?: InspectorOptions): Promise<Inspector> =>
  startWith({ host: hostPlayer, accountOf: agentAccount }, options);

/**
 * Shows any actor of XState 5 in the inspector, with its whole system: live, with every event from now on, and to be stepped through. Attach it before
 * `actor.start()` to see everything.
 */
export async function attachInspector(
  actor: AnyActor,
  options: InspectorOptions & { /** How the session is called. */ title?: string } = {},
): Promise<Inspector & { readonly session: string }> {
  const { title, ...rest } = options;
  const inspector = await startInspector(rest);
  const { session } = inspector.attachActor(actor, title);
  return { ...inspector, session };
}
