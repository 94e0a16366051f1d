import { computed, signal } from '@preact/signals';
import { timeHere } from '../gantt/gantt-state.ts';
import { screen } from '../layout/screen.ts';
import { leftWidth } from '../layout/sizes.ts';
import { choose } from '../parts/actor-tree.tsx';
import { endOf } from '../run/run-facts.ts';
import { countUpTo } from '../state/bisect.ts';
import { nameOf } from '../state/format.ts';
import { notify, showStep } from '../state/page-state.ts';
import { info, session } from '../state/store.ts';
import { VirtualList } from '../timeline/virtual-list.tsx';
import { versionWords } from './attempts.ts';
import { PlanRowView, planRowHeight } from './plan-row.tsx';
import { type PlanRow, planRows, type StepRow } from './plan-rows.ts';
import { railOf } from './rail.ts';

/** The version that is looked at, of this session; undefined: the one in force at the cursor. */
const chosen = signal<{ readonly session: string; readonly version: number } | undefined>(undefined);

/** What is looked at: the plan at the cursor, or an earlier version as it stood when the next one came. */
const shown = computed(() => {
  const { story, until, id, entryCount, plans } = session.value;
  entryCount.value;
  const versions = story.versionsAt(until.value);
  const wanted = chosen.value?.session === id ? chosen.value.version : undefined;
  const place = versions.findIndex(({ plan }) => plan.version === wanted);
  const at = place < 0 ? versions.length - 1 : place;
  const next = versions[at + 1];
  const end = next ? next.seq - 1 : until.value;
  return { versions, version: versions[at], before: versions[at - 1], until: end, plan: plans.at(end) };
});

const rows = computed(() => {
  const { plan, until } = shown.value;
  if (!plan) return { list: [], rail: { parts: [], lanes: 1 } };
  const { story, asking, entries, facts } = session.value;
  // An earlier version stood so when the next one came.
  const isPast = until !== session.value.until.value;
  const last = isPast ? entries[countUpTo(entries, until, ({ seq }) => seq) - 1] : undefined;
  const list = planRows({
    plan,
    attempts: story.attemptsAt(until),
    until,
    now: last ? Date.parse(last.at) : timeHere.value,
    asking: asking.value,
    isOver: !isPast && endOf(facts.value) !== undefined,
  });
  return { list, rail: railOf(list) };
});

/** Shows who works on a step, in the chart and everywhere else. */
function chooseStep({ step, actor }: StepRow): void {
  const { state } = session.value;
  const isOwn = (path: string) =>
    actor === undefined ? nameOf(path).split('#')[0] === `step-${step}` : path === actor;
  const found = [...state.value.values()].findLast(({ path }) => isOwn(path));
  if (found) {
    choose(found.id);
    showStep();
  } else notify(`Step ${step} has not started.`);
}

/** Whether the actor that is looked at works on a step. */
function isAt(row: PlanRow): boolean {
  const path = session.value.actor.value?.path ?? '';
  const own = row.kind === 'step' ? row.actor : undefined;
  return own !== undefined && (path === own || path.startsWith(`${own}/`));
}

/** The plan as a list with a rail of dependencies, and what its version changed. */
export function PlanPanel() {
  const { plan, version, before } = shown.value;
  const { list, rail } = rows.value;
  return (
    <div class="plan-panel">
      {plan ? (
        <VirtualList
          testId="plan"
          class="plan-list"
          role="list"
          aria-label={`Plan version ${plan.version}: ${plan.title}`}
          tabIndex={0}
          onKeyDown={goAlong}
          count={list.length}
          rowHeight={planRowHeight()}
          row={(index) => {
            const [row, part] = [list[index], rail.parts[index]];
            return (
              row &&
              part && (
                <PlanRowView
                  key={index}
                  row={row}
                  part={part}
                  lanes={rail.lanes}
                  isAt={isAt(row)}
                  onChoose={chooseStep}
                />
              )
            );
          }}
        />
      ) : (
        <p class="empty" data-testid="plan">
          {noPlanWords()}
        </p>
      )}
      {version ? (
        <footer class="plan-note" data-testid="plan-note">
          {hasWideTabs() ? null : <Versions />}
          {versionWords(before, version) || plan?.title}
        </footer>
      ) : null}
    </div>
  );
}

/** The list is one stop of the Tab key; the arrow keys go from step to step. */
function goAlong(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const list = event.currentTarget as HTMLElement; // the list of steps
  const steps = [...list.querySelectorAll<HTMLElement>('.plan-step')];
  const place = steps.findIndex((each) => each.matches(':focus'));
  const next = place < 0 ? (list.querySelector<HTMLElement>('.plan-step.at') ?? steps[0]) : steps[place + step];
  if (step === 0 || !next) return;
  event.preventDefault();
  next.focus();
}

/** Whether the versions have room beside the tabs. */
export const hasWideTabs = () =>
  screen.value === 'desk' && leftWidth.value >= 250 && shown.value.versions.length <= mostBesideTabs;

/** As many versions as fit beside the tabs; more of them stand below the plan. */
const mostBesideTabs = 2;

/** A button for each version that there is at the cursor. */
export function Versions() {
  const { versions, version } = shown.value;
  if (versions.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a few buttons in a row of tabs
    <span class="versions" role="group" aria-label="Version of the plan">
      {versions.map(({ plan }) => (
        <button
          key={plan.version}
          type="button"
          class="quiet"
          data-testid={`plan-v${plan.version}`}
          title={`Version ${plan.version} of the plan`}
          aria-pressed={plan.version === version?.plan.version}
          onClick={() => {
            chosen.value =
              plan === versions.at(-1)?.plan ? undefined : { session: session.value.id, version: plan.version };
          }}
        >
          v{plan.version}
        </button>
      ))}
    </span>
  );
}

/** Why there is nothing to see, by what happened. */
function noPlanWords(): string {
  const { story, lastFacts } = session.value;
  const [first] = story.versions;
  if (first) return `No plan yet: the first one comes at #${first.seq}.`;
  const end = endOf(lastFacts.value);
  if (end === 'completed') return 'No plan: the answer was given without one.';
  if (end === 'failed') return 'No plan: the run failed before one was accepted.';
  if (end === 'cancelled') return 'No plan: the run was cancelled before there was one.';
  return info.value?.isLive === false ? 'No plan: the run stopped before there was one.' : 'No plan yet.';
}
