import { criticalPath } from '../../../src/plan/plan-graph.ts';
import { stepLooks } from '../../../src/plan/step-looks.ts';
import { duration } from '../state/format.ts';
import { notify } from '../state/page-state.ts';
import type { PlanView, StepView } from '../state/plan-at.ts';
import { session } from '../state/store.ts';
import { choose } from './actor-tree.tsx';
import { ranksOf, wrapped } from './plan-layout.ts';

const [boxHeight, gapX, gapY] = [40, 8, 22];
const letter = 5.9;

interface Box {
  readonly step: StepView;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function boxesOf(plan: PlanView, room: number): Box[] {
  const ranks = ranksOf(plan.steps);
  const rows = Map.groupBy(plan.steps, ({ id }) => ranks.get(id) ?? 0);
  return [...rows].flatMap(([rank, steps]) => {
    const width = Math.min(176, Math.max(74, (room - gapX * (steps.length - 1)) / steps.length));
    return steps.map((step, place) => ({
      step,
      x: 2 + place * (width + gapX),
      y: 3 + rank * (boxHeight + gapY),
      width,
    }));
  });
}

function chooseStep(step: StepView): void {
  const actors = [...session.value.state.value.values()];
  const own = new RegExp(`/step-${step.id}(#\\d+)?$`);
  const found = actors.findLast(({ path }) => own.test(path));
  if (found) choose(found.id);
  else notify(`Step ${step.id} has not started.`);
}

const detailsOf = (step: StepView, isCritical: boolean) =>
  [
    `${step.id}: ${step.description}`,
    `${step.status}${step.assignedTo ? `, by ${step.assignedTo}` : ''}`,
    ...(step.dependencies.length > 0 ? [`after ${step.dependencies.join(', ')}`] : []),
    ...(step.actualMs === undefined ? [] : [`took ${duration(step.actualMs)}`]),
    ...(step.reason ? [step.reason] : []),
    ...(isCritical ? ['on the longest path'] : []),
  ].join('\n');

/** The plan and its version. */
export function PlanPanel({ width }: { readonly width: number }) {
  const plan = session.value.plan.value;
  return (
    <>
      <h2 class="heading">
        Plan
        {plan ? <span class="muted plain"> v{plan.version}</span> : null}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section class="plan-box" data-testid="plan" tabIndex={0} aria-label="Plan">
        {plan ? <PlanGraph plan={plan} room={width - 32} /> : <p class="empty">No plan yet.</p>}
      </section>
    </>
  );
}

/** The plan as a graph: steps by rank, what they need, how they stand. */
function PlanGraph({ plan, room }: { plan: PlanView; room: number }) {
  const boxes = boxesOf(plan, room);
  const byId = new Map(boxes.map((box) => [box.step.id, box]));
  const longest = criticalPath(plan.steps);
  const isCritical = (from: string, to: string) =>
    longest.indexOf(to) === longest.indexOf(from) + 1 && longest.includes(from);
  const width = Math.max(...boxes.map((box) => box.x + box.width)) + 3;
  const height = Math.max(...boxes.map((box) => box.y)) + boxHeight + 4;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group inside of a drawing
    <svg
      class="plan"
      width={width}
      height={height}
      role="group"
      aria-label={`Plan version ${plan.version}: ${plan.title}`}
    >
      {boxes.flatMap((box) =>
        box.step.dependencies.map((need) => {
          const from = byId.get(need);
          const own = isCritical(need, box.step.id) ? 'need critical' : 'need';
          return from && <path key={`${need}>${box.step.id}`} class={own} d={curve(from, box)} />;
        }),
      )}
      {boxes.map((box) => (
        <StepBox key={box.step.id} box={box} isCritical={longest.includes(box.step.id)} />
      ))}
    </svg>
  );
}

/** From the bottom of one box to the top of another. */
function curve(from: Box, to: Box): string {
  const [x1, y1] = [from.x + from.width / 2, from.y + boxHeight];
  const [x2, y2] = [to.x + to.width / 2, to.y];
  const bend = Math.max(10, (y2 - y1) / 2);
  return `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`;
}

function StepBox({ box: { step, x, y, width }, isCritical }: { box: Box; isCritical: boolean }) {
  const lines = wrapped(`${step.id} ${step.description}`, Math.floor((width - 28) / letter));
  const details = detailsOf(step, isCritical);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot stand inside of a drawing
    <g
      class={`plan-step ${step.status} ${isCritical ? 'critical' : ''}`}
      data-testid={`plan-step-${step.id}`}
      transform={`translate(${x} ${y})`}
      role="button"
      tabindex={0}
      aria-label={`${lines.join(' ')}. ${details.replaceAll('\n', '. ')}`}
      onClick={() => chooseStep(step)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        event.stopPropagation();
        chooseStep(step);
      }}
    >
      <title>{details}</title>
      <rect width={width} height={boxHeight} rx="6" />
      <path class="plan-symbol" transform={`translate(13 ${boxHeight / 2})`} d={stepLooks[step.status].path} />
      {lines.map((line, place) => (
        <text key={line} x="23" y={boxHeight / 2 + 4 + (place - (lines.length - 1) / 2) * 14}>
          {line}
        </text>
      ))}
    </g>
  );
}
