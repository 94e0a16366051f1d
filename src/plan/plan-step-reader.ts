import type { SpecialistCard } from '../domain/specialist-card.ts';
import { nameSteps } from './known-names.ts';
import type { PlanStep } from './plan.ts';
import { readWrittenStep } from './written-step.ts';

/**
 * Reads the arguments of a plan while they arrive, and emits each step of the list `steps` as soon as it is whole. What it emits is what
 * `readPlan` gives for the whole text, as far as it has come.
 *
 * Contract: it never throws, and its work grows with the length of the text. Where `steps` is no list, or the text no JSON object, nothing is emitted.
 */
export function planStepReader(
  emit: (step: PlanStep) => void,
  cards: readonly SpecialistCard[],
): (piece: string) => void {
  // Longer than a function should be: one reader, whose parts share where it stands in the text.
  const naming = nameSteps(cards);
  let state: 'start' | 'key' | 'value' | 'list' | 'steps' | 'over' = 'start';
  /** The key or the step that is being read. */
  let token = '';
  /** How deep in a value of the plan, or in a step. */
  let depth = 0;
  let isInString = false;
  let isEscaped = false;

  const finish = () => {
    const text = token.trim();
    token = '';
    if (text === '') return;
    try {
      const step = readWrittenStep(JSON.parse(text));
      if (step) emit(naming.take(step));
    } catch {
      state = 'over';
    }
  };
  const readString = (char: string) => {
    if (state !== 'value') token += char;
    if (isEscaped) isEscaped = false;
    else if (char === '\\') isEscaped = true;
    else if (char === '"') isInString = false;
  };
  const readKey = (char: string) => {
    if (char === ':') [state, token] = [token.trim() === '"steps"' ? 'list' : 'value', ''];
    else token += char;
  };
  const skipValue = (char: string) => {
    if (char === '{' || char === '[') depth++;
    else if (depth === 0 && char === ',') state = 'key';
    else if (char === '}' || char === ']') depth--;
    if (depth < 0) state = 'over';
  };
  const readSteps = (char: string) => {
    const isEnd = depth === 0 && (char === ',' || char === ']');
    if (!isEnd) token += char;
    if (char === '{' || char === '[') depth++;
    else if (!isEnd && (char === '}' || char === ']')) depth--;
    // An object is whole with its bracket, a text only when something follows it.
    if (isEnd || (char === '}' && depth === 0)) finish();
    if (isEnd && char === ']') state = 'over';
  };
  const begin = (char: string) => {
    const isObject = state === 'start' && char === '{';
    const isList = state === 'list' && char === '[';
    state = isObject ? 'key' : isList ? 'steps' : 'over';
  };
  const read = (char: string) => {
    if (isInString) return readString(char);
    if (char === '"') isInString = true;
    if (state === 'key') readKey(char);
    else if (state === 'value') skipValue(char);
    else if (state === 'steps') readSteps(char);
    else if (char.trim() !== '') begin(char);
  };
  return (piece) => {
    for (const char of piece) {
      if (state === 'over') return;
      read(char);
    }
  };
}
