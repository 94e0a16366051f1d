import type { Means } from '../../../src/inspect/try-out.ts';
import { fieldOf } from '../state/field-of.ts';
import { info } from '../state/store.ts';
import type { TriedCall } from './tried-call.ts';

/** The model that a call of the run was put to, as far as that is known. */
export function modelOf({ end }: TriedCall): string | undefined {
  const named = fieldOf(end?.data.usage, 'model');
  const [only, ...others] = info.value?.models ?? [];
  return typeof named === 'string' ? named : others.length === 0 ? only : undefined;
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
