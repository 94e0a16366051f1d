import { type PlanStep, workersOf } from './plan.ts';
import { criticalPath } from './plan-graph.ts';
import { stepLooks } from './step-looks.ts';

/**
 * Draws a plan as a Mermaid flowchart: a box for each step with who does it and where it stands, an arrow for each need, the longest path
 * in heavy lines.
 */
export function toPlanMermaid(plan: { readonly steps: readonly PlanStep[] }): string {
  const path = criticalPath(plan.steps);
  const heavy = new Set(path.slice(1).map((id, index) => `${path[index]} ${id}`));
  const boxes = plan.steps.map((step) => {
    const who = workersOf(step)
      .filter((name) => name !== '')
      .join(' + ');
    const lines = [`${step.id}. ${step.description}`, `${who}${who ? ' · ' : ''}${step.status}`];
    if (step.when !== undefined) lines.push(`when: ${step.when}`);
    const text = lines.map(escapeText).join('<br/>');
    const [open, close] = step.when === undefined ? ['[', ']'] : ['{{', '}}'];
    return `  ${boxId(step.id)}${open}"${text}"${close}:::${step.status}`;
  });
  const arrows = plan.steps.flatMap((step) =>
    step.dependencies.map((need) => {
      const arrow = heavy.has(`${need} ${step.id}`) ? '==>' : '-->';
      return `  ${boxId(need)} ${arrow} ${boxId(step.id)}`;
    }),
  );
  const colours = Object.entries(stepLooks).map(([status, { mermaid }]) => `  classDef ${status} ${mermaid}`);
  return ['flowchart TD', ...boxes, ...arrows, ...colours, `  %% critical path: ${path.join(' > ')}`, ''].join('\n');
}

/** A word that Mermaid does not take for its own. */
const boxId = (id: string) => `step_${id.replace(/[^A-Za-z0-9]/g, (character) => `_${character.charCodeAt(0)}_`)}`;

const escapeText = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .slice(0, 200)
    .replace(/[#"<>&\\`{}[\]|]/g, (character) => `#${character.charCodeAt(0)};`);
