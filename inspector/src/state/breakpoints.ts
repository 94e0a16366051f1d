import type { Breakpoint } from '../../../src/inspect/protocol.ts';
import { notify } from './page-state.ts';
import { askSession, session } from './store.ts';

const keyOf = (point: Breakpoint) => JSON.stringify(point);

export const hasBreakpoint = (point: Breakpoint) =>
  session.value.control.value.breakpoints.some((each) => sameBreakpoint(each, point));

function sameBreakpoint(a: Breakpoint, b: Breakpoint): boolean {
  if (a.kind === 'state') return b.kind === 'state' && a.state === b.state;
  if (a.kind === 'edge') return b.kind === 'edge' && a.edge === b.edge;
  return b.kind === 'event' && a.event === b.event;
}

/** Sets a breakpoint, or removes it. */
export function toggleBreakpoint(point: Breakpoint): void {
  const { control } = session.value;
  if (!control.value.canControl) {
    notify('This session is over: breakpoints need a live one.');
    return;
  }
  const rest = control.value.breakpoints.filter((each) => !sameBreakpoint(each, point));
  const isNew = rest.length === control.value.breakpoints.length;
  notify(
    `${isNew ? 'Breaks' : 'No longer breaks'} at ${keyOf(point)
      .replace(/[{}"]/g, '')
      .replace(/^kind:\w+,/, '')}`,
  );
  void askSession({ type: 'breakpoints', breakpoints: isNew ? [...rest, point] : rest });
}
