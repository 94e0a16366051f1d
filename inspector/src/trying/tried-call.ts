import { signal } from '@preact/signals';
import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { kindOf, type Spent, spentOf, stepOf } from '../gantt/bars.ts';
import { notify, openDialog } from '../state/page-state.ts';
import type { Session } from '../state/session.ts';
import { info, session } from '../state/store.ts';
import { callName } from './call-name.ts';

/** A call of the run that a person wants to have otherwise. */
export interface TriedCall {
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  /** It may have asked a model. */
  readonly isModel: boolean;
  readonly startSeq: number;
  /** The entry with what came of it; absent while it is under way. */
  readonly end?: TimelineEntry;
  readonly spent?: Spent;
  readonly ms?: number;
  /** The entry up to which a fork shares everything, so that it is under way there. */
  readonly forkAt: number;
}

/** What the dialog that is open is about, and what it begins with. */
export const tried = signal<{ readonly key?: string; readonly part?: 'prompt' | 'outcome' | 'context' }>({});

const ends = new Set(['effect.completed', 'effect.failed']);
const over = new Set([...ends, 'effect.cancelled', 'effect.stopped', 'timer.fired']);

/** The call of a key; nothing for what has not begun, what only waits, and what was given up without an outcome. */
export function triedCall({ entries }: Session, key: string): TriedCall | undefined {
  const isOwn = (entry: TimelineEntry) => entry.data.key === key;
  const started = entries.find((entry) => entry.type === 'effect.started' && isOwn(entry));
  const kind = String(started?.data.kind);
  if (!started || kind === 'wait' || kind === 'analyze' || started.data.source === 'person.awaited') return undefined;
  const end = entries.find((entry) => over.has(entry.type) && isOwn(entry));
  if (end && !ends.has(end.type)) return undefined;
  const spent = end && spentOf(end);
  return {
    key,
    kind,
    name: callName(started, end),
    isModel: kind !== 'source' && kindOf(started) === 'model',
    startSeq: started.seq,
    ...(end ? { end, ms: Date.parse(end.at) - Date.parse(started.at) } : {}),
    ...(spent ? { spent } : {}),
    forkAt: end ? end.seq - 1 : (entries.at(-1)?.seq ?? started.seq),
  };
}

/** The call that is looked at: that of the entry at the cursor, else, or when another step is chosen, the last one of the step. */
export function callAtCursor(isWanted: (call: TriedCall) => boolean = () => true): TriedCall | undefined {
  const { entry, entries, index, actor } = session.value;
  const { type = '', data } = entry.value ?? {};
  // What a call came to names it, too.
  const named = type.startsWith('effect.') ? data?.key : data?.effect;
  const own = typeof named === 'string' ? named : undefined;
  const path = actor.value?.path ?? '';
  // The time at the step that is chosen, such as `host/step-5#2`.
  const chosen = stepOf(path) === undefined ? undefined : timeOf(path);
  const isElsewhere = chosen !== undefined && timeOf(entry.value?.actor ?? '') !== chosen;
  const call = own === undefined || isElsewhere ? undefined : triedCall(session.value, own);
  if (call && isWanted(call)) return call;
  if (chosen === undefined) return undefined;
  for (let place = index.value; place >= 0; place--) {
    const each = entries[place];
    if (each?.type !== 'effect.started' || timeOf(each.actor) !== chosen) continue;
    const found = triedCall(session.value, String(each.data.key));
    if (found && isWanted(found)) return found;
  }
  return undefined;
}

const timeOf = (path: string) => path.split('/', 2).join('/');

/** Opens the dialog in which what is looked at is changed; of what is no call that is the context. */
export function editAndTry(key = callAtCursor()?.key): void {
  if (key === undefined) {
    tried.value = { part: 'context' };
    openDialog('fork');
    return;
  }
  tried.value = { key };
  openDialog('edit');
}

/** Opens the dialog in which a call is made once more. */
export function askAgain(key = callAtCursor(({ isModel }) => isModel)?.key): void {
  if (info.value?.chart !== undefined) {
    notify('Only calls of an orchestrator\u2019s run can be asked again: agents and charts make theirs themselves.');
    return;
  }
  if (key === undefined) {
    notify('Choose a call of a model first: its bar in the Gantt, its entry in the log, or its row in a step.');
    return;
  }
  tried.value = { key };
  openDialog('reask');
}

/** Opens the dialog of a fork at the cursor. */
export function forkHere(): void {
  tried.value = {};
  openDialog('fork');
}
