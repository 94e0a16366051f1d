import type { FeedbackResult, Retry } from './feedback.ts';
import { isRecord } from './is-record.ts';
import type { ToolCall } from './message.ts';
import type { NotDone } from './thinking.ts';
import { openVerdicts, verdicts } from './verdict.ts';

/** The moves of the charts, as tools that a model may call. */
export const moves = [
  'plan',
  'ask_user',
  'cannot',
  'use_result',
  ...openVerdicts.map((verdict) => verdicts[verdict].move),
] as const;
export type Move = (typeof moves)[number];

/** Returns a result that was shown in part. It reads what the run has found, nothing else. */
export const readResult = 'read_result';

/** The arguments of a call as they were written; what is no object is nothing. */
export function argumentsOf({ arguments: text }: Pick<ToolCall, 'arguments'>): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : { value };
  } catch {
    return text.trim() === '' ? {} : { value: text };
  }
}

/** The first of these arguments that is a text or a number. */
export function textArgument(call: ToolCall, ...names: readonly string[]): string {
  const given = argumentsOf(call);
  for (const name of [...names, 'value']) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number') return String(value);
  }
  return '';
}

/** What nobody can do, by the calls that say so. */
export function notDoneIn(calls: readonly ToolCall[]): NotDone[] {
  return calls.flatMap((call) => {
    if (call.name !== 'cannot') return [];
    const why = textArgument(call, 'reason', 'why');
    const what = textArgument(call, 'what', 'part') || why;
    return what === '' ? [] : [{ what, why }];
  });
}

/** Whether one of the calls says that nothing of the request can be done. */
export const isRefusal = (calls: readonly ToolCall[]): boolean =>
  calls.some((call) => call.name === 'cannot' && argumentsOf(call).whole === true);

/** Steps that a call wants done again, with the reasons. */
export function retriesIn(call: ToolCall, known: readonly string[]): Retry[] {
  const why = textArgument(call, 'why', 'reason');
  return stepsIn(call, known).map(({ step, said }) => ({ step, why: textOf(said.why ?? said.reason) || why }));
}

/** What a call says the results of steps are worth, and which of them contradict each other. */
export function judgedIn(call: ToolCall, known: readonly string[]): Pick<FeedbackResult, 'scores' | 'contradictions'> {
  const scores = stepsIn(call, known).flatMap(({ step, said }) => {
    const quality = said.score === undefined ? Number.NaN : Number(said.score);
    const isUnit = quality >= 0 && quality <= 1;
    return isUnit ? [{ step, quality, why: textOf(said.why ?? said.reason) }] : [];
  });
  const contradictions = [argumentsOf(call).contradictions ?? []].flat().flatMap((each: unknown) => {
    const said = recordOf(each);
    const steps = [said.steps ?? []].flat().flatMap((step: unknown) => stepNamed(String(step), known) ?? []);
    return steps.length < 2 ? [] : [{ steps, what: textOf(said.what ?? said.why) }];
  });
  return {
    ...(scores.length > 0 ? { scores } : {}),
    ...(contradictions.length > 0 ? { contradictions } : {}),
  };
}

function stepsIn(call: ToolCall, known: readonly string[]) {
  const given = argumentsOf(call);
  const list = [given.steps ?? given.step ?? given.retry ?? []].flat();
  return list.flatMap((each: unknown) => {
    const said = typeof each === 'object' ? recordOf(each) : { step: each };
    const step = stepNamed(String(said.step ?? said.id ?? ''), known);
    return step === undefined ? [] : [{ step, said: said as Readonly<Record<string, unknown>> }]; // any object may be asked for any key
  });
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}; // any object may be asked for any key
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The id that a model means: as it is, in other spelling, or without the words around it, such as "Step 2". */
export function stepNamed(said: string, known: readonly string[]): string | undefined {
  const plain = said.trim().toLowerCase();
  const bare = plain.replace(/^(?:step|result|步骤|结果)\s*#?/u, '').trim();
  const spellings = [plain, plain.replace(/[\s#]+/g, '-'), bare];
  const exact = known.find((id) => id === said.trim());
  return exact ?? spellings.map((each) => known.find((id) => id.toLowerCase() === each)).find((id) => id !== undefined);
}
