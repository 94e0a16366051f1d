import { isRecord } from '../domain/is-record.ts';
import type { SpecialistCard } from '../domain/specialist-card.ts';
import { knownName, takeNames } from '../text/match-name.ts';
import { withKnownNames } from './known-names.ts';
import type { PlanStep } from './plan.ts';
import { isStepLine, type PlanOutline, parsePlanMarkdown } from './plan-markdown.ts';
import { readWrittenStep, saidIn, textIn } from './written-step.ts';

/**
 * Reads the plan that a model wrote as the arguments of a tool, in whatever shape: `steps` as a list, an object by ids, JSON or Markdown in a
 * text, under `plan`; other names of fields; ids and names as `withKnownNames` reads them.
 *
 * Contract: it never throws, and its work grows with the length of what is written. What cannot be read is not there: a plan without steps is for
 * `planProblems` to name.
 */
export function readPlan(written: unknown, cards: readonly SpecialistCard[]): PlanOutline {
  return withKnownNames(readOutline(written), cards);
}

/**
 * Whether a text that may as well be an answer is a plan: half of its steps or more name a specialist of the roster in a field, or all of them do so
 * beside their text, or it is in our own form under the heading `Plan`. A report, a list of facts or a plan for the user's own people is an answer.
 */
export function looksLikePlan(text: string, cards: readonly SpecialistCard[]): boolean {
  const names = cards.map((card) => card.name);
  const { steps } = readOutline(text);
  if (steps.length === 0) return false;
  const isNamed = (step: PlanStep) => knownName(step.assignedTo, names) !== undefined;
  if (steps.filter(isNamed).length * 2 >= steps.length) return true;
  if (steps.every((step) => isNamed(step) || takeNames(step.description, names) !== undefined)) return true;
  return /^#{1,3}[ \t]+(?:plan|计划)[ \t]*[:：]/im.test(text) && text.split('\n').some(isStepLine);
}

const nothing: PlanOutline = { title: '', strategy: '', steps: [] };
const stepKeys = ['steps', 'plan', 'tasks', '步骤', '计划'];
/** How far plans may stand in plans: `{ plan: { steps: "…" } }`. */
const deepest = 4;

function readOutline(written: unknown, depth = 0): PlanOutline {
  if (depth > deepest) return nothing;
  if (typeof written === 'string') {
    const value = jsonIn(written);
    const outline = value === undefined ? nothing : readOutline(value, depth + 1);
    return outline.steps.length > 0 ? outline : parsePlanMarkdown(written);
  }
  if (Array.isArray(written)) return { ...nothing, steps: stepsIn(written) };
  if (!isRecord(written)) return nothing;
  const said = saidIn(written);
  const found = stepKeys
    .flatMap((key) => (said.has(key) ? [readOutline(said.get(key), depth + 1)] : []))
    .find(({ steps }) => steps.length > 0);
  const inner = found ?? { ...nothing, steps: stepsOf(written, depth > 0) };
  const answerFrom = textIn(said, ['answerfrom', '答案来自']) ?? inner.answerFrom;
  return {
    title: textIn(said, ['title', '标题']) ?? inner.title,
    strategy: textIn(said, ['strategy', 'approach', 'thought', '策略']) ?? inner.strategy,
    steps: inner.steps,
    ...(answerFrom === undefined ? {} : { answerFrom }),
  };
}

const stepsIn = (list: readonly unknown[]): PlanStep[] => list.flatMap((each) => readWrittenStep(each) ?? []);

/** The steps of an object that holds them by their ids, or that is one: then it says who does it. */
function stepsOf(record: Readonly<Record<string, unknown>>, isInPlan: boolean): PlanStep[] {
  const one = stepsIn([record]).filter((step) => step.assignedTo !== '');
  if (one.length > 0 || !isInPlan) return one;
  return Object.entries(record).flatMap(([key, value]) => {
    const isStep = isRecord(value) || (typeof value === 'string' && /\d/.test(key));
    const step = isStep ? readWrittenStep(value) : undefined;
    return step ? [step.id === '' ? { ...step, id: key } : step] : [];
  });
}

/** The JSON that a text is, or the object that stands in it. */
function jsonIn(text: string): unknown {
  const isList = /^\s*(?:```\w*\s*)?\[/.test(text);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  try {
    const value: unknown = JSON.parse(text.slice(text.indexOf(open), text.lastIndexOf(close) + 1));
    return value;
  } catch {
    return undefined;
  }
}
