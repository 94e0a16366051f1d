import type { Note } from '../../log/entry-types.ts';
import { openBoard } from '../../plan/board.ts';
import { planGraph } from '../../plan/plan-graph.ts';
import { type HostContext, roundOf } from './host-context.ts';
import { lostSteps, mayRetry, withPrompts } from './host-corrections.ts';
import { boardNotes } from './host-plan.ts';

/**
 * The board with everything that failed, was blocked or is judged to be done again ready for another try, and what was built on that. What failed
 * for good stays as it is, unless the judgement says what to do differently.
 */
export function renewedBoard(context: HostContext): Pick<HostContext, 'board' | 'news' | 'troubles'> {
  const { plan, board } = context;
  const steps = plan?.steps ?? [];
  const { index, dependents } = planGraph(steps);
  const again = new Set<number>();
  const named = (context.judgement?.retries ?? []).filter(({ step }) => mayRetry(context, step));
  const spread = named.flatMap(({ step }) => index.get(step) ?? []);
  for (let place = spread.pop(); place !== undefined; place = spread.pop()) {
    if (again.has(place)) continue;
    again.add(place);
    spread.push(...(dependents[place] ?? []));
  }
  const lost = lostSteps(context, again);
  const { troubles, news } = withPrompts(context);
  const notes: Note[] = [...news];
  const renewed = openBoard(steps, roundOf(context), (step) => {
    const place = index.get(step.id) ?? -1;
    const status = board.status[place] ?? 'pending';
    const starts = board.starts[place] ?? 0;
    const isOpen = (status === 'failed' || status === 'blocked') && !lost.has(place);
    if (isOpen || again.has(place)) {
      if (status !== 'pending') notes.push({ type: 'step.renewed', data: { id: step.id } });
      return { status: 'pending', starts, outcome: null };
    }
    return { status, starts, outcome: board.outcomes[place] ?? null };
  });
  return { board: renewed.board, troubles, news: [...notes, ...boardNotes(plan, renewed.news)] };
}
