import { info, session } from '../state/store.ts';
import { failureText } from './said.ts';

/** Why a run or an actor failed, and the entry with which that began. */
export interface Failed {
  readonly reason: string;
  readonly cause: number;
}

/** The failure of what is looked at, wherever the cursor stands; nothing while there is none. */
export function failedWith(): Failed | undefined {
  if (info.value?.kind === 'actor') return actorFailed();
  const { failure } = session.value.lastFacts.value;
  const reason = failureText();
  return failure && reason !== undefined ? { reason, cause: failure.cause } : undefined;
}

/** An actor of somebody's own fails with what it threw, or what one below it threw before. */
function actorFailed(): Failed | undefined {
  const { history, frameCount } = session.value;
  frameCount.value;
  const actors = [...history.stateAt(Number.MAX_SAFE_INTEGER).values()];
  const [root] = actors;
  if (root?.status !== 'error') return undefined;
  const cause = Math.min(...actors.filter(({ status }) => status === 'error').map(({ seq }) => seq));
  return { reason: root.error ?? '', cause };
}
