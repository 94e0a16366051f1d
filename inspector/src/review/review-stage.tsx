import { useState } from 'preact/hooks';
import { Icon } from '../parts/icons.tsx';
import { PlanCards } from './plan-cards.tsx';
import { PlanText } from './plan-text.tsx';
import { PlanTools } from './plan-tools.tsx';
import { canEditPlan, chosenStep, planView, review, shownPlan, stage, versionShown } from './review-state.ts';

/** Which of both the middle shows while a plan is reviewed or edited. */
export function StageSwitch() {
  const title = review.value ? `Plan v${versionShown.value} to review` : 'Edit the plan';
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons of which one is pressed
    <span class="segments stage-switch" role="group" aria-label="What the middle shows">
      <button type="button" data-testid="stage-map" aria-pressed={stage.value === 'map'} onClick={() => show('map')}>
        <Icon name="map" />
        Map
      </button>
      <button
        type="button"
        class="waits"
        data-testid="stage-plan"
        aria-pressed={stage.value === 'plan'}
        onClick={() => show('plan')}
      >
        <Icon name="plan" />
        {title}
      </button>
    </span>
  );
}

function show(what: 'map' | 'plan'): void {
  stage.value = what;
}

/** The plan that is reviewed, or edited, where the chart stands otherwise. */
export function ReviewStage() {
  const [sought, setSought] = useState('');
  const [place, setPlace] = useState(0);
  const found = foundFor(sought);
  const at = found[place % Math.max(1, found.length)];
  return (
    <>
      <div class="chart-bar review-bar">
        <StageSwitch />
        <div class="review-tools">
          {planView.value === 'cards' && (shownPlan.value?.steps.length ?? 0) > 8 ? (
            <input
              class="find-step"
              aria-label="Find a step"
              placeholder="Find a step"
              value={sought}
              onInput={({ currentTarget }) => {
                setSought(currentTarget.value);
                setPlace(0);
              }}
              onKeyDown={({ key }) => key === 'Enter' && setPlace(place + 1)}
            />
          ) : null}
          {sought === '' ? null : (
            <span class="muted" role="status">
              {found.length === 0 ? 'none' : `${(place % found.length) + 1} of ${found.length}`}
            </span>
          )}
          <PlanTools />
        </div>
      </div>
      {planView.value === 'text' ? (
        <PlanText />
      ) : (
        <PlanCards canEdit={canEditPlan.value} found={new Set(found)} at={sought === '' ? chosenStep.value : at} />
      )}
    </>
  );
}

function foundFor(sought: string): readonly string[] {
  const words = sought.trim().toLowerCase();
  if (words === '') return [];
  return (shownPlan.value?.steps ?? []).flatMap(({ id, description, assignedTo }) =>
    `${id} ${description} ${assignedTo}`.toLowerCase().includes(words) ? [id] : [],
  );
}
