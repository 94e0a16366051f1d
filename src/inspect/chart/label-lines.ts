import type { ChartEdge } from '../protocol.ts';
import type { ChartOptions, LabelLine } from './drawing.ts';

const mostLines = 8;

/** What is written on an edge: each event once, below it the guards with their places in the order of trying. */
export function labelLines(transitions: readonly ChartEdge[], { density }: Pick<ChartOptions, 'density'>): LabelLine[] {
  const byLabel = Map.groupBy(transitions, ({ label }) => label);
  const lines = [...byLabel].flatMap(([label, same]): LabelLine[] => {
    const kind = same[0]?.kind ?? 'event';
    const details = same.flatMap((each) => detailLines(each, density));
    // Of several states that were collapsed into one, the same may stand there twice.
    const unique = new Map(details.map((line) => [line.text, line]));
    return [{ text: label, part: 'event', kind }, ...(isOneSource(same) ? details : unique.values())];
  });
  if (lines.length <= mostLines) return lines;
  const kept = lines.slice(0, mostLines - 1);
  const more = lines.length - kept.length;
  return [...kept, { text: `… ${more} more`, part: 'action', kind: transitions[0]?.kind ?? 'event' }];
}

const isOneSource = (edges: readonly ChartEdge[]) => new Set(edges.map(({ source }) => source)).size === 1;

function detailLines(edge: ChartEdge, density: ChartOptions['density']): LabelLine[] {
  const condition = conditionOf(edge);
  const lines: LabelLine[] = condition === '' ? [] : [{ text: condition, part: 'guard', kind: edge.kind }];
  if (density === 'compact' || edge.actions.length === 0) return lines;
  return [...lines, { text: actionText(edge.actions), part: 'action', kind: edge.kind }];
}

/** When a transition is taken: `2. [isSimple]`, `3. else`; empty when it is alone and unguarded. */
export function conditionOf({ guard, index, of }: Pick<ChartEdge, 'guard' | 'index' | 'of'>): string {
  const question = guard === undefined ? (of > 1 ? 'else' : '') : `[${guard}]`;
  return of > 1 ? `${index + 1}. ${question}` : question;
}

const mostActions = 3;

/** The names of actions after a slash; of many only the first ones, and how many more. */
export function actionText(actions: readonly string[]): string {
  const more = actions.length - mostActions;
  return `/ ${actions.slice(0, mostActions).join(', ')}${more > 0 ? ` +${more}` : ''}`;
}
