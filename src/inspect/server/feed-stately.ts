import type { WebSocket } from 'ws';
import { cutValue, fullLimits } from '../cut-value.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionList } from '../sessions/session-list.ts';
import { statelyReader } from './stately-messages.ts';

/** Sends every session, or one, to an inspector that reads the messages of `@statelyai/inspect`: what there is, then what happens. */
export function feedStately(socket: WebSocket, sessions: SessionList, only: string | undefined): void {
  const following = new Map<Session, () => void>();
  const follow = (session: Session) => {
    if (only === undefined || session.info.id === only) following.set(session, sendFrames(socket, session));
  };
  const leave = (session: Session) => {
    following.get(session)?.();
    following.delete(session);
  };
  sessions.all.forEach(follow);
  const stop = sessions.subscribe((news) => {
    if (news.type === 'added') follow(news.session);
    if (news.type === 'removed') leave(news.session);
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    stop();
    [...following.keys()].forEach(leave);
  });
}

function sendFrames(socket: WebSocket, session: Session): () => void {
  const read = statelyReader((actor) => definitionOf(session, actor));
  const send = (frames: Session['frames']) => {
    for (const frame of frames) {
      const at = session.entries[frame.seq - 1]?.at ?? session.info.startedAt;
      for (const message of read(frame, at)) socket.send(JSON.stringify(message));
    }
  };
  send(session.frames);
  return session.subscribe((news) => news.type === 'frames' && send([...news.frames]));
}

/** The configuration of an actor's machine as JSON, as other inspectors want it. */
function definitionOf(session: Session, actor: string): string | undefined {
  const { logic } = (session.trace.actor(actor) ?? {}) as { logic?: { config?: unknown } }; // machines have one
  if (logic?.config === undefined) return undefined;
  return JSON.stringify(cutValue(logic.config, fullLimits));
}
