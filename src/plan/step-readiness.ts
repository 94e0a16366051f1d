import { type Board, openBoard } from './board.ts';
import type { PlanStep } from './plan.ts';
import { planGraph } from './plan-graph.ts';
import { planStep } from './plan-markdown.ts';

/** What readiness depends on. */
type Standing = Pick<PlanStep, 'id' | 'status' | 'dependencies'> & { readonly when?: string | undefined };

/** The pending steps whose needs are settled, by the rules of the board: they can start, or their condition can be decided. */
export function readySteps<S extends Standing>(steps: readonly S[]): S[] {
  const { waiting, undecided } = boardOf(steps).board;
  const ready = new Set([...waiting, ...undecided]);
  return steps.filter((_, place) => ready.has(place));
}

/** The pending steps that can no longer start, by the rules of the board, each with the need that stands in its way. */
export function blockedSteps<S extends Standing>(steps: readonly S[]): { step: S; by: string }[] {
  const { board, needs } = boardOf(steps);
  const isLost = (place: number) => board.status[place] === 'failed' || board.status[place] === 'blocked';
  return steps.flatMap((step, place) => {
    if (step.status !== 'pending' || board.status[place] !== 'blocked') return [];
    const by = steps[needs[place]?.find(isLost) ?? -1];
    return by ? [{ step, by: by.id }] : [];
  });
}

function boardOf(steps: readonly Standing[]): { board: Board; needs: readonly (readonly number[])[] } {
  const plain = steps.map(({ id, status, dependencies, when }) =>
    planStep({ id, description: '', status, dependencies, ...(when === undefined ? {} : { when }) }),
  );
  const { board } = openBoard(plain, 1, ({ status }) => ({ status, starts: 0, outcome: null }));
  return { board, needs: planGraph(plain).needs };
}
