import { edgesIn, statesIn } from '../chart/chart-parts.ts';
import type { Breakpoint, Change, Chart } from '../protocol.ts';

/** Where a session stops: at a breakpoint, or when the next call of a model begins. */
export type StopPoint = Breakpoint | { readonly kind: 'call' };

const modelEffects = new Set([
  'think',
  'answer',
  'draft',
  'ask',
  'decide',
  'reflect',
  'finalize',
  'structure',
  'repair',
]);

/** Why a session stops after a change: a state was entered, a transition was taken or a call begins. Undefined: it does not stop. */
export function stopReason(point: StopPoint, change: Change, charts: readonly Chart[]): string | undefined {
  if (point.kind === 'call') {
    const isCall = change.type === 'actor' && change.chart === undefined && modelEffects.has(effectOf(change.path));
    return isCall ? `a call begins: ${change.path}` : undefined;
  }
  if (change.type !== 'microstep') return undefined;
  if (point.kind === 'edge') return change.edges.includes(point.edge) ? 'a transition was taken' : undefined;
  if (point.kind === 'event') return undefined; // the gate stops before it
  const isEntered = change.edges.some((edge) => entersState(charts, edge, point.state));
  return isEntered ? `in ${point.state}` : undefined;
}

/** The name of an effect from the path of its actor. */
const effectOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(/[-#].*$/, '');

/** Whether a transition leads into a state, from outside: to it or to one inside it. An id need not say where its state stands. */
function entersState(charts: readonly Chart[], edge: string, state: string): boolean {
  const entered = charts.flatMap(({ root }) => statesIn(root)).find(({ id }) => id === state);
  const inside = new Set(entered && statesIn(entered).map(({ id }) => id));
  const found = charts.flatMap(({ root }) => edgesIn(root)).find(({ id }) => id === edge);
  // An actor that is in it already does not enter it, unless it enters it again.
  const isInside = found !== undefined && found.source !== state && inside.has(found.source);
  return !isInside && (found?.targets ?? []).some((target) => inside.has(target));
}
