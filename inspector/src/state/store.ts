import { batch, computed, effect, signal, untracked } from '@preact/signals';
import {
  type Command,
  type Frame,
  protocolVersion,
  type ServerMessage,
  type SessionInfo,
  type TimelineEntry,
} from '../../../src/inspect/protocol.ts';
import type { RunRoute } from '../routing/route.ts';
import { go, replaceRoute, route, startRouting } from '../routing/router.ts';
import { FileLine } from '../share/file-line.ts';
import { isShared } from '../share/inlined.ts';
import { Connection, type ConnectionState, type Line } from './connection.ts';
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

let line: Line | undefined;

/** Asks the server. A refusal is shown to the person, and the result is undefined. */
export async function ask(command: Command): Promise<unknown> {
  try {
    return (await line?.ask(command)) ?? null;
  } catch (error) {
    notify(error instanceof Error ? error.message : String(error), true);
    return undefined;
  }
}

/** What comes of sessions that are not the one that is looked at, for whoever shows them beside each other. */
export const watched = new Map<string, (message: Exclude<ServerMessage, { type: 'reply' }>) => void>();

/** The same, and a refusal is an error. */
export const askOrThrow = (command: Command): Promise<unknown> =>
  line?.ask(command) ?? Promise.reject(new Error('The server cannot be reached.'));

/** Another session is looked at, or none. */
export function leaveFor(next: Session): void {
  if (session.value.id !== '') void line?.ask({ type: 'close', session: session.value.id }).catch(() => {});
  session.value = next;
}

/** Asks the server something about the session that is looked at. */
export function askSession(command: SessionCommand): Promise<unknown> {
  return ask({ ...command, session: session.value.id } as Command); // one of the commands with its session
}

/** Goes to a run; the browser's way back leads to what is shown now. */
export function openSession(id: string, link: { at?: number; actor?: string } = {}): void {
  go({ page: 'run', run: id, ...link });
}

/** Why the run that was asked for cannot be shown. */
export const missing = signal<{ readonly run: string; readonly reason: string } | undefined>(undefined);

/** Loads a session from its beginning. */
async function load({ run: id, at, actor }: RunRoute): Promise<void> {
  const next = new Session(id);
  wanted = { ...(at === undefined ? {} : { at }), ...(actor === undefined ? {} : { actor }) };
  arrived.entries = [];
  arrived.frames = [];
  batch(() => {
    missing.value = undefined;
    leaveFor(next);
  });
  // A run of the store becomes a session when it is opened; its entries come with it.
  const entries = sessions.value.some((each) => each.id === id) ? ((await line?.entries(id)) ?? []) : [];
  if (session.value !== next || next.entries.length > 0) return;
  next.addEntries(entries);
  await reopen(next);
}

/** Asks for what the page does not have of a session yet, and for what happens from now on. */
async function reopen(current: Session): Promise<void> {
  const counts = { entries: current.entries.length, frames: current.history.frames.length };
  try {
    await line?.ask({ type: 'open', session: current.id, ...counts });
    if (session.value === current) missing.value = undefined;
  } catch (error) {
    // A line that is lost comes back and asks again.
    if (session.value !== current || connection.value !== 'open') return;
    if (current.entries.length > 0) notify('The server no longer has this session. What was loaded stays.', true);
    missing.value = { run: current.id, reason: error instanceof Error ? error.message : String(error) };
  }
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
    greet(message.type === 'hello');
    return;
  }
  const current = session.value;
  if (message.session !== current.id) {
    watched.get(message.session)?.(message);
    return;
  }
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

/** The server is there, perhaps again, or has other sessions: continues where the page is asked to be. */
function greet(isHello: boolean): void {
  isGreeted.value = true;
  const at = route.value;
  const [only, ...others] = sessions.value;
  // Whoever asks for nothing in particular is shown the one thing that there is.
  if (at.page === 'home' && only && others.length === 0) replaceRoute({ page: 'run', run: only.id });
  if (at.page !== 'run') return;
  const current = session.value;
  if (current.id !== at.run) void load(at);
  else if (isHello || (missing.value && sessions.value.some(({ id }) => id === at.run))) {
    take();
    void reopen(current);
  }
}

/** Whether the server has said what there is. */
export const isGreeted = signal(false);

/** Shows what the address asks for. */
function followRoute(at: RunRoute): void {
  const { actor } = at;
  const current = session.value;
  // Before the server is there nothing can be loaded; when it is, it is.
  if (connection.value !== 'open') return;
  if (at.run !== current.id) {
    void load(at);
    return;
  }
  wanted = { ...(at.at === undefined ? {} : { at: at.at }), ...(actor === undefined ? {} : { actor }) };
  current.chosen.value = undefined;
  if (at.at === undefined) current.goLive();
  settleLink(current);
}

/** Asks for an entry in full, once. */
export async function loadEntry(seq: number): Promise<void> {
  const current = session.value;
  if (current.fullEntries.value.has(seq)) return;
  const found = await askSession({ type: 'entry', seq });
  if (found) current.keepFull(found as TimelineEntry); // as the protocol says
}

/** Opens the line, and shows what the address asks for. */
export function start(): void {
  startRouting();
  const handlers = {
    message: receive,
    state: (state: ConnectionState) => {
      connection.value = state;
    },
  };
  line = isShared ? new FileLine(handlers) : new Connection(handlers);
  effect(() => {
    const at = route.value;
    if (at.page === 'run') untracked(() => followRoute(at));
  });
}
