import { estimatesOf } from '../gantt/estimates.ts';
import { Icon } from '../parts/icons.tsx';
import { timeWords } from '../run/run-words.ts';
import { cardSheet } from './card-layout.ts';
import { changesInWords } from './plan-changes.ts';
import { PlanHere } from './plan-here.tsx';
import {
  cast,
  faults,
  hasVersionBefore,
  isEdited,
  mayWrite,
  ownChanges,
  shownPlan,
  versionChanges,
  versionShown,
} from './review-state.ts';

/** What somebody should know who decides about a plan: how it goes about the work, what is different, and whether it can be carried out. */
export function PlanFacts() {
  const plan = shownPlan.value;
  if (!plan) return <p class="muted">The plan is loading.</p>;
  const ends = estimatesOf(plan.steps).map(({ toMs }) => toMs);
  return (
    <div class="plan-facts">
      {plan.strategy === '' ? null : (
        <>
          <h3>Strategy</h3>
          <p class="strategy">{plan.strategy}</p>
        </>
      )}
      <dl class="plan-figures">
        <div>
          <dt>Steps</dt>
          <dd>{plan.steps.length}</dd>
        </div>
        <div>
          <dt>At once</dt>
          <dd>{plan.steps.filter(({ dependencies }) => dependencies.length === 0).length}</dd>
        </div>
        <div>
          <dt>In a row</dt>
          <dd>{cardSheet(plan.steps).columns}</dd>
        </div>
        {ends.length === 0 ? null : (
          <div>
            <dt>Estimated</dt>
            <dd>{timeWords(Math.max(...ends))}</dd>
          </div>
        )}
      </dl>
      <Changes />
      <Checks />
      <PlanHere />
    </div>
  );
}

function Changes() {
  const own = changesInWords(ownChanges.value.changes);
  const all = changesInWords(versionChanges.value.changes);
  return (
    <>
      {hasVersionBefore.value ? (
        <>
          <h3>Against v{versionShown.value - 1}</h3>
          <p data-testid="version-changes">{all === '' ? 'The same steps.' : `${sentence(all)}.`}</p>
        </>
      ) : null}
      {isEdited.value ? (
        <>
          <h3>Changed by you, not sent yet</h3>
          <p data-testid="own-changes">{own === '' ? 'Words beside the steps.' : `${sentence(own)}.`}</p>
        </>
      ) : null}
    </>
  );
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function Checks() {
  const steps = shownPlan.value?.steps ?? [];
  const writing = steps.filter(mayWrite).map(({ id }) => id);
  const which =
    writing.length > 6 ? `${writing.length} steps` : `${writing.length === 1 ? 'Step' : 'Steps'} ${writing.join(', ')}`;
  return (
    <>
      <h3>{faults.value.length === 0 ? 'Checked' : 'To be mended first'}</h3>
      <ul class="checks" data-testid="plan-checks">
        {faults.value.map(({ text }) => (
          <li key={text} class="problem">
            <Icon name="failed" size={14} />
            {text}
          </li>
        ))}
        {faults.value.length === 0 ? (
          <>
            <Check
              text={cast.value ? 'Every specialist is in the cast' : 'The ids of the steps and what they follow'}
            />
            <Check text="No circles: every step can come to its turn" />
            {cast.value && cast.value.maxSteps < Number.MAX_SAFE_INTEGER ? (
              <Check text={`Fits the limit of ${cast.value.maxSteps} steps`} />
            ) : null}
          </>
        ) : null}
        {writing.length > 0 ? (
          <li class="writes">
            <Icon name="lock" size={14} />
            {`${which} may change things: you may be asked again before that.`}
          </li>
        ) : null}
      </ul>
    </>
  );
}

const Check = ({ text }: { readonly text: string }) => (
  <li>
    <Icon name="done" size={14} />
    {text}
  </li>
);
