import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { isCut } from '../../../src/inspect/set-path.ts';
import { fieldOf, numberOf } from '../state/field-of.ts';
import type { RunFacts } from './run-facts.ts';

/** What was cut for the wire, as far as it is here. */
const headOf = (value: unknown): unknown => (isCut(value) ? value.head : value);

/** What an effect has used: of the host beside its output, of any other chart in it. */
export function usageIn({ kind, usage, output, thrown }: TimelineEntry['data']): unknown {
  if (usage !== undefined || kind !== 'source') return usage;
  return fieldOf(headOf(output), 'usage') ?? fieldOf(headOf(thrown), 'usage');
}

/** What has been paid, with this as well. */
export function paid({ costUsd, ...sums }: RunFacts, usage: unknown): Partial<RunFacts> {
  const modelCalls = numberOf(usage, 'modelCalls') ?? 0;
  const cost = numberOf(usage, 'costUsd');
  const model = fieldOf(usage, 'model');
  return {
    modelCalls: sums.modelCalls + modelCalls,
    inputTokens: sums.inputTokens + (numberOf(usage, 'inputTokens') ?? 0),
    outputTokens: sums.outputTokens + (numberOf(usage, 'outputTokens') ?? 0),
    costUsd: costUsd === null || (modelCalls > 0 && cost === undefined) ? null : costUsd + (cost ?? 0),
    ...(typeof model === 'string' && !sums.models.includes(model) ? { models: [...sums.models, model] } : {}),
  };
}
