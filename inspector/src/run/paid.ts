import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { headOf } from '../../../src/inspect/set-path.ts';
import { fieldOf, numberOf } from '../state/field-of.ts';

/** What an effect has used: of the host beside its output, of any other chart in it. */
export function usageIn({ kind, usage, output, thrown }: TimelineEntry['data']): unknown {
  if (usage !== undefined || kind !== 'source') return usage;
  return fieldOf(headOf(output), 'usage') ?? fieldOf(headOf(thrown), 'usage');
}

/** What calls of models have used. */
export interface Paid {
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** What was paid; `null` when no price is known for a call. */
  readonly costUsd: number | null;
  /** Who answered, where the log says so. */
  readonly models: readonly string[];
}

/** What has been paid, with this as well. */
export function paid({ costUsd, ...sums }: Paid, usage: unknown): Partial<Paid> {
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
