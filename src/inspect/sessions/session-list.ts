import type { SessionInfo } from '../protocol.ts';
import type { Session } from './session.ts';

/** How much of what has ended is kept. A session that is live, or open in a page, is always kept. */
export interface KeepOptions {
  /** Ended sessions. @default 100 */
  sessions?: number;
  /** Entries of all ended sessions together; the last one to end is kept however long it is. @default 20000 */
  entries?: number;
}

/** What happens to the list. */
export type ListNews =
  | { readonly type: 'added' | 'removed'; readonly session: Session }
  /** What is known of a session has changed. */
  | { readonly type: 'changed' };

/**
 * Everything there is to look at. Of sessions that have ended it keeps as many as it may: the first to end is the first to go.
 */
export class SessionList {
  readonly #sessions = new Map<string, Session>();
  /** The ids of those that have ended, the first first. */
  readonly #ended = new Set<string>();
  readonly #listeners = new Set<(news: ListNews) => void>();
  readonly #keep: Required<KeepOptions>;
  readonly #isOpen: (id: string) => boolean;

  /** @param isOpen whether a page shows a session. */
  constructor(isOpen: (id: string) => boolean, { sessions = 100, entries = 20_000 }: KeepOptions = {}) {
    this.#isOpen = isOpen;
    this.#keep = { sessions, entries };
  }

  get infos(): readonly SessionInfo[] {
    return [...this.#sessions.values()].map(({ info }) => info);
  }

  get all(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  get(id: string): Session | undefined {
    return this.#sessions.get(id);
  }

  subscribe(listener: (news: ListNews) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  add(session: Session): void {
    const { id } = session.info;
    this.#sessions.set(id, session);
    this.#ended.delete(id);
    session.subscribe((news) => {
      if (news.type === 'info' && this.#sessions.get(id) === session) this.#update(session);
    });
    this.#notify({ type: 'added', session });
    this.#update(session);
  }

  /** Lets go of ended sessions beyond what is kept. Those that a page shows do not count. */
  trim(): void {
    const spare = [...this.#ended].filter((id) => !this.#isOpen(id));
    const lengthOf = (id: string) => this.#sessions.get(id)?.entries.length ?? 0;
    let entries = spare.reduce((sum, id) => sum + lengthOf(id), 0);
    let count = spare.length;
    for (const id of spare) {
      const isTooLong = entries > this.#keep.entries && count > 1;
      if (count <= this.#keep.sessions && !isTooLong) return;
      entries -= lengthOf(id);
      count--;
      this.#remove(id);
    }
  }

  #update({ info }: Session): void {
    if (!info.isLive) this.#ended.add(info.id);
    this.trim();
    this.#notify({ type: 'changed' });
  }

  #remove(id: string): void {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    this.#ended.delete(id);
    session?.close();
    if (session) this.#notify({ type: 'removed', session });
  }

  #notify(news: ListNews): void {
    for (const listener of this.#listeners) listener(news);
  }
}

/** Why there is nothing to show under an id, and what to do about it. */
export const noSession = (id: string) =>
  `There is no session "${id}" here. It has not begun, or it has ended and made room for newer ones; a stored run opens again with: troupe inspect ${id} --store FILE`;
