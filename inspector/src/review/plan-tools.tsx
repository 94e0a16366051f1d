import { Icon } from '../parts/icons.tsx';
import { showDecision } from '../state/page-state.ts';
import { withNewStep } from './plan-edits.ts';
import { canEditPlan, chosenStep, editPlan, planView, shownPlan } from './review-state.ts';

/** What is done to the plan as a whole. */
export function PlanTools() {
  if (!canEditPlan.value) return null;
  return (
    <>
      <button type="button" class="quiet" data-testid="add-step" onClick={addStep}>
        <Icon name="plus" />
        Add a step
      </button>
      <button
        type="button"
        class="quiet"
        data-testid="plan-as-text"
        aria-pressed={planView.value === 'text'}
        onClick={() => {
          chosenStep.value = undefined;
          planView.value = planView.value === 'text' ? 'cards' : 'text';
        }}
      >
        Markdown
      </button>
    </>
  );
}

function addStep(): void {
  const plan = shownPlan.value;
  if (!plan) return;
  const added = withNewStep(plan);
  editPlan(added.plan);
  planView.value = 'cards';
  chosenStep.value = added.id;
  showDecision();
}
