import { canFork, ForkFacts, PaidAgain, Refusal } from './fork-terms.tsx';
import { modelOf } from './model-select.tsx';
import type { TriedCall } from './tried-call.ts';
import { useFocus } from './use-focus.ts';
import type { Forking } from './use-fork.ts';
import { useMeans } from './use-means.ts';
import type { Reasking } from './use-reask.ts';

interface Props {
  readonly call: TriedCall;
  readonly reasked: NonNullable<Reasking['reasked']>;
  readonly forking: Forking;
  readonly onBack: () => void;
}

/** A fork that goes on as if a call had answered what it answered when it was asked again. */
export function AnswerFork({ call, reasked, forking, onBack }: Props) {
  const means = useMeans();
  const { output, usage, model, asked } = reasked;
  const changed = asked.messages ? 'prompt' : model === modelOf(call) ? 'result' : 'model';
  const outcome = { key: call.key, output, changed, ...(usage ? { usage } : {}) } as const;
  const box = useFocus<HTMLDivElement>();
  return (
    <div class="form" ref={box} tabIndex={-1}>
      <p>
        {`The fork shares everything up to #${call.forkAt} and goes on as if ${call.name} had answered what ${model} has answered now. That answer is not paid again.`}
      </p>
      <ForkFacts means={means} />
      <PaidAgain at={call.forkAt} except={call.key} />
      <Refusal text={forking.refusal} />
      <div class="form-row end">
        <button type="button" onClick={onBack}>
          Back to the answers
        </button>
        <button
          type="button"
          class="primary"
          disabled={!canFork(means) || forking.isBusy}
          onClick={() => void forking.fork({ at: call.forkAt, outcome })}
        >
          Fork
        </button>
      </div>
    </div>
  );
}
