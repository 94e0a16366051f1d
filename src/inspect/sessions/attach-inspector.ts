import type { AnyActor } from 'xstate';
import { type Inspector, type InspectorOptions, startInspector } from '../server/start-inspector.ts';

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
