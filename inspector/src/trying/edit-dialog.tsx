import { useState } from 'preact/hooks';
import { Modal } from '../dialogs/modal.tsx';
import { Segments } from '../editing/segments.tsx';
import { count, dollars, duration } from '../state/format.ts';
import { info, session } from '../state/store.ts';
import { AnswerFork } from './answer-fork.tsx';
import { AskAgain } from './ask-again.tsx';
import { ForkForm } from './fork-dialog.tsx';
import { ForkDone } from './fork-done.tsx';
import { OutcomeEditor } from './outcome-editor.tsx';
import { PromptEditor } from './prompt-editor.tsx';
import { type TriedCall, tried, triedCall } from './tried-call.ts';
import { type Forking, useFork } from './use-fork.ts';
import { useReask } from './use-reask.ts';

/** What a dialog about a call is called while it stands open; nothing for a call that is not there. */
function useCall(): TriedCall | undefined {
  const [call] = useState(() => triedCall(session.value, tried.value.key ?? ''));
  return call;
}

/** A call of the run with another prompt, another outcome, or from another context. */
export function EditDialog() {
  const call = useCall();
  const forking = useFork();
  const title = forking.forked ? `Forked at entry #${forking.forked.at}` : 'Edit and try';
  return (
    <Modal title={title} testId="edit-dialog" class={forking.forked ? '' : 'wide'} isKept>
      {forking.forked ? (
        <ForkDone forked={forking.forked} />
      ) : call ? (
        <Parts call={call} forking={forking} />
      ) : (
        <NoCall />
      )}
    </Modal>
  );
}

/** A call of the run once more. */
export function ReaskDialog() {
  const call = useCall();
  const forking = useFork();
  const title = forking.forked ? `Forked at entry #${forking.forked.at}` : 'Ask again';
  return (
    <Modal title={title} testId="reask-dialog" class={forking.forked ? '' : 'widest'} isKept>
      {forking.forked ? (
        <ForkDone forked={forking.forked} />
      ) : call ? (
        <>
          <CallLine call={call} />
          <Again call={call} forking={forking} />
        </>
      ) : (
        <NoCall />
      )}
    </Modal>
  );
}

const NoCall = () => <p>This call has no outcome of its own: it only waits, or it was given up.</p>;

/** Which call it is, and what it took. */
function CallLine({ call: { name, startSeq, end, ms, spent } }: { readonly call: TriedCall }) {
  const facts = [
    end ? `#${startSeq} to #${end.seq}` : `#${startSeq}, under way`,
    ...(ms === undefined ? [] : [duration(ms)]),
    ...(spent ? [`${count(spent.inputTokens + spent.outputTokens)} tokens`] : []),
    ...(spent?.costUsd === undefined ? [] : [dollars(spent.costUsd)]),
  ];
  return (
    <p class="call-line" data-testid="call-line">
      <strong>{name}</strong> <span class="muted">{facts.join(' · ')}</span>
    </p>
  );
}

type Part = 'prompt' | 'outcome' | 'context';

function Parts({ call, forking }: { readonly call: TriedCall; readonly forking: Forking }) {
  const hasContext = info.value?.chart === undefined;
  const parts = [
    ...(call.isModel ? [{ id: 'prompt', title: 'Prompt' } as const] : []),
    { id: 'outcome', title: call.isModel ? 'Answer' : 'Result' } as const,
    ...(hasContext ? [{ id: 'context', title: 'Context' } as const] : []),
  ];
  const [part, setPart] = useState<Part>(parts[0]?.id ?? 'outcome');
  const [asked, setAsked] = useState<{ readonly messages: readonly unknown[]; readonly text: string } | undefined>(
    undefined,
  );
  const [isAsking, setAsking] = useState(false);
  const reasking = useReask(call.key);
  if (isAsking && asked) {
    return (
      <>
        <CallLine call={call} />
        <Again
          call={call}
          forking={forking}
          reasking={reasking}
          messages={asked.messages}
          onBack={() => {
            reasking.stop();
            setAsking(false);
          }}
        />
      </>
    );
  }
  return (
    <>
      <CallLine call={call} />
      <Segments
        label="What is changed"
        choices={parts}
        chosen={part}
        onChoose={(next) => {
          forking.forget();
          setPart(next);
        }}
      />
      {part === 'prompt' ? (
        <PromptEditor
          call={call}
          begins={asked?.text}
          onAsk={({ model, ...changed }) => {
            setAsked(changed);
            setAsking(true);
            reasking.ask({ model, messages: changed.messages });
          }}
        />
      ) : part === 'outcome' ? (
        <OutcomeEditor call={call} forking={forking} />
      ) : (
        <ForkForm at={session.value.at.value} forking={forking} hasContext />
      )}
    </>
  );
}

interface AgainProps {
  readonly call: TriedCall;
  readonly forking: Forking;
  readonly reasking?: ReturnType<typeof useReask>;
  readonly messages?: readonly unknown[];
  readonly onBack?: () => void;
}

/** The answers beside each other, then the fork with the new one. */
function Again({ call, forking, reasking: given, messages, onBack }: AgainProps) {
  const own = useReask(call.key);
  const reasking = given ?? own;
  const [isForking, setForking] = useState(false);
  return isForking && reasking.reasked ? (
    <AnswerFork
      call={call}
      reasked={reasking.reasked}
      forking={forking}
      onBack={() => {
        forking.forget();
        setForking(false);
      }}
    />
  ) : (
    <AskAgain call={call} reasking={reasking} messages={messages} onBack={onBack} onFork={() => setForking(true)} />
  );
}
