import { useEffect, useState } from 'preact/hooks';
import type { Reasked } from '../../../src/inspect/try-out.ts';
import { type DiffedText, diffTexts } from '../compare/diff-words.ts';
import { Icon } from '../parts/icons.tsx';
import { fieldOf } from '../state/field-of.ts';
import { count, dollars, duration } from '../state/format.ts';
import { Markdown } from '../text/markdown.tsx';
import { Refusal } from './fork-terms.tsx';
import { ModelSelect, modelOf } from './model-select.tsx';
import { useOutput } from './outcome-editor.tsx';
import { outcomeText } from './outcome-text.ts';
import type { TriedCall } from './tried-call.ts';
import { useFocus } from './use-focus.ts';
import { useMeans } from './use-means.ts';
import type { AskedWith, Reasking } from './use-reask.ts';

interface Props {
  readonly call: TriedCall;
  readonly reasking: Reasking;
  /** What it is asked with, where that is not what it was asked in the run. */
  readonly messages?: readonly unknown[] | undefined;
  readonly onBack?: (() => void) | undefined;
  readonly onFork: () => void;
}

/** A call once more: both answers beside each other, with the words marked that differ. */
export function AskAgain({ call, reasking, messages, onBack, onFork }: Props) {
  const means = useMeans();
  const { since, reasked, problem } = reasking;
  const [model, setModel] = useState(reasked?.asked.model ?? '');
  const refusal = typeof means === 'string' ? means : means?.refusal;
  const asked: AskedWith = { model, ...(messages ? { messages } : {}) };
  const box = useFocus<HTMLDivElement>();
  return (
    <div class="form" ref={box} tabIndex={-1}>
      <p>
        {messages
          ? 'The call with the messages that you have changed. Nothing of it is written into the run, and it counts for none of its limits.'
          : 'The same messages once more. Nothing of it is written into the run, and it counts for none of its limits; what it costs is shown here.'}
        {typeof means === 'object' && means.models.length < 2
          ? ' One model is here: --model, or models of startInspector, offer others.'
          : ''}
      </p>
      <Answers
        call={call}
        reasking={reasking}
        model={model}
        limitMs={typeof means === 'object' ? means.limitMs : undefined}
      />
      <Refusal text={refusal ?? problem} />
      <div class="form-row end">
        {onBack ? (
          <button type="button" onClick={onBack}>
            <Icon name="left" />
            Change the messages
          </button>
        ) : null}
        <ModelSelect means={means} call={call} model={model} onChoose={setModel} />
        {since === undefined ? (
          <button
            type="button"
            class={reasked ? '' : 'primary'}
            disabled={means === undefined || refusal !== undefined}
            onClick={() => reasking.ask(asked)}
          >
            {reasked || problem !== undefined ? 'Ask once more' : 'Ask again'}
          </button>
        ) : (
          <button type="button" onClick={reasking.stop}>
            Stop
          </button>
        )}
        {reasked ? (
          <button type="button" class="primary" onClick={onFork}>
            <Icon name="fork" />
            Fork with this answer
          </button>
        ) : null}
      </div>
    </div>
  );
}

interface AnswersProps {
  readonly call: TriedCall;
  readonly reasking: Reasking;
  readonly model: string;
  readonly limitMs: number | undefined;
}

function Answers({ call, reasking, model, limitMs }: AnswersProps) {
  const { since, reasked } = reasking;
  const before = useOutput(call);
  const failure = failureOf(call);
  const own = failure === undefined && call.end && before ? outcomeText(before.output) : undefined;
  const again = reasked && outcomeText(reasked.output);
  const diffed = own !== undefined && again !== undefined ? diffTexts(own, again) : undefined;
  const { spent, ms } = call;
  return (
    <div class="answers">
      <section aria-label="The answer in the run" data-testid="answer-before">
        <SideHead name="A" title="In the run" model={modelOf(call)} spent={spent} ms={ms} />
        {failure === undefined ? null : <p class="error-text">{failure}</p>}
        {call.end ? null : <p class="muted">It has not answered yet.</p>}
        {own === undefined ? null : <Markdown text={diffed?.a ?? own} />}
      </section>
      <section aria-label="The answer now" data-testid="answer-again">
        <SideHead name="B" title="Asked again" model={reasked?.model} spent={reasked?.usage} ms={reasked?.ms} />
        {since === undefined ? null : <Asking since={since} model={model} limitMs={limitMs} />}
        {since === undefined && again === undefined ? <p class="muted">Not asked yet.</p> : null}
        {again === undefined ? null : <Markdown text={diffed?.b ?? again} />}
        {isSame(diffed) ? <p class="muted">The same, word for word.</p> : null}
      </section>
    </div>
  );
}

const isSame = (diffed: DiffedText | undefined) => diffed?.differing.a === 0 && diffed.differing.b === 0;

function failureOf({ end }: TriedCall): string | undefined {
  if (end?.type !== 'effect.failed') return undefined;
  const message = fieldOf(end.data.error, 'message');
  return typeof message === 'string' ? message : 'It failed.';
}

interface HeadProps {
  readonly name: 'A' | 'B';
  readonly title: string;
  readonly model: string | undefined;
  readonly spent: Reasked['usage'] | undefined;
  readonly ms: number | undefined;
}

/** Who answered, and what that took. */
function SideHead({ name, title, model, spent, ms }: HeadProps) {
  const { inputTokens = 0, outputTokens = 0, costUsd } = spent ?? {};
  const facts = [
    ...(model === undefined ? [] : [model]),
    ...(spent
      ? [`${count(inputTokens + outputTokens)} tokens`, costUsd === undefined ? 'cost unknown' : dollars(costUsd)]
      : []),
    ...(ms === undefined ? [] : [duration(ms)]),
  ];
  return (
    <header>
      <span class="compared-name">{name}</span>
      <h3>{title}</h3>
      <span class="muted">{facts.join(' · ')}</span>
    </header>
  );
}

/** A call that is under way, and for how long. */
function Asking({
  since,
  model,
  limitMs,
}: {
  readonly since: number;
  readonly model: string;
  readonly limitMs: number | undefined;
}) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 200);
    return () => clearInterval(timer);
  }, [since]);
  return (
    <p class="asking" data-testid="asking">
      <span class="asking-dot" aria-hidden="true" />
      <span role="status">{`${model || 'The model'} is asked …`}</span>
      <span>{`${((now - since) / 1000).toFixed(1)} s`}</span>
      {limitMs === undefined ? null : <span class="muted">{`given up after ${Math.round(limitMs / 1000)} s`}</span>}
    </p>
  );
}
