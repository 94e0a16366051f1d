import { endStateOf, isEnded } from '../domain/status.ts';
import type { TaskPlan } from '../plan/plan.ts';
import { waitingIn, waitingOf } from './asks.ts';
import { beganAt, type Entry } from './entry.ts';
import type { EntryData } from './entry-types.ts';
import { metadataOf } from './own/metadata-of.ts';
import type { RunLog } from './run-log.ts';
import { outcomeOf, type RunResult } from './run-result.ts';
import { correctionView } from './view/correction-view.ts';
import { planOf, thoughtOf } from './views.ts';

/** How a run came out, or how it stands when it waits for a person, read from its log. */
export function toRunResult(log: RunLog): RunResult {
  const plan = planOf(log);
  const waitingFor = waitingOf(log);
  const closing: Partial<EntryData['status.changed']> = log.latest('status.changed')?.data ?? {};
  const failure = log.latest('run.failed')?.data;
  const given = log.latest('answer.given')?.data;
  const structured = given?.structured === undefined ? undefined : log.output('structure', given.structured);
  const content = given?.content ?? failure?.message ?? waitingFor?.question ?? '';
  const [thought, limit, notDone] = [thoughtOf(log), closing.limit, closing.notDone ?? []];
  const status = waitingFor ? 'waiting' : ((closing.status && endStateOf(closing.status)) ?? 'running');
  const { session } = log.latest('request.received')?.data ?? {};
  const metadata = metadataOf(log);
  return {
    runId: log.run,
    status,
    ...(status === 'completed' ? { outcome: outcomeOf({ thought, steps: plan?.steps, notDone, limit }) } : {}),
    message: { role: 'assistant', content },
    ...(structured?.ok ? { output: structured.value } : {}),
    complexity: thought?.complexity ?? 'simple',
    ...(plan ? { plan: planIn(plan) } : {}),
    rounds: closing.rounds ?? 0,
    ...(limit ? { limit } : {}),
    notDone,
    ...(waitingFor ? { waitingFor } : {}),
    ...(session === undefined ? {} : { session }),
    ...(metadata === undefined ? {} : { metadata }),
    waiting: waitingIn(log),
    isPaused: isPausedAt(log),
    ...(failure ? { error: failure } : {}),
    ...(log.latest('correction.triggered') ? { corrections: correctionView.of(log.entries).corrections.items } : {}),
    usage: usageOf(log.entries),
    durationMs: durationOf(log),
  };
}

function durationOf({ entries }: RunLog): number {
  const [first, last] = [entries[0], entries.at(-1)];
  return first && last ? Math.max(0, Date.parse(last.at) - Date.parse(beganAt(first))) : 0;
}

/** The plan in a result; its Markdown is written for those who read it. */
const planIn = (plan: TaskPlan): NonNullable<RunResult['plan']> => ({
  version: plan.version,
  get content() {
    return plan.content;
  },
  steps: plan.steps,
});

/** Whether a run that has not ended is paused. */
export const isPausedAt = (log: RunLog): boolean =>
  isHeld(log) && !isEnded(log.latest('status.changed')?.data.status ?? 'pending');

/** Whether what a run asks for is held back: it was paused, and not resumed since. */
export const isHeld = (log: RunLog): boolean =>
  (log.latest('run.paused')?.seq ?? 0) > (log.latest('run.resumed')?.seq ?? 0);

/** What a run has used so far. */
export function usageOf(entries: readonly Entry[]): RunResult['usage'] {
  const sum = { modelCalls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };
  let isPriced = true;
  for (const { data } of entries) {
    const usage = 'usage' in data ? data.usage : undefined;
    if (!usage) continue;
    sum.modelCalls += usage.modelCalls ?? 0;
    sum.inputTokens += usage.inputTokens ?? 0;
    sum.outputTokens += usage.outputTokens ?? 0;
    sum.costUsd += usage.costUsd ?? 0;
    if (usage.modelCalls && usage.costUsd === undefined) isPriced = false;
  }
  return { ...sum, costUsd: isPriced ? sum.costUsd : null };
}
