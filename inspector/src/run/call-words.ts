import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { stepOf } from '../gantt/bars.ts';
import { fieldOf } from '../state/field-of.ts';

const ofHost: Readonly<Record<string, string>> = {
  think: 'the first thought',
  draft: 'the draft of the plan',
  reflect: 'the judgement of a round',
  answer: 'the answer',
  finalize: 'the final answer',
  structure: 'the answer as data',
  analyze: 'the look at the conversation',
};

/** What an effect is, in words for a person: its entry says who asks for what. */
export function callWords({ data, actor }: TimelineEntry): string {
  const kind = String(data.kind);
  const step = stepOf(actor);
  const whose = step === undefined ? '' : ` of step ${step}`;
  if (kind === 'useTool') {
    const tool = fieldOf(data.output, 'tool');
    return `${typeof tool === 'string' ? `the tool ${tool}` : 'a tool'}${whose || ' of the host'}`;
  }
  if (kind === 'ask') return `a model call${whose}`;
  if (kind === 'decide') return `the condition${whose}`;
  if (kind === 'wait') return `a wait${whose}`;
  if (kind === 'source') return `${String(data.source)} of ${actor}`;
  return ofHost[kind] ?? kind;
}
