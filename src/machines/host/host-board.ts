import { leastQuality } from '../../domain/assessment.ts';
import type { Failure } from '../../domain/effect.ts';
import { limitText, type ReachedLimit } from '../../domain/limit.ts';
import type { SpecialistResult } from '../../domain/results.ts';
import type { Note } from '../../log/entry-types.ts';
import { admitStep, type BoardNews, settleStep } from '../../plan/board.ts';
import { planGraph } from '../../plan/plan-graph.ts';
import type { DeciderOutput } from '../decider-machine.ts';
import { actorsOf, decisionActor, type HostContext, roundOf, stepActor } from './host-context.ts';
import { boardNotes } from './host-plan.ts';

/** What was decided about a step's condition. */
interface Decision {
  readonly stepId: string;
  readonly run: boolean;
  readonly reason: string;
  /** It could not be decided: the step fails. */
  readonly isFailure?: boolean;
  /** The limit that did not cover the decision. */
  readonly limit?: ReachedLimit;
}

const decisionOf = (output: DeciderOutput): Decision =>
  output.ok ? { stepId: output.stepId, ...output.verdict } : undecidable(output.stepId, output.error);
const undecidable = (stepId: string, { message, limit }: Failure): Decision => ({
  stepId,
  run: false,
  reason: `It could not be decided whether it should be done: ${message}`,
  isFailure: true,
  ...(limit ? { limit } : {}),
});

/** A condition was decided, or could not be. */
export function withDecision(context: HostContext, output: DeciderOutput): Partial<HostContext> {
  const verdict = decisionOf(output);
  const { plan, board } = context;
  const round = roundOf(context);
  const place = plan ? planGraph(plan.steps).index.get(verdict.stepId) : undefined;
  if (!plan || place === undefined || !board.undecided.includes(place)) return { news: [] };
  if (verdict.run) return { board: admitStep(board, plan.steps, place), news: [] };
  const { reason } = verdict;
  const status = verdict.isFailure ? 'failed' : 'skipped';
  const outcome = { round, results: [], reason, ...(verdict.isFailure ? {} : { isUnmet: true }) };
  const settled = settleStep(board, plan.steps, place, status, outcome);
  const own: Note = verdict.isFailure
    ? { type: 'step.failed', data: { id: verdict.stepId, reason, results: [] } }
    : { type: 'step.skipped', data: { id: verdict.stepId, reason } };
  const change = { board: settled.board, news: [own, ...boardNotes(plan, settled.news)] };
  return verdict.limit ? withLimit({ ...context, ...change }, verdict.limit) : change;
}

/** A limit is reached: nothing more starts. Steps that have not started are skipped, with the reason. */
export function withLimit(context: HostContext, limit: ReachedLimit): Partial<HostContext> {
  const { plan } = context;
  const round = roundOf(context);
  const reason = `The limit of ${limitText(limit)} was reached.`;
  let { board } = context;
  const news: BoardNews[] = [];
  for (const [place, status] of board.status.entries()) {
    if (status !== 'pending' || board.status[place] !== 'pending') continue;
    const settled = settleStep(board, plan?.steps ?? [], place, 'skipped', { round, results: [], reason });
    board = settled.board;
    news.push({ what: 'skipped', place, reason }, ...settled.news);
  }
  const reached: Note[] = context.limit ? [] : [{ type: 'limit.reached', data: { ...limit } }];
  // Nobody needs to know any more whether a skipped step should have been done.
  const obsolete = context.deciding.flatMap((place) => {
    const step = plan?.steps[place];
    return step ? [decisionActor(context, step)] : [];
  });
  return { limit, board, deciding: [], obsolete, news: [...context.news, ...reached, ...boardNotes(plan, news)] };
}

/** A plan that comes when a limit is reached already: none of its steps starts. */
export function withinLimit<C extends Partial<HostContext>>(
  context: HostContext,
  change: C,
): C | (C & Partial<HostContext>) {
  if (!context.limit) return change;
  const limited = withLimit({ ...context, ...change }, context.limit);
  return { ...change, ...limited, obsolete: [...(change.obsolete ?? []), ...(limited.obsolete ?? [])] };
}

/** Steps that are under way when the time is up fail with the reason. */
export function withDeadline(context: HostContext, limit: ReachedLimit): Partial<HostContext> {
  let { board } = context;
  const { plan } = context;
  const round = roundOf(context);
  const news: Note[] = [];
  for (const [place, status] of context.board.status.entries()) {
    const step = plan?.steps[place];
    if (status !== 'executing' || !step || !plan) continue;
    const reason = `It was under way when the limit of ${limitText(limit)} was reached.`;
    const settled = settleStep(board, plan.steps, place, 'failed', { round, results: [], reason });
    board = settled.board;
    const actor = `host/${stepActor(step, board.starts[place] ?? 0, 0)}`;
    news.push({ type: 'step.failed', data: { id: step.id, actor, results: [], reason } });
    news.push(...boardNotes(plan, settled.news));
  }
  const stopped = (plan?.steps ?? []).flatMap((step, place) =>
    context.board.status[place] === 'executing' ? actorsOf(context, step, place) : [],
  );
  const limited = withLimit({ ...context, board, news }, limit);
  // Without a result there is no answer to what was asked.
  const missing = board.status.includes('completed')
    ? []
    : [{ what: 'Answering', why: `The limit of ${limitText(limit)} was reached.` }];
  const notDone = [...context.notDone, ...missing];
  return { ...limited, notDone, obsolete: [...stopped, ...(limited.obsolete ?? [])] };
}

/** The step whose result is the answer as it is: nothing failed, is partial or was left out, and nobody has to judge. */
export function answerStep(context: HostContext): string | undefined {
  const { plan, board, limit, isQueued, notDone, notes } = context;
  if (!plan || limit || isQueued || notDone.length > 0 || notes.length > 0) return undefined;
  const isSound = board.status.every((status, place) => {
    const { results = [], isUnmet } = board.outcomes[place] ?? {};
    return status === 'completed' ? results.every(isGood) : status === 'skipped' && isUnmet;
  });
  const [only] = plan.steps.length === 1 ? plan.steps : [];
  const place = plan.steps.findIndex((step) => step.id === (plan.answerFrom ?? only?.id));
  const step = plan.steps[place];
  return isSound && step && board.status[place] === 'completed' && !step.alongside ? step.id : undefined;
}

const isGood = ({ status, qualityScore }: SpecialistResult) =>
  status === 'success' && (qualityScore ?? 1) >= leastQuality;
