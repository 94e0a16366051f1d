import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { attemptOf, stepOf } from '../gantt/bars.ts';
import { fieldOf } from '../state/field-of.ts';

const ofHost: Readonly<Record<string, string>> = {
  think: 'first thought',
  draft: 'draft of the plan',
  reflect: 'judgement of the round',
  answer: 'answer',
  finalize: 'final answer',
  structure: 'answer as data',
  analyze: 'look at the conversation',
};

/** An effect as a person would name it: `step 2 · ask, turn 1`. `ended` is the entry with its outcome, which knows more. */
export function callName({ data, actor }: TimelineEntry, ended?: TimelineEntry): string {
  const key = String(data.key);
  if (data.kind === 'source') return `${actor} · ${String(data.source)}`;
  const tool = fieldOf((ended?.data ?? data).output, 'tool');
  const name = data.kind === 'useTool' ? (typeof tool === 'string' ? tool : 'a tool') : String(data.kind);
  const step = stepOf(actor);
  if (step === undefined) {
    const round = /^r(\d+)\//.exec(key)?.[1];
    const words = data.kind === 'reflect' && round !== undefined ? `judgement of round ${round}` : ofHost[name];
    return `host · ${words ?? name}${countOf(key, false)}`;
  }
  const start = /^s[^#]*#(\d+)/.exec(key)?.[1];
  const again = start !== undefined && Number(start) > 1 ? `, ${ordinal(Number(start))} time` : '';
  const what = data.kind === 'decide' ? 'its condition' : name;
  return `step ${step}${again} · ${what}${countOf(key, data.kind === 'ask')}`;
}

/** Which attempt a key counts, and which turn, where there are several. */
function countOf(key: string, hasTurns: boolean): string {
  const { attempt, turn } = attemptOf(key);
  return `${attempt > 1 ? `, attempt ${attempt}` : ''}${hasTurns ? `, turn ${turn}` : ''}`;
}

const ordinal = (count: number) => (count === 2 ? 'second' : count === 3 ? 'third' : `${count}th`);
