import { useEffect, useId, useRef } from 'preact/hooks';
import { maxStepRetries, type PlanFault, type PlanStep, workersOf } from '../../../src/plan/plan.ts';
import { Icon } from '../parts/icons.tsx';
import { Growing } from '../people/growing.tsx';
import { ChosenOnes } from './chosen-ones.tsx';
import { withAnswerFrom, withoutStep, withStep } from './plan-edits.ts';
import { cast, chosenStep, editPlan, faults, shownPlan, versionChanges } from './review-state.ts';

/** One step in fields; what is changed is in the plan at once, and nothing is sent. */
export function StepForm({ step }: { readonly step: PlanStep }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('textarea')?.focus(), [step.id]);
  const plan = shownPlan.value;
  if (!plan) return null;
  const { id } = step;
  const at = plan.steps.indexOf(step);
  const wrong = (field: PlanFault['field']) =>
    faults.value.filter((fault) => fault.place === at && fault.field === field).map(({ text }) => text);
  const change = (part: Parameters<typeof withStep>[2]) => editPlan(withStep(plan, id, part));
  const others = plan.steps.filter((each) => each.id !== id);
  const difference = versionChanges.value.changes.get(id);
  return (
    <div class="step-form" data-testid="step-form" ref={box}>
      <div class="value-head">
        <h3>Step {id}</h3>
        <button type="button" class="quiet" onClick={close}>
          <Icon name="left" />
          Back to the plan
        </button>
      </div>
      {difference?.kind === 'changed' ? <p class="muted was">Before: {difference.was.description}</p> : null}
      <Row title="Task" wrong={[...wrong(undefined), ...wrong('id')]}>
        {(field) => (
          <Growing {...field} label="Task" text={step.description} onText={(description) => change({ description })} />
        )}
      </Row>
      <Row title="Specialist" hint="whoever fits best, if nobody is named" wrong={wrong('specialist')}>
        {(field) => (
          <ChosenOnes
            {...field}
            chosen={workersOf(step).filter(Boolean)}
            choices={(cast.value?.specialists ?? []).map(({ name, description }) => ({
              id: name,
              title: `${name}: ${description}`,
            }))}
            onChosen={([assignedTo = '', ...alongside]) =>
              change({ assignedTo, alongside: alongside.length > 0 ? alongside : undefined })
            }
          />
        )}
      </Row>
      <Row title="After" hint="it gets their results" wrong={wrong('after')}>
        {(field) => (
          <ChosenOnes
            {...field}
            chosen={step.dependencies}
            choices={others.map(({ id: other, description }) => ({
              id: other,
              title: `${other} ${description.split('\n', 1)[0]?.slice(0, 60)}`,
            }))}
            onChosen={(dependencies) => change({ dependencies: [...dependencies] })}
          />
        )}
      </Row>
      <Row title="Condition" hint="such as: step 1 failed" wrong={wrong('when')}>
        {(field) => (
          <Growing
            {...field}
            label="Condition"
            text={step.when ?? ''}
            onText={(when) => change({ when: when || undefined })}
          />
        )}
      </Row>
      <SmallFields step={step} onChange={change} />
      <label class="answer-from">
        <input
          type="checkbox"
          checked={plan.answerFrom === id}
          onChange={({ currentTarget }) => editPlan(withAnswerFrom(plan, currentTarget.checked ? id : undefined))}
        />
        Its result is the answer
      </label>
      <div class="ask-buttons">
        <button type="button" class="primary" data-testid="step-done" onClick={close}>
          Done
        </button>
        <button
          type="button"
          class="refuse"
          onClick={() => {
            editPlan(withoutStep(plan, id));
            close();
          }}
        >
          Take step {id} out
        </button>
      </div>
    </div>
  );
}

interface SmallProps {
  readonly step: PlanStep;
  readonly onChange: (part: Parameters<typeof withStep>[2]) => void;
}

function SmallFields({ step, onChange: change }: SmallProps) {
  return (
    <>
      <Row title="Format" hint="number, table, json …" wrong={[]}>
        {({ id: own }) => (
          <input
            id={own}
            class="short"
            value={step.format ?? ''}
            onInput={({ currentTarget: { value } }) => change({ format: value.trim() || undefined })}
          />
        )}
      </Row>
      <Row title="Retries" hint={`0 to ${maxStepRetries}`} wrong={[]}>
        {({ id: own }) => (
          <NumberInput
            id={own}
            value={step.maxRetries}
            onNumber={(maxRetries) => change({ maxRetries: maxRetries ?? 0 })}
          />
        )}
      </Row>
      <Row title="Estimate" hint="seconds" wrong={[]}>
        {({ id: own }) => (
          <NumberInput
            id={own}
            value={step.estimatedMs === undefined ? undefined : step.estimatedMs / 1000}
            onNumber={(seconds) => change({ estimatedMs: seconds === undefined ? undefined : seconds * 1000 })}
          />
        )}
      </Row>
    </>
  );
}

function close(): void {
  const id = chosenStep.value;
  chosenStep.value = undefined;
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-testid="edit-${id}"]`)?.focus());
}

interface RowProps {
  readonly title: string;
  readonly hint?: string;
  readonly wrong: readonly string[];
  readonly children: (field: { id: string; describedBy: string; isWrong: boolean }) => preact.ComponentChildren;
}

function Row({ title, hint, wrong, children }: RowProps) {
  const id = useId();
  return (
    <div class="field-row">
      <div class="field-name">
        <label for={id}>{title}</label>
        <span class="field-hint" id={`${id}-about`}>
          {hint}
        </span>
      </div>
      <div class="field-value">
        {children({ id, describedBy: `${id}-about`, isWrong: wrong.length > 0 })}
        {wrong.map((text) => (
          <p key={text} class="problem">
            {text}
          </p>
        ))}
      </div>
    </div>
  );
}

interface NumberProps {
  readonly id: string;
  readonly value: number | undefined;
  readonly onNumber: (value: number | undefined) => void;
}

const NumberInput = ({ id, value, onNumber }: NumberProps) => (
  <input
    id={id}
    class="short"
    type="number"
    min={0}
    value={value ?? ''}
    onInput={({ currentTarget: { value: text, valueAsNumber } }) =>
      onNumber(text === '' || Number.isNaN(valueAsNumber) ? undefined : Math.max(0, valueAsNumber))
    }
  />
);
