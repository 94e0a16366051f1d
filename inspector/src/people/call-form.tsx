import { useEffect, useRef } from 'preact/hooks';
import type { OpenAsk } from '../../../src/inspect/protocol.ts';
import { type Difference, diffValues } from '../tabs/diff-values.ts';
import { AskEnd } from './ask-end.tsx';
import { isHidden, misfitsOf } from './check-value.ts';
import { Growing } from './growing.tsx';
import { useReply, useTyped } from './use-reply.ts';
import { type Filled, filledIn, ValueForm } from './value-form.tsx';

/** A call, or something else that a person has to approve: as it is, with other arguments, or not at all, with the reason. */
export function CallForm({ ask }: { ask: OpenAsk }) {
  const [typed, type] = useTyped(ask);
  const reply = useReply(ask);
  const before = parsed(ask.arguments);
  const filled = before === undefined ? undefined : filledIn(ask.schema, typed, before);
  const changes = filled && 'value' in filled ? diffValues(before, filled.value) : [];
  const isChanged = changes.length > 0 || filled?.value === undefined;
  const approve = (edited?: unknown) =>
    reply.send({
      type: 'approve',
      ask: ask.id,
      ...(edited === undefined ? {} : { arguments: JSON.stringify(edited) }),
    });
  const { why = '' } = typed;
  const isRefusing = typed['.refusing'] === 'yes';
  const submit = (event: Event) => {
    event.preventDefault();
    if (isRefusing) reply.send({ type: 'refuse', ask: ask.id, text: why.trim() });
    else if (!filled || changes.length === 0) approve();
    else if (!filled.isWrong) approve(filled.value);
  };
  return (
    <form onSubmit={submit} noValidate>
      {filled ? (
        <>
          <ValueForm
            title="Arguments"
            schema={ask.schema}
            filled={filled}
            before={before}
            onType={type}
            isChecked={isChanged}
          />
          <Check ask={ask} filled={filled} changes={changes} />
        </>
      ) : ask.arguments === undefined ? null : (
        <pre class="arguments">{ask.arguments}</pre>
      )}
      <AskEnd
        ask={ask}
        reply={reply}
        note={ask.tool === undefined ? '' : 'Refusing tells the model why; it goes on without the call.'}
      >
        {isRefusing ? (
          <>
            <Refusal why={why} onWhy={(text) => type({ why: text })} />
            <RefuseButtons isSending={reply.isSending} onBack={() => type({ '.refusing': 'no' })} />
          </>
        ) : (
          <ApproveButtons
            filled={isChanged ? filled : undefined}
            changes={changes.length}
            isSending={reply.isSending}
            onAsked={() => approve()}
            onRefuse={() => type({ '.refusing': 'yes' })}
          />
        )}
      </AskEnd>
    </form>
  );
}

interface ButtonProps {
  /** What was changed; absent where nothing was. */
  readonly filled: Filled | undefined;
  readonly changes: number;
  readonly isSending: boolean;
  readonly onAsked: () => void;
  readonly onRefuse: () => void;
}

function ApproveButtons({ filled, changes, isSending, onAsked, onRefuse }: ButtonProps) {
  return (
    <>
      {filled ? (
        <button type="submit" class="primary" data-testid="approve" disabled={filled.isWrong || isSending}>
          {`Approve with ${changes === 0 ? 'changes' : changes === 1 ? '1 change' : `${changes} changes`}`}
        </button>
      ) : null}
      <button
        type="button"
        {...(filled ? {} : { class: 'primary', 'data-testid': 'approve' })}
        disabled={isSending}
        onClick={onAsked}
      >
        {filled ? 'Approve as asked' : 'Approve'}
      </button>
      <button type="button" class="refuse" onClick={onRefuse}>
        Refuse …
      </button>
    </>
  );
}

const RefuseButtons = ({ isSending, onBack }: { readonly isSending: boolean; readonly onBack: () => void }) => (
  <>
    <button type="submit" class="danger" disabled={isSending}>
      Refuse
    </button>
    <button type="button" onClick={onBack}>
      Back
    </button>
  </>
);

function Refusal({ why, onWhy }: { readonly why: string; readonly onWhy: (text: string) => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('textarea')?.focus(), []);
  return (
    <div class="refusal" ref={box}>
      <Growing label="Why not" hint="Why not (it may be left empty)" text={why} onText={onWhy} sendsOnEnter />
    </div>
  );
}

/** Whether the arguments can be sent, and what is different in them. */
function Check({ ask: { schema }, filled, changes }: { ask: OpenAsk; filled: Filled; changes: readonly Difference[] }) {
  if (filled.value === undefined) return null;
  const misfits = misfitsOf(schema, filled.value);
  if (changes.length === 0) {
    return isHidden(filled.value) ? (
      <p class="fits muted">A part is hidden on this page. It is sent as it was asked.</p>
    ) : null;
  }
  const said = changes.slice(0, 3).map(changeWords).join(', ');
  const rest = changes.length > 3 ? `, and ${changes.length - 3} more` : '';
  const count = `${changes.length === 1 ? 'One change' : `${changes.length} changes`}: ${said}${rest}.`;
  if (misfits.length > 0) return <p class="fits problem">{`Cannot be sent as it is. ${count}`}</p>;
  return <p class="fits good">{schema ? `Fits the tool’s schema. ${count}` : count}</p>;
}

const short = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 24 ? `${text.slice(0, 24)}…` : text;
};

function changeWords({ path, kind, before, after }: Difference): string {
  const name = path === '' ? 'all of it' : path;
  if (kind === 'added') return `${name} ${short(after)}`;
  return kind === 'removed' ? `no ${name}` : `${name} ${short(before)} → ${short(after)}`;
}

/** Nothing where the arguments are no JSON. */
function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
