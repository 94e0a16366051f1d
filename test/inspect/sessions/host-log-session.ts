import type { Entry } from 'troupe';
import { logSession as withPlayer } from '../../../src/inspect/sessions/log-session.ts';
import type { LogObserved } from '../../../src/inspect/sessions/played-session.ts';
import { hostPlayer } from '../../../src/orchestrator/open-player.ts';

/** A stored log of the host as a session, put together as `startInspector` of `troupe/inspect` does it. */
export const logSession = (stored: readonly Entry[], by?: LogObserved) => withPlayer(stored, hostPlayer, by);
