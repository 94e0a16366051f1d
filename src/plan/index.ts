/** Plans as values: written as Markdown and read again, checked, compared, drawn, and what can start next. */
export { type PlanStep, type PlanUpdate, planProblems, type TaskPlan } from './plan.ts';
export { criticalPath } from './plan-graph.ts';
export { type PlanOutline, parsePlanMarkdown, planStep, toPlanMarkdown } from './plan-markdown.ts';
export { toPlanMermaid } from './plan-mermaid.ts';
export { planDiff } from './plan-update.ts';
export { blockedSteps, readySteps } from './step-readiness.ts';
