import { screen } from '../layout/screen.ts';
import { PlanList } from './plan-cards.tsx';
import { PlanText } from './plan-text.tsx';
import { PlanTools } from './plan-tools.tsx';
import { canEditPlan, planView } from './review-state.ts';

/** On a small screen the plan stands where it is decided about. */
export function PlanHere() {
  if (screen.value !== 'phone') return null;
  return (
    <div class="plan-here">
      <div class="review-tools">
        <PlanTools />
      </div>
      {planView.value === 'text' ? <PlanText /> : <PlanList canEdit={canEditPlan.value} />}
    </div>
  );
}
