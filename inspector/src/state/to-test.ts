import type { StateValue } from '../../../src/inspect/protocol.ts';

/** A test to begin with: it replays a log up to an entry and expects where an actor is then. */
export function toTest(at: { session: string; seq: number; actor: string; value: StateValue | undefined }): string {
  const [, ...children] = at.actor.split('/');
  const inside = children.map((id) => `.children[${JSON.stringify(id)}]?.getSnapshot()`).join('');
  return `import { readFileSync } from 'node:fs';
import { replay } from 'troupe';
import { expect, it } from 'vitest';

// The log: exported in the inspector, or \`troupe log ${at.session} > run.jsonl\`.
const entries = readFileSync('run.jsonl', 'utf8').trim().split('\\n').map((line) => JSON.parse(line));

it(${JSON.stringify(`has ${at.actor} where it was at entry ${at.seq}`)}, () => {
  const { snapshot } = replay(entries, { until: ${at.seq} });
  expect(snapshot${inside}.value).toEqual(${JSON.stringify(at.value ?? null)});
});
`;
}
