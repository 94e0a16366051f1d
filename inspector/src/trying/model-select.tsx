import type { Means } from '../../../src/inspect/try-out.ts';
import { originOf } from '../compare/fork-clock.ts';
import { fieldOf } from '../state/field-of.ts';
import { info, session } from '../state/store.ts';
import type { TriedCall } from './tried-call.ts';

/** The model that a call of the run was put to, as far as that is known. */
export function modelOf({ end, startSeq }: TriedCall): string | undefined {
  const named = fieldOf(end?.data.usage, 'model');
  if (typeof named === 'string') return named;
  // What a fork shares was made by those who worked on its origin.
  const origin = originOf(session.value.entries[0]);
  const [only, ...others] = info.value?.models ?? [];
  return others.length === 0 && startSeq > (origin?.at ?? 0) ? only : undefined;
}

interface Props {
  readonly means: Means | string | undefined;
  readonly call: TriedCall;
  /** Empty: whoever was asked in the run. */
  readonly model: string;
  readonly onChoose: (model: string) => void;
}

/** Which model is asked. */
export function ModelSelect({ means, call, model, onChoose }: Props) {
  const before = modelOf(call);
  const offered = typeof means === 'object' ? means.models.filter((name) => name !== before) : [];
  return (
    <label class="model-select">
      <span>Model</span>
      <select data-testid="reask-model" value={model} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        <option value="">{before === undefined ? 'as in the run' : `${before}, as in the run`}</option>
        {offered.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
