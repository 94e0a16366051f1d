import type { OpenAsk } from '../../../src/inspect/protocol.ts';
import { AskEnd } from '../people/ask-end.tsx';
import { Growing } from '../people/growing.tsx';
import { useReply, useTyped } from '../people/use-reply.ts';
import type { SessionCommand } from '../state/store.ts';
import { PlanFacts } from './plan-facts.tsx';
import {
  canEditPlan,
  chosenStep,
  discardEdits,
  faults,
  forgetEdits,
  isEdited,
  isEditingFreely,
  planText,
  planView,
  shownPlan,
  startEditing,
} from './review-state.ts';
import { StepForm } from './step-form.tsx';

/** A plan that is reviewed: what is to be known of it, and yes, no with a remark, or another one. */
export function ReviewDecision({ ask }: { readonly ask: OpenAsk }) {
  const [{ remark = '' }, type] = useTyped(ask);
  const reply = useReply(ask);
  const send = (command: SessionCommand) => reply.send(command);
  const chosen = shownPlan.value?.steps.find(({ id }) => id === chosenStep.value);
  if (chosen) return <StepForm step={chosen} />;
  const hasRemark = remark.trim() !== '';
  return (
    <form
      class="review-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (hasRemark) send({ type: 'revise', text: remark });
      }}
    >
      <PlanFacts />
      {isEdited.value ? null : (
        <div class="remark">
          <h3 id="remark-title">Remark for the planner</h3>
          <Growing
            label="Remark for the planner"
            hint="What should change? For example: check every citation."
            text={remark}
            onText={(text) => type({ remark: text })}
          />
          <p class="field-hint">
            Sent back with this remark, the planner drafts another version, which you are asked about again.
          </p>
        </div>
      )}
      <AskEnd ask={ask} reply={reply}>
        {isEdited.value ? (
          <EditedButtons
            isSending={reply.isSending}
            onRun={() => send({ type: 'editPlan', markdown: planText.value ?? '' })}
          />
        ) : (
          <>
            <button
              type="button"
              class={hasRemark ? '' : 'primary'}
              data-testid="approve"
              disabled={reply.isSending}
              onClick={() => send({ type: 'approve' })}
            >
              Approve
            </button>
            <button type="submit" class={hasRemark ? 'primary' : ''} disabled={!hasRemark || reply.isSending}>
              Send back with remark
            </button>
            {canEditPlan.value && planView.value === 'cards' ? (
              <button type="button" class="end" data-testid="edit-plan" onClick={editFirst}>
                Edit
              </button>
            ) : null}
          </>
        )}
      </AskEnd>
    </form>
  );
}

function editFirst(): void {
  startEditing();
  chosenStep.value = shownPlan.value?.steps[0]?.id;
}

interface EditedProps {
  readonly isSending: boolean;
  readonly onRun: () => void;
}

function EditedButtons({ isSending, onRun }: EditedProps) {
  return (
    <>
      <button
        type="button"
        class="primary"
        data-testid="run-edited"
        disabled={isSending || faults.value.length > 0}
        onClick={onRun}
      >
        {isEditingFreely.value ? 'Change the plan' : 'Run the edited plan'}
      </button>
      <button type="button" onClick={discardEdits}>
        Discard the changes
      </button>
    </>
  );
}

/** A plan that is edited while it is carried out, or before somebody asks about it. */
export function FreeEdit() {
  const ask = { id: 'plan', kind: 'plan-review', question: '' } as const;
  const reply = useReply(ask);
  const chosen = shownPlan.value?.steps.find(({ id }) => id === chosenStep.value);
  return (
    <div class="ask free-edit" data-testid="plan-editor">
      <header class="ask-head">
        <h3 class="ask-question">Edit the plan</h3>
        <p class="ask-from">What is done, and says the same, stays as it is. What is changed is done again.</p>
      </header>
      {chosen ? (
        <StepForm step={chosen} />
      ) : (
        <form onSubmit={(event) => event.preventDefault()}>
          <PlanFacts />
          {reply.error === undefined ? null : (
            <p class="ask-error" role="alert">
              {reply.error}
            </p>
          )}
          <div class="ask-buttons">
            <EditedButtons
              isSending={reply.isSending || !isEdited.value}
              onRun={() => reply.send({ type: 'editPlan', markdown: planText.value ?? '' }, forgetEdits)}
            />
          </div>
        </form>
      )}
    </div>
  );
}
