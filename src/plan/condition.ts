import { ownValue } from '../domain/own-value.ts';
import type { StepStatus } from '../domain/status.ts';

/** What a condition may ask about a step. */
export interface ConditionStep {
  readonly status: StepStatus;
  /** Absent where there is no evidence of it. */
  readonly quality?: number | undefined;
  readonly text: string;
}

/** Looks a step up; `undefined` for one that is not in the plan. */
export type ConditionView = (id: string) => ConditionStep | undefined;

/** Whether a condition is met, or why that cannot be known. */
export type Finding = boolean | { readonly unknown: string };

/** A condition that can be decided by computing. */
export type Condition = (view: ConditionView) => Finding;

/**
 * Reads a condition on earlier results, or gives nothing when it is not in this form and has to be judged:
 *
 *     step 1 failed · step 1 succeeded · step 1 skipped · step 1 is empty
 *     step 1 contains "text" · quality of 1 >= 0.8 · number in 1 > 100
 *     not (…) · … and … · … or …
 *
 * Whether a step without a score has a quality is unknown, and so is all that depends on it.
 */
export function parseCondition(text: string): Condition | undefined {
  // Longer than a function should be: the rules of the grammar call each other and share the place in the text.
  // A condition is a line, not a text: what is longer or goes deeper is left to be judged.
  if (text.length > 2000) return undefined;
  const tokens = text.match(token) ?? [];
  if (text.replace(token, '').trim() !== '') return undefined;
  let at = 0;
  let depth = 0;
  const peek = () => tokens[at]?.toLowerCase();
  const take = (word?: string) => (word === undefined || peek() === word ? tokens[at++] : undefined);

  const either = (): Condition | undefined => chain('or', both, (a, b) => (view) => joined(true, a(view), b(view)));
  const both = (): Condition | undefined => chain('and', one, (a, b) => (view) => joined(false, a(view), b(view)));
  function chain(
    word: string,
    part: () => Condition | undefined,
    join: (a: Condition, b: Condition) => Condition,
  ): Condition | undefined {
    let left = part();
    while (left && take(word)) {
      const right = part();
      left = right && join(left, right);
    }
    return left;
  }
  function one(): Condition | undefined {
    if (depth === deepest) return undefined;
    depth++;
    const condition = alone();
    depth--;
    return condition;
  }
  function alone(): Condition | undefined {
    if (take('not')) {
      const inner = one();
      return inner && ((view) => opposite(inner(view)));
    }
    if (take('(')) {
      const inner = either();
      return take(')') ? inner : undefined;
    }
    if (take('quality')) return take('of') ? compared((step) => step.quality) : undefined;
    if (take('number')) return take('in') ? compared((step) => firstNumber(step.text)) : undefined;
    return take('step') ? aboutStep() : undefined;
  }
  function compared(value: (step: ConditionStep) => number | undefined): Condition | undefined {
    const [id, operator, number] = [take(), take(), Number(take())];
    const compare = ownValue(comparisons, operator ?? '');
    if (id === undefined || !compare || Number.isNaN(number)) return undefined;
    return about(id, (step) => {
      const found = value(step);
      return found === undefined ? { unknown: `Step ${id} has no score.` } : compare(found, number);
    });
  }
  function aboutStep(): Condition | undefined {
    const id = take();
    if (id === undefined) return undefined;
    if (take('contains')) {
      const wanted = /^"(.*)"$/.exec(take() ?? '')?.[1]?.toLowerCase();
      return wanted === undefined ? undefined : about(id, (step) => step.text.toLowerCase().includes(wanted));
    }
    take('is');
    const word = take()?.toLowerCase() ?? '';
    if (word === 'empty') return about(id, (step) => step.text.trim() === '');
    const status = ownValue(statusWords, word);
    return status && about(id, (step) => step.status === status);
  }

  const condition = either();
  return at === tokens.length ? condition : undefined;
}

/** A condition on one step; it is not met by a step that is not in the plan. */
const about =
  (id: string, find: (step: ConditionStep) => Finding): Condition =>
  (view) => {
    const step = view(id);
    return step ? find(step) : false;
  };

/** The steps that a condition asks about, when it can be computed. */
export function conditionSteps(text: string): string[] {
  if (text === '' || !parseCondition(text)) return [];
  return [...text.matchAll(asked)].flatMap((match) => match[2] ?? []);
}

/** A condition that asks about steps under other ids; one that cannot be computed stays as it is. */
export function withStepIds(text: string, idOf: (id: string) => string): string {
  if (!parseCondition(text)) return text;
  return text.replace(asked, (found, about?: string, id?: string) => (id === undefined ? found : about + idOf(id)));
}

/** What a condition asks about a step; a quoted text, which asks nothing, is passed over. */
const asked = /"[^"]*"|(\b(?:step|quality\s+of|number\s+in)\s+)([\w-]+)/gi;

const deepest = 100;

/** Of two findings the one that decides: `true` for "or", `false` for "and"; else one that is unknown. */
function joined(deciding: boolean, a: Finding, b: Finding): Finding {
  if (a === deciding || b === deciding) return deciding;
  return typeof a === 'object' ? a : b;
}

const opposite = (finding: Finding): Finding => (typeof finding === 'object' ? finding : !finding);

const token = /"[^"]*"|[()]|[<>]=?|!?=|-?\d+(?:\.\d+)?(?![\w-])|[\w-]+/g;

const statusWords: Readonly<Record<string, StepStatus>> = {
  succeeded: 'completed',
  completed: 'completed',
  done: 'completed',
  failed: 'failed',
  skipped: 'skipped',
  blocked: 'blocked',
};

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

function firstNumber(text: string): number {
  const [found] = /-?\d[\d,]*(?:\.\d+)?/.exec(text) ?? [];
  return found === undefined ? Number.NaN : Number(found.replaceAll(',', ''));
}
