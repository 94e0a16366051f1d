import type { WebSocket } from 'ws';
import { ownValue } from '../../domain/own-value.ts';
import type { Chart, Coverage } from '../chart/chart.ts';
import type { ServerMessage } from '../protocol.ts';
import type { Session } from '../sessions/session.ts';

/** Entries or frames in one message at most, so that a long log arrives in pieces. */
const chunk = 2000;
/** What may be on its way to a page before it has to catch up. */
const maxBuffered = 4 * 1024 * 1024;

/** One page that looks. */
export class PageClient {
  readonly #socket: WebSocket;
  readonly #open = new Map<string, () => void>();

  readonly #coverage: Coverage;

  constructor(socket: WebSocket, coverage: Coverage) {
    this.#socket = socket;
    this.#coverage = coverage;
  }

  send(message: ServerMessage): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Sends charts, each with the report of its coverage where there is one. */
  #sendCharts(session: string, charts: readonly Chart[]): void {
    const covered = charts.map((chart) => {
      const coverage = ownValue(this.#coverage, chart.name);
      return coverage ? { ...chart, coverage } : chart;
    });
    this.send({ type: 'charts', session, charts: covered });
  }

  /** Sends everything of a session that the page does not have yet, then what happens: entries first, and never more than the page can take. */
  open(
    session: Session,
    { entries = 0, frames = 0 }: { entries?: number | undefined; frames?: number | undefined },
  ): void {
    const { id } = session.info;
    this.leave(id);
    session.flush();
    this.#sendCharts(id, session.charts);
    const sent = { entries, frames };
    let isOver = false;
    let isSending = false;
    let isCurrent = false;
    const sendSome = (): boolean => {
      const fresh = session.entries.slice(sent.entries, sent.entries + chunk);
      if (fresh.length > 0) {
        sent.entries += fresh.length;
        this.send({ type: 'entries', session: id, entries: fresh });
        return true;
      }
      const moved = session.frames.slice(sent.frames, sent.frames + chunk / 4);
      if (moved.length === 0) return false;
      sent.frames += moved.length;
      this.send({ type: 'frames', session: id, frames: moved });
      return true;
    };
    const pump = async () => {
      if (isSending) return;
      isSending = true;
      while (!isOver && sendSome()) if (this.#socket.bufferedAmount > maxBuffered) await this.#drained();
      isSending = false;
      if (isOver || isCurrent) return;
      isCurrent = true;
      this.send({ type: 'current', session: id });
    };
    // What cannot be sent (there is a longest text) is not the end of the application.
    const sendRest = () => void pump().catch(() => this.#socket.terminate());
    let isControlDue = false;
    const stop = session.subscribe((news) => {
      if (news.type === 'entries' || news.type === 'frames') sendRest();
      if (news.type === 'charts') this.#sendCharts(id, news.charts);
      if (news.type === 'delta') this.send({ ...news, session: id });
      // Many changes in a row are sent once.
      if (news.type !== 'control' || isControlDue) return;
      isControlDue = true;
      setImmediate(() => {
        isControlDue = false;
        session.flush();
        this.send({ type: 'control', session: id, control: session.control() });
      });
    });
    this.#open.set(id, () => {
      isOver = true;
      stop();
    });
    this.send({ type: 'control', session: id, control: session.control() });
    sendRest();
  }

  /** Resolves when the page has taken most of what was sent. */
  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.#socket.readyState !== this.#socket.OPEN || this.#socket.bufferedAmount < maxBuffered / 2) resolve();
        else setTimeout(look, 5);
      };
      look();
    });
  }

  shows(session: string): boolean {
    return this.#open.has(session);
  }

  leave(session: string): void {
    this.#open.get(session)?.();
    this.#open.delete(session);
  }

  leaveAll(): void {
    for (const session of [...this.#open.keys()]) this.leave(session);
  }
}
