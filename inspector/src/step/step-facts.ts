import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { headOf, isCut } from '../../../src/inspect/set-path.ts';
import { attemptOf, type Bar, stepOf } from '../gantt/bars.ts';
import { timeHere } from '../gantt/gantt-state.ts';
import type { Attempt } from '../plan/attempts.ts';
import { endOf } from '../run/run-facts.ts';
import { fieldOf, numberOf } from '../state/field-of.ts';
import type { Session } from '../state/session.ts';

/** Why a step is done again, or an attempt at it was refused: the words, and the entry that has them. */
export interface WhyAgain {
  readonly text: string;
  readonly by: string;
  readonly seq: number;
  /** The entry whose words were cut for the wire. */
  readonly cutAt?: number;
}

/** What there is to say of the step that is chosen, at the cursor. */
export interface StepFacts {
  readonly id: string;
  readonly title: string;
  readonly status: 'executing' | 'waiting' | 'stopped' | 'completed' | 'failed';
  readonly specialist: string;
  readonly after: readonly string[];
  /** Which attempt it is, and of how many. */
  readonly attempt: number;
  readonly attempts: number | undefined;
  /** The round in which it is repeated. */
  readonly again: number | undefined;
  readonly ms: number;
  readonly tokens: number;
  readonly costUsd: number | undefined;
  readonly reason: string | undefined;
  readonly whys: readonly WhyAgain[];
  /** What was done for it so far, in the order in which it began. */
  readonly bars: readonly Bar[];
  /** The path of the actor that does it. */
  readonly actor: string;
}

/** The last time that the step of the chosen actor was tried, up to the cursor; nothing where no step is chosen. */
export function stepFacts(session: Session): StepFacts | undefined {
  const path = session.actor.value?.path ?? '';
  const id = stepOf(path);
  if (id === undefined) return undefined;
  const until = session.upTo.value;
  const tries = session.story.attemptsAt(until).filter(({ step }) => step === id);
  const own = tries.findLast(({ actor }) => path === actor || path.startsWith(`${actor}/`)) ?? tries.at(-1);
  if (!own) return undefined;
  const end = own.end && own.end.seq <= until ? own.end : undefined;
  const isOwn = ({ actor }: Bar) => actor === own.actor || actor.startsWith(`${own.actor}/`);
  const row = session.gantt.rowOf(own.actor);
  const bars = (row?.bars ?? []).filter((bar) => isOwn(bar) && bar.startSeq <= until);
  const done = bars.filter(({ endSeq }) => endSeq !== undefined && endSeq <= until);
  const spent = done.flatMap((bar) => bar.spent ?? []);
  const costs = spent.flatMap(({ costUsd }) => costUsd ?? []);
  const planned = session.plan.value?.steps.find((step) => step.id === id);
  const place = tries.indexOf(own);
  return {
    id,
    title: own === tries.at(-1) ? (planned?.description ?? own.description) : own.description,
    status: end?.status ?? openStatus(session, id),
    specialist: own.specialist,
    after: own.dependencies,
    attempt: Math.max(1, ...bars.filter(({ kind }) => kind === 'model').map(({ key }) => attemptOf(key).attempt)),
    attempts: planned === undefined ? undefined : planned.maxRetries + 1,
    again: place > 0 ? own.round : undefined,
    ms: (end?.at ?? timeHere.value) - own.startedAt,
    tokens: spent.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0),
    costUsd: costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0),
    reason: end?.reason,
    whys: [...(place > 0 ? whyRepeated(session, own, tries[place - 1]) : []), ...whyRefused(session, done)],
    bars,
    actor: own.actor,
  };
}

function openStatus(session: Session, id: string): 'executing' | 'waiting' | 'stopped' {
  if (endOf(session.facts.value)) return 'stopped';
  return session.asking.value.has(id) ? 'waiting' : 'executing';
}

const wordsOf = (value: unknown): string => {
  const text = headOf(value);
  return typeof text === 'string' ? text.trim() : '';
};

/** Why a step was begun anew: what the reflector said after the time before, else how that ended. */
function whyRepeated(session: Session, own: Attempt, before: Attempt | undefined): WhyAgain[] {
  const from = before?.end?.seq ?? before?.seq ?? 0;
  const between = session.entries.filter(({ seq }) => seq > from && seq < own.seq);
  const given = between.findLast(({ type }) => type === 'feedback.given');
  const judged =
    given && between.find(({ type, data }) => type === 'effect.completed' && data.key === given.data.effect);
  if (judged) {
    const full = session.fullEntries.value.get(judged.seq) ?? judged;
    const text = saidOfStep(fieldOf(full.data, 'output'), own.step);
    const by = `reflector, round ${numberOf(given.data, 'round') ?? own.round - 1}`;
    if (text !== '') return [{ text, by, seq: judged.seq, ...(full.isCut ? { cutAt: judged.seq } : {}) }];
  }
  const reason = before?.end?.reason;
  return before?.end && reason ? [{ text: reason, by: 'the time before', seq: before.end.seq }] : [];
}

/** What a judgement says of a step, or else of the plan. */
function saidOfStep(output: unknown, step: string): string {
  const retries = headOf(fieldOf(output, 'retries'));
  const own = (Array.isArray(retries) ? retries : []).find((each) => fieldOf(each, 'step') === step);
  return (
    wordsOf(fieldOf(own, 'why')) ||
    wordsOf(fieldOf(output, 'planUpdateSuggestion')) ||
    wordsOf(fieldOf(output, 'feedback'))
  );
}

/** What the last result was refused for that another attempt has followed, or follows. */
function whyRefused(session: Session, done: readonly Bar[]): WhyAgain[] {
  const last = done.findLast(
    ({ kind, badSeq, problem }) => kind === 'model' && badSeq !== undefined && problem === undefined,
  );
  const end = last?.endSeq === undefined ? undefined : session.entryAt(last.endSeq);
  const remark = end && wordsOf(fieldOf(fieldOf(end.data.output, 'assessment'), 'remark'));
  return end && remark ? [{ text: remark, by: 'the check of its result', seq: end.seq, ...cutOf(end) }] : [];
}

const cutOf = ({ seq, data }: TimelineEntry) =>
  isCut(fieldOf(fieldOf(data.output, 'assessment'), 'remark')) ? { cutAt: seq } : {};

/** What came of a call in a few words; when it began while it is under way. */
export function callNote(session: Session, bar: Bar): string {
  const until = session.upTo.value;
  const end = bar.endSeq !== undefined && bar.endSeq <= until ? session.entryAt(bar.endSeq) : undefined;
  if (!end) return `started at #${bar.startSeq}`;
  if (bar.problem !== undefined) return bar.problem;
  const output = headOf(end.data.output);
  const calls = headOf(fieldOf(output, 'toolCalls'));
  const names = (Array.isArray(calls) ? calls : []).map((call) => wordsOf(fieldOf(call, 'name'))).filter(Boolean);
  if (names.length > 0) return `calls ${names.join(', ')}`;
  return wordsOf(typeof output === 'object' ? fieldOf(output, 'text') : output);
}
