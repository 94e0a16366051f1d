import type { SpecialistResult } from '../domain/results.ts';
import { type Correction, type ErrorPattern, toolOf, type WentWrong } from '../plan/error-pattern.ts';
import type { TaskPlan } from '../plan/plan.ts';
import { clip, shortened } from '../text/clip.ts';
import { withoutEnd } from '../text/without-end.ts';
import type { BriefTopic } from './brief.ts';
import { fenced } from './fences.ts';
import type { Words } from './words.ts';

type Reflected = Pick<Extract<BriefTopic, { purpose: 'reflect' }>, 'plan' | 'results' | 'wentWrong'>;

/** How each step of the plan came out, with what its result is worth where something finds fault with it. */
export function outcomesOf(words: Words, { plan, results, wentWrong }: Reflected): string {
  const all = Object.values(results.results).flat();
  const lines = plan.steps.map(({ id, assignedTo, description, status, reason }) => {
    const own = status === 'completed' ? all.filter(({ stepId }) => stepId === id) : [];
    const toldOf = wentWrong?.patterns.flatMap(({ step, tool = '' }) => (step === id ? [tool] : [])) ?? [];
    const how = own.length === 0 ? words.stepStatus[status] : howDone(words, own, toldOf);
    return `${id} (${assignedTo}): ${shortened(description, 300)} – ${how}${reason === undefined ? '' : `: ${reason}`}`;
  });
  return lines.join('\n');
}

/** What a result is worth by itself after a tool has failed. That says nothing more than that it has. */
const worthAfterFailure = 0.5;

/** `toldOf` are the tools of which it is told elsewhere that they failed. */
function howDone(words: Words, results: readonly SpecialistResult[], toldOf: readonly string[]): string {
  const partial = results.filter(({ status }) => status === 'partial');
  const tools = [...new Set(partial.flatMap(({ failures = [] }) => failures.flatMap((code) => toolOf(code) ?? [])))];
  const most = tools.length > 0 ? worthAfterFailure : 1;
  const rated = results.flatMap(({ qualityScore = 1 }) => (qualityScore < most ? [words.rated(qualityScore)] : []));
  const untold = tools.filter((tool) => !toldOf.includes(tool));
  if (untold.length > 0) return [words.doneDespite(untold), ...rated].join('; ');
  const isPart = partial.length > 0 && tools.length === 0;
  return [isPart ? words.doneInPart : words.stepStatus.completed, ...rated].join('; ');
}

/** What a prompt says beside what goes wrong again and again. */
interface Beside {
  /** What it says of failures already. */
  readonly told: string;
  readonly plan: TaskPlan;
  readonly mayChange: boolean;
}

/** What goes wrong again and again, and what was tried. What is told already is not told again. */
export function fencedTrouble(words: Words, wentWrong: WentWrong | undefined, beside: Beside): string {
  if (!wentWrong) return '';
  const { patterns, corrections } = wentWrong;
  const patternIn = ({ pattern }: Correction) => patterns.find((each) => each.pattern === pattern);
  const isTold = ({ message }: ErrorPattern) => {
    // What a tool says of an error is told by whoever used it as they like to end it.
    const said = withoutEnd(clip(message.replace(/^Error: /, ''), 200).trim(), /[.。!！]/);
    return said === '' || beside.told.includes(said);
  };
  const failed = (pattern: ErrorPattern) =>
    `${words.failedOften(pattern)}${isTold(pattern) ? '.' : `: ${pattern.message}`}`;
  const open = patterns.filter(({ pattern }) => !corrections.some((each) => each.pattern === pattern));
  const lines = [
    ...corrections.flatMap((correction) => {
      const known = patternIn(correction);
      const tried = triedIn(correction);
      if (known && known.tool === undefined && isTold(known))
        return tried.length === 0 ? [] : [words.triedAt(correction.step, tried)];
      const what = known ? failed(known) : `${correction.pattern}: ${correction.reason}`;
      return [tried.length === 0 ? what : `${what} ${words.tried(tried)}`];
    }),
    ...open.map(failed),
  ];
  const lost = beside.plan.steps.flatMap(({ id, status }) =>
    status === 'failed' && corrections.some((each) => isLost(each, id, patternIn(each))) ? [id] : [],
  );
  const listed = fenced('outcome', lines.map((line) => shortened(line, 500)).join('\n'));
  return [
    lines.length === 0 ? '' : `${words.wentWrong}\n${listed}`,
    beside.mayChange && lost.length > 0 ? words.failedForGood(lost) : '',
  ]
    .filter(Boolean)
    .join('\n');
}

/** Whether nothing is left to try for a step. A tool that fails does not end one. */
const isLost = (correction: Correction, id: string, known: ErrorPattern | undefined) =>
  correction.step === id && known?.tool === undefined && triedIn(correction).every(({ status }) => status === 'failed');

/** What was tried. A plan that is under way is the one that is being made. */
const triedIn = ({ attempts }: Correction) =>
  attempts.filter(({ action, status }) => action !== 'plan' || status !== 'in_progress');
