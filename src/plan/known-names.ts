import type { SpecialistCard } from '../domain/specialist-card.ts';
import { matchNames, takeNames } from '../text/match-name.ts';
import { withoutEnd } from '../text/without-end.ts';
import { conditionSteps, withStepIds } from './condition.ts';
import { type PlanStep, stepIdPattern, workersOf } from './plan.ts';
import type { PlanOutline } from './plan-markdown.ts';

/** Gives the steps of a plan, one after another, the ids and names that are known. */
export interface StepNaming {
  /** The step under an id of its own, with the specialists and the steps that it means. */
  take(step: PlanStep): PlanStep;
  /** The step that is meant, if it has been taken. */
  idOf(written: string): string | undefined;
}

/**
 * A plan whose specialists are those of the roster, whatever case and decoration they are written in, and whose ids are unique and well formed. A
 * specialist that is not known is left out, so that the best one is chosen; a need that is in no way known stays, for `planProblems` to name.
 */
export function withKnownNames(outline: PlanOutline, cards: readonly SpecialistCard[]): PlanOutline {
  const { answerFrom, ...rest } = outline;
  const naming = nameSteps(cards);
  const steps = outline.steps.map(naming.take);
  const source = answerFrom === undefined ? undefined : naming.idOf(answerFrom);
  return { ...rest, steps, ...(source === undefined ? {} : { answerFrom: source }) };
}

/** Begins to name the steps of a plan. What a step becomes depends on those before it alone: so a plan can be read while it arrives. */
export function nameSteps(cards: readonly SpecialistCard[]): StepNaming {
  const names = cards.map((card) => card.name);
  const taken = new Map<string, number>();
  const byText = new Map<string, string>();
  const byBareId = new Map<string, string>();

  const idOf = (written: string): string | undefined => {
    const text = written.trim();
    const known = byText.get(text);
    if (known !== undefined) return known;
    const bare = bareId(text);
    // `1: load the table` means step 1, but `1-b` is an id of its own.
    const number = stepIdPattern.test(text) ? undefined : /^\d+(?=-|$)/.exec(bare)?.[0];
    return byBareId.get(bare) ?? byBareId.get(number ?? '');
  };
  /** An id that is free: of two steps with the same, the second gets a number. */
  const freeId = (wanted: string): string => {
    let id = wanted;
    for (let count = taken.get(wanted) ?? 1; taken.has(id); id = `${wanted}-${count}`) taken.set(wanted, ++count);
    taken.set(id, 1);
    return id;
  };
  const take = (step: PlanStep): PlanStep => {
    const { when, format, alongside, ...rest } = step;
    const id = freeId(toId(step.id) ?? String(taken.size + 1));
    const needs = step.dependencies.flatMap(
      (need) => idOf(need) ?? (noStep.test(need.trim()) ? [] : (toId(need) ?? need)),
    );
    const condition =
      when === undefined || isNothing(when) ? undefined : withStepIds(when, (asked) => idOf(asked) ?? asked);
    const asked = conditionSteps(condition ?? '').filter((each) => taken.has(each));
    const { description, specialists } = whoDoes(step, names);
    const [assignedTo = '', ...others] = specialists;
    for (const text of new Set([step.id.trim(), id])) {
      if (text === '') continue;
      byText.set(text, id);
      byBareId.set(bareId(text), id);
    }
    return {
      ...rest,
      id,
      description,
      assignedTo,
      ...(others.length > 0 ? { alongside: others } : {}),
      ...(condition === undefined ? {} : { when: condition }),
      ...(format === undefined || isNothing(format) ? {} : { format }),
      dependencies: [...new Set([...needs, ...asked])].filter((need) => need !== id),
    };
  };
  return { take, idOf };
}

const noStep = /^(?:|-|none|nothing|null|nil|no|n\/a|na|start|beginning|begin|first|无|没有|开始)$/i;
const isNothing = (text: string) => /^(?:|-|none|null|n\/a|always|any|true|无|总是|始终|任意)$/i.test(text.trim());

/** `step 1`, `Step-1`, `S1`, `#1`, `步骤1` and `第1步` all mean 1. */
function bareId(text: string): string {
  if (/^\d+$/.test(text)) return text;
  const inner = withoutEnd(text.trim().toLowerCase(), /[\s.:：。步)\]]/u).replace(stepWord, '');
  return withoutEnd(inner.replace(/[^a-z0-9_-]+/g, '-'), /-/).replace(/^[-_]+/, '') || inner;
}
const stepWord =
  /^(?:(?:after|depends on)\s+)?(?:(?:steps?|tasks?)(?:\s+|(?=[:#._-]*\d))|(?:no\.?|s|t)(?=[\s:#._-]*\d)|步骤|任务|第)?[\s:#._([-]*/u;

/** What is longer is a text; its step is counted. */
const longestId = 60;

/** A well formed id for what is written as one, if there is anything of an id in it. */
function toId(written: string): string | undefined {
  const text = written.trim();
  if (stepIdPattern.test(text)) return text;
  const id = bareId(text);
  return stepIdPattern.test(id) && id.length <= longestId ? id : undefined;
}

/** Who does a step. One that names nobody in a field may say it beside its text. */
function whoDoes(step: PlanStep, names: readonly string[]): { description: string; specialists: readonly string[] } {
  const specialists = matchNames(workersOf(step), names);
  const aside = specialists.length > 0 ? undefined : takeNames(step.description, names);
  return aside ? { description: aside.text, specialists: aside.names } : { description: step.description, specialists };
}
