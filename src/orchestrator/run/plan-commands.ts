import { defaultRunOptions } from '../../domain/options.ts';
import { TroupeError } from '../../errors.ts';
import type { RunLog } from '../../log/run-log.ts';
import { planOf, planVersion, resultsOfWork } from '../../log/views.ts';
import { bestSpecialist } from '../../plan/best-specialist.ts';
import { planProblems } from '../../plan/plan.ts';
import { type PlanOutline, parsePlanMarkdown, toPlanMarkdown } from '../../plan/plan-markdown.ts';
import type { Run } from './run.ts';
import { submitPlan } from './run-commands.ts';
import type { RunFeed } from './run-feed.ts';

/** What a person can do with the plan of a run. */
export function planCommands(
  feed: RunFeed,
  actor: Run['actor'],
): Pick<Run, 'editPlan' | 'planMarkdown' | 'restorePlan'> {
  return {
    editPlan(markdown) {
      const outline = checked(parsePlanMarkdown(markdown), feed.log);
      return submitPlan(feed, actor, { type: 'plan.edited', outline });
    },
    planMarkdown(version) {
      if (version === undefined) return planOf(feed.log)?.content;
      const outline = planVersion(feed.log, version);
      return outline && toPlanMarkdown(outline);
    },
    restorePlan(version) {
      const { log } = feed;
      const outline = planVersion(log, version);
      if (!outline) throw new TroupeError('usage', `Run ${log.run} has no version ${version} of its plan.`);
      const results = Object.fromEntries(
        outline.steps.flatMap((step) => {
          const done = resultsOfWork(log, step);
          return done ? [[step.id, done]] : [];
        }),
      );
      return submitPlan(feed, actor, { type: 'plan.restored', version, outline: checked(outline, log), results });
    },
  };
}

/** A plan with somebody for every step. @throws TroupeError `bad-plan` for one that the run cannot carry out. */
function checked(outline: PlanOutline, log: RunLog): PlanOutline {
  const { specialists, limits } = log.latest('request.received')?.data.options ?? defaultRunOptions;
  const steps = outline.steps.map((step) =>
    step.assignedTo === '' ? { ...step, assignedTo: bestSpecialist(step.description, specialists) } : step,
  );
  const names = specialists.map((card) => card.name);
  const problems = planProblems({ steps }, { specialists: names, maxSteps: limits.steps });
  if (problems.length > 0) throw new TroupeError('bad-plan', problems.join(' '));
  return { ...outline, steps };
}
