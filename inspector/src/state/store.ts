import { batch, computed, effect, signal } from '@preact/signals';
import {
  type Command,
  type Frame,
  protocolVersion,
  type ServerMessage,
  type SessionInfo,
  type TimelineEntry,
} from '../../../src/inspect/protocol.ts';
import { Connection, type ConnectionState } from './connection.ts';
import { parseDeepLink, toDeepLink } from './deep-link.ts';
import { notify } from './page-state.ts';
import { Session } from './session.ts';

/** A command without the session it is about. */
type Distribute<T> = T extends { readonly session: string } ? Omit<T, 'session'> : never;
export type SessionCommand = Distribute<Command>;

export const connection = signal<ConnectionState>('connecting');
export const sessions = signal<readonly SessionInfo[]>([]);
export const session = signal<Session>(new Session(''));

/** What is known of the session that is looked at. */
export const info = computed(() => sessions.value.find(({ id }) => id === session.value.id));

let line: Connection | undefined;

/** Asks the server. A refusal is shown to the person, and the result is undefined. */
export async function ask(command: Command): Promise<unknown> {
  try {
    return (await line?.ask(command)) ?? null;
  } catch (error) {
    notify(error instanceof Error ? error.message : String(error), true);
    return undefined;
  }
}

/** Asks the server something about the session that is looked at. */
export function askSession(command: SessionCommand): Promise<unknown> {
  return ask({ ...command, session: session.value.id } as Command); // one of the commands with its session
}

/** Opens a session from its beginning. */
export function openSession(id: string, link: { at?: number; actor?: string } = {}): void {
  if (session.value.id !== '') void line?.ask({ type: 'close', session: session.value.id }).catch(() => {});
  const next = new Session(id);
  wanted = { ...link };
  arrived.entries = [];
  arrived.frames = [];
  session.value = next;
  void line?.entries(id).then((entries) => {
    if (session.value !== next || next.entries.length > 0) return;
    next.addEntries(entries);
    void ask({ type: 'open', session: id, entries: entries.length });
  });
}

/** Where the address of the page asked to be, until that is there. */
let wanted: { at?: number; actor?: string } = {};

/** Goes where the address asked to be; of what is not there yet, later. */
function settleLink(current: Session): void {
  if (!current.isCurrent.value) return;
  const { at, actor } = wanted;
  batch(() => {
    if (at !== undefined && at <= current.lastSeq.value) {
      current.moveToSeq(at);
      delete wanted.at;
    }
    const found = actor === undefined || current.chosen.value !== undefined ? undefined : current.actorAt(actor);
    if (found !== undefined) current.chosen.value = found;
    if (current.chosen.value !== undefined) delete wanted.actor;
  });
}

function receive(message: Exclude<ServerMessage, { type: 'reply' }>): void {
  if (message.type === 'hello' || message.type === 'sessions') {
    sessions.value = message.sessions;
    if (message.type === 'hello' && message.version !== protocolVersion) {
      notify('This page is older or newer than its server. Reload it.', true);
    }
    if (message.type === 'hello') greet();
    else if (session.value.id === '') greet();
    return;
  }
  const current = session.value;
  if (message.session !== current.id) return;
  switch (message.type) {
    case 'charts':
      current.addCharts(message.charts);
      return;
    case 'entries':
      for (const entry of message.entries) arrived.entries.push(entry);
      schedule();
      return;
    case 'frames':
      for (const frame of message.frames) arrived.frames.push(frame);
      schedule();
      return;
    case 'delta':
      current.addDelta(message.actor, message.at, message.text);
      return;
    case 'control':
      current.control.value = message.control;
      return;
    case 'current':
      take();
      loading.value = 0;
      current.isCurrent.value = true;
      settleLink(current);
  }
}

// What came since the last picture: many messages are one change of the page.
const arrived: { entries: TimelineEntry[]; frames: Frame[] } = { entries: [], frames: [] };
let isScheduled = false;
let lastTake = 0;
/** What happens faster than one can see is shown together, so that the page stays quick to the hand. */
const pauseMs = 45;

/** How many entries have come of a session that is not all here yet. */
export const loading = signal(0);

function schedule(): void {
  loading.value = session.value.isCurrent.value ? 0 : session.value.entries.length + arrived.entries.length;
  if (isScheduled) return;
  isScheduled = true;
  // While a session comes in, and in a page that is not seen (which gets no pictures), now and then is enough.
  if (document.visibilityState !== 'visible' || !session.value.isCurrent.value) setTimeout(take, 250);
  else setTimeout(() => requestAnimationFrame(take), Math.max(0, lastTake + pauseMs - performance.now()));
}

function take(): void {
  isScheduled = false;
  lastTake = performance.now();
  const { entries, frames } = arrived;
  arrived.entries = [];
  arrived.frames = [];
  if (entries.length === 0 && frames.length === 0) return;
  batch(() => {
    session.value.addFrames(frames);
    session.value.addEntries(entries);
  });
  settleLink(session.value);
}

/** The server is there, perhaps again: continues where the page was. */
function greet(): void {
  const current = session.value;
  if (current.id !== '' && sessions.value.some(({ id }) => id === current.id)) {
    take();
    const counts = { entries: current.entries.length, frames: current.history.frames.length };
    void ask({ type: 'open', session: current.id, ...counts });
    return;
  }
  if (current.id !== '' && current.entries.length > 0) {
    notify('The server no longer has this session. What was loaded stays.', true);
    return;
  }
  const link = parseDeepLink(location.hash);
  const isMissing = link.run !== undefined && sessions.value.every(({ id }) => id !== link.run);
  if (isMissing && sessions.value.length > 0) {
    notify(`Run ${link.run} is not here: it has not begun, or it has ended and made room for newer ones.`, true);
  }
  const first =
    sessions.value.find(({ id }) => id === link.run) ??
    sessions.value.findLast(({ isLive }) => isLive) ??
    sessions.value.at(-1);
  if (first) openSession(first.id, link.run === undefined || link.run === first.id ? link : {});
}

/** Asks for an entry in full, once. */
export async function loadEntry(seq: number): Promise<void> {
  const current = session.value;
  if (current.fullEntries.value.has(seq)) return;
  const found = await askSession({ type: 'entry', seq });
  if (found) current.keepFull(found as TimelineEntry); // as the protocol says
}

/** Opens the line and keeps the address of the page in step with what it shows. */
export function start(): void {
  line = new Connection({
    message: receive,
    state: (state) => {
      connection.value = state;
    },
  });
  window.addEventListener('hashchange', () => {
    const link = parseDeepLink(location.hash);
    if (link.run !== undefined && link.run !== session.value.id) openSession(link.run, link);
    else {
      wanted = { ...link };
      session.value.chosen.value = undefined;
      settleLink(session.value);
    }
  });
  effect(() => {
    const current = session.value;
    if (current.id === '' || !current.isCurrent.value) return;
    const actor = current.chosen.value === undefined ? undefined : current.actor.value?.path;
    const at = current.cursor.value;
    const hash = toDeepLink({
      run: current.id,
      ...(at === undefined ? {} : { at }),
      ...(actor === undefined ? {} : { actor }),
    });
    if (hash !== location.hash) history.replaceState(null, '', hash);
  });
}
