import type { SpecialistResult } from '../domain/results.ts';
import type { Correction, ErrorPattern, WentWrong } from '../plan/error-pattern.ts';
import { clip } from '../text/clip.ts';
import type { BriefTopic } from './brief.ts';
import { fenced } from './fences.ts';
import type { Words } from './words.ts';

type Reflected = Pick<Extract<BriefTopic, { purpose: 'reflect' }>, 'plan' | 'results'>;

/** How each step of the plan came out, with what its result is worth where something says so. */
export function outcomesOf(words: Words, { plan, results }: Reflected): string {
  const all = Object.values(results.results).flat();
  const lines = plan.steps.map(({ id, assignedTo, description, status, reason }) => {
    const own = all.filter(({ stepId }) => stepId === id);
    const isPart = status === 'completed' && own.some((each) => each.status === 'partial');
    const how = [isPart ? words.doneInPart : words.stepStatus[status], ...own.flatMap(worthOf(words))].join(', ');
    return `${id} (${assignedTo}): ${clip(description, 300)} – ${how}${reason === undefined ? '' : `: ${reason}`}`;
  });
  return lines.join('\n');
}

const worthOf =
  (words: Words) =>
  ({ qualityScore }: SpecialistResult) =>
    qualityScore === undefined ? [] : [words.rated(qualityScore)];

/** What goes wrong again and again, and what was tried. A message that is told already is not told again. */
export function fencedTrouble(
  words: Words,
  wentWrong: WentWrong | undefined,
  { told, mayChange }: { readonly told: string; readonly mayChange: boolean },
): string {
  if (!wentWrong) return '';
  const { patterns, corrections } = wentWrong;
  const failed = (pattern: ErrorPattern) => {
    const isTold = pattern.message === '' || told.includes(clip(pattern.message, 200));
    return { text: `${words.failedOften(pattern)}${isTold ? '.' : `: ${pattern.message}`}`, isTold };
  };
  const open = patterns.filter(({ pattern }) => !corrections.some((each) => each.pattern === pattern));
  const lines = [
    ...corrections.flatMap(({ pattern, reason, attempts }) => {
      const known = patterns.find((each) => each.pattern === pattern);
      const { text, isTold } = known ? failed(known) : { text: `${pattern}: ${reason}`, isTold: false };
      const tried = attempts.map((each) => words.tried(each));
      return isTold && tried.length === 0 ? [] : [[text, ...tried].join(' ')];
    }),
    ...open.map((pattern) => failed(pattern).text),
  ];
  const listed = fenced('outcome', lines.map((line) => clip(line, 500)).join('\n'));
  return [
    lines.length === 0 ? '' : `${words.wentWrong}\n${listed}`,
    mayChange && corrections.some(isInVain) ? words.failedForGood : '',
  ]
    .filter(Boolean)
    .join('\n');
}

const isInVain = ({ attempts }: Correction) => attempts.every(({ status }) => status === 'failed');
