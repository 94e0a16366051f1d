import { nearestName } from './nearest-name.ts';

/** What is wrong with the names of some options; nothing when all exist. A misspelt limit would be none. */
export function optionProblem(options: object, names: readonly string[], of: string): string | undefined {
  const wrong = Object.keys(options).find((name) => !names.includes(name));
  if (wrong === undefined) return undefined;
  const near = nearestName(wrong, names);
  const hint = near ? ` Did you mean "${near}"?` : '';
  return `"${wrong}" is no option of ${of}.${hint} There are ${names.join(', ')}.`;
}
