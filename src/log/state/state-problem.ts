/** A field, its value and the rule that it breaks. */
export type Problem = readonly [path: string, value: unknown, rule: string];

/** The words for a field whose value breaks a rule. */
export function problemText([path, value, rule]: Problem): string {
  const json = value === undefined ? 'missing' : (JSON.stringify(value) ?? String(value));
  return `${path} is ${json.length > 80 ? `${json.slice(0, 80)}…` : json}: ${rule}.`;
}

/** A problem, and whether it is there. */
export type Rule = readonly [isWrong: boolean, ...problem: Problem];
/** The problems that are there. */
export const held = (table: readonly Rule[]): Problem[] =>
  table.flatMap(([isWrong, ...problem]) => (isWrong ? [problem] : []));
