/** What a specialist does about a tool that fails again and again: it is told so, and what else it has. */
import { readResult } from '../domain/read-move.ts';
import type { Note } from '../log/entry-types.ts';
import { patternOf, toolFailure, toolOf } from '../plan/error-pattern.ts';
import type { SpecialistContext } from './specialist-context.ts';
import type { ToolCallsOutput } from './tool-calls-machine.ts';

/** Calls that are moves, and no tools of the specialist. */
const moves: ReadonlySet<string> = new Set([readResult, 'ask_user']);

type Counted = Pick<SpecialistContext, 'failures' | 'failedBefore' | 'correctToolsAfter'>;

/** The failures after a turn with tools: one more for each that failed. They are counted where somebody acts on it. */
export function withToolFailures(context: SpecialistContext, { keys, succeeded }: ToolCallsOutput): readonly string[] {
  if (context.correctToolsAfter === 0) return context.failures;
  const failed = context.calls.filter(({ name }, index) => !moves.has(name) && !succeeded.includes(keys[index] ?? ''));
  return failed.length === 0 ? context.failures : [...context.failures, ...failed.map(({ name }) => toolFailure(name))];
}

/** The tools that have failed at the step as often as they may, here and in rounds before, and how often. */
export function failingTools({ failures, failedBefore, correctToolsAfter }: Counted) {
  if (correctToolsAfter === 0) return [];
  const counts = new Map(failedBefore.map(({ code, count }) => [code, count]));
  for (const code of failures) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].flatMap(([code, count]) => {
    const tool = toolOf(code);
    return tool !== undefined && count >= correctToolsAfter ? [{ tool, count }] : [];
  });
}

/** What the log has of the tools that have failed once too often in this turn. */
export function failingToolNotes(context: SpecialistContext, tools: ToolCallsOutput): Note[] {
  const known = new Set(failingTools(context).map(({ tool }) => tool));
  const now = failingTools({ ...context, failures: withToolFailures(context, tools) });
  return now.filter(({ tool }) => !known.has(tool)).flatMap(({ tool, count }) => notesOn(context, tool, count));
}

function notesOn({ scope, stepId: step, specialist }: SpecialistContext, tool: string, count: number): Note[] {
  const id = `${scope}/${tool}`;
  const code = toolFailure(tool);
  const pattern = patternOf({ step, specialist, code });
  const reason = `The tool ${tool} has failed ${count} times. It is taken away from ${specialist} for this step.`;
  return [
    { type: 'correction.triggered', data: { id, step, pattern, specialist, code, count, reason } },
    { type: 'correction.attempted', data: { id, step, action: 'tool', specialist } },
  ];
}
