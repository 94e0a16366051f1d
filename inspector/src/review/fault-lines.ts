import type { PlanFault } from '../../../src/plan/plan.ts';
import { isStepLine } from '../../../src/plan/plan-markdown.ts';

/** Something that is wrong with a plan, and the line of its text that says it. */
export interface FaultLine {
  readonly line: number;
  readonly text: string;
}

const fieldOfFault = { id: undefined, specialist: 'specialist', after: 'after', when: 'when' } as const;

/** Where in the text of a plan its faults are: at the field that is meant, else where the step begins, else at the first line. */
export function faultLines(text: string, faults: readonly PlanFault[]): readonly FaultLine[] {
  const lines = text.split('\n');
  const starts = lines.flatMap((line, index) => (isStepLine(line) ? [index] : []));
  return faults
    .map(({ text: said, place, field }) => {
      const start = place === undefined ? 0 : (starts[place] ?? 0);
      const end = place === undefined ? 1 : (starts[place + 1] ?? lines.length);
      const name = field === undefined ? undefined : fieldOfFault[field];
      const own = lines.slice(start, end).findIndex((line) => name !== undefined && isField(line, name));
      return { line: start + Math.max(0, own) + 1, text: said };
    })
    .toSorted((a, b) => a.line - b.line);
}

const isField = (line: string, name: string) => line.trim().toLowerCase().startsWith(`- ${name}:`);
