import { type PlanStep, workersOf } from '../../../src/plan/plan.ts';
import { Icon } from '../parts/icons.tsx';
import { durationOf } from '../run/run-words.ts';
import type { StepChange } from './plan-changes.ts';
import { chosenStep, faults, mayWrite, shownPlan, versionChanges } from './review-state.ts';

interface Props {
  readonly step: PlanStep;
  readonly canEdit: boolean;
  /** Where it stands on the sheet; absent in a list, which says what it follows in words. */
  readonly style?: Readonly<Record<string, string>>;
  readonly isFound?: boolean;
  readonly onHover?: (id: string | undefined) => void;
}

/** A step of a plan under review: what is to be done, by whom, after what, and what is different about it. */
export function StepCard({ step, canEdit, style, isFound = false, onHover }: Props) {
  const { id, description, when, format } = step;
  const [title = '', ...more] = titleAndRest(description);
  const change = versionChanges.value.changes.get(id);
  const own = ownFaults(step);
  const look = [
    change?.kind ?? '',
    own.length > 0 ? 'wrong' : '',
    isFound ? 'found' : '',
    isChosen(id) ? 'chosen' : '',
  ];
  return (
    <li
      class={`step-card ${look.join(' ')}`}
      data-testid={`card-${id}`}
      {...(style ? { style } : {})}
      onPointerEnter={() => onHover?.(id)}
      onPointerLeave={() => onHover?.(undefined)}
    >
      <div class="card-head">
        <span class="card-id">{id}</span>
        <strong class="card-title" title={description}>
          {title === '' ? 'Nothing is said yet' : title}
        </strong>
        {canEdit && change?.kind !== 'gone' ? (
          <button
            type="button"
            class="card-edit"
            data-testid={`edit-${id}`}
            aria-label={`Edit step ${id}`}
            title={`Edit step ${id}`}
            onFocus={() => onHover?.(id)}
            onClick={() => {
              chosenStep.value = id;
            }}
          >
            <Icon name="edit" size={14} />
          </button>
        ) : null}
      </div>
      <p class="card-text">{more.join(' ')}</p>
      {when === undefined ? null : (
        <p class="card-when" title={when}>
          if {when}
        </p>
      )}
      <p class="card-foot">
        <span class="card-who">{whoWords(step)}</span>
        <span class="card-signs">
          {[format, step.estimatedMs === undefined ? undefined : durationOf(step.estimatedMs)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      <p class="card-marks">
        {own.length > 0 ? (
          <span class="card-mark wrong" title={own.join('\n')}>
            {own[0]}
          </span>
        ) : (
          <>
            {change ? <span class={`card-mark ${change.kind}`}>{changeWords(change)}</span> : null}
            {mayWrite(step) ? <span class="card-mark writes">may change things</span> : null}
            {shownPlan.value?.answerFrom === id ? <span class="card-mark">its result is the answer</span> : null}
          </>
        )}
        {style ? null : <span class="card-mark plain">{afterWords(step)}</span>}
      </p>
      {style && step.dependencies.length > 0 ? <span class="unseen">{afterWords(step)}</span> : null}
    </li>
  );
}

const isChosen = (id: string) => chosenStep.value === id;

export const whoWords = (step: PlanStep) => workersOf(step).filter(Boolean).join(', ') || 'whoever fits best';
const afterWords = ({ dependencies }: PlanStep) =>
  dependencies.length === 0 ? 'at once' : `after ${dependencies.join(', ')}`;
const changeWords = (change: StepChange) =>
  change.kind === 'changed' ? `changed: ${change.what.join(', ')}` : change.kind;

export function ownFaults({ id }: PlanStep): string[] {
  const at = shownPlan.value?.steps.findIndex((step) => step.id === id);
  return faults.value.flatMap(({ place, text }) => (place !== undefined && place === at ? [text] : []));
}

/** The first sentence, or line, and what comes after it. */
function titleAndRest(description: string): readonly string[] {
  const text = description.trim();
  const end = /\n|[.:。：](?=\s|$)/u.exec(text);
  if (!end) return [text];
  const rest = text.slice(end.index + 1).trim();
  return rest === '' ? [text] : [text.slice(0, end.index), rest];
}
