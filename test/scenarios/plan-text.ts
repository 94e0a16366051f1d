/** A plan of the given steps: `{ a: [], b: ['a'] }` is b after a. */
export function planText(steps: Record<string, readonly string[]>, specialist = 'worker'): string {
  const lines = Object.entries(steps).flatMap(([id, needs]) => [
    `- [ ] ${id}: work on ${id}`,
    `  - specialist: ${specialist}`,
    ...(needs.length > 0 ? [`  - after: ${needs.join(', ')}`] : []),
  ]);
  return ['# Plan: a plan', '', ...lines, ''].join('\n');
}
