import fc from 'fast-check';
import { childDone, childFailed } from 'troupe/testing';
import { expect, it } from 'vitest';
import { type AnyMachineSnapshot, initialTransition, transition } from 'xstate';
import { type Graph, graph } from '../../src/agents/index.ts';
import { seed } from '../seed.ts';

const names = ['a', 'b', 'c', 'd', 'e'] as const;
const name = fc.constantFrom(...names);
const source = fc.oneof({ weight: 1, arbitrary: fc.constant('start') }, { weight: 4, arbitrary: name });
const target = fc.oneof({ weight: 1, arbitrary: fc.constant('end') }, { weight: 3, arbitrary: name });
const way = fc.oneof(
  fc.record({ kind: fc.constant('edge' as const), from: source, to: target }),
  fc.record({
    kind: fc.constantFrom('join' as const, 'first' as const),
    from: fc.uniqueArray(source, { minLength: 2, maxLength: 3 }),
    optional: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    to: target,
  }),
  fc.record({
    kind: fc.constant('branch' as const),
    from: name,
    to: fc.uniqueArray(target, { minLength: 1, maxLength: 3 }),
    chosen: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 6 }),
  }),
);

type Loose = Record<'node' | 'edge' | 'join' | 'first' | 'branch' | 'build', (...args: unknown[]) => Loose>;

/** A graph of these ways; nothing when it cannot work. */
function built(ways: readonly (typeof way extends fc.Arbitrary<infer T> ? T : never)[]): Graph | undefined {
  const about = { name: 'random', description: 'Has whatever comes.', visits: 3, state: () => 0 };
  // What the compiler would refuse is refused when it is built.
  let builder = graph(about) as unknown as Loose;
  const after = (output: string, state: number) => ({ output, state: state + 1 });
  const named = new Set(ways.flatMap(({ from, to }) => [from, to].flat()));
  for (const each of names.filter((node) => named.has(node)))
    builder = builder.node(each, () => each, { after, ...(each === 'c' ? { onError: () => 'c' } : {}) });
  for (const each of ways) {
    if (each.kind === 'edge') builder = builder.edge(each.from, each.to);
    else if (each.kind === 'branch') {
      const decide = (_output: string, state: number) => {
        const pick = each.chosen[state % each.chosen.length] ?? 0;
        return pick >= each.to.length ? [] : each.to[pick];
      };
      builder = builder.branch(each.from, decide, each.to);
    } else if (each.kind === 'join') {
      const marked = each.from.map((from, index) => (each.optional[index] ? `${from}?` : from));
      builder = builder.join(marked, each.to);
    } else builder = builder.first(each.from, each.to);
  }
  try {
    return builder.build() as unknown as Graph;
  } catch {
    return undefined;
  }
}

/** The regions of the nodes, by what they are at. */
const regionsOf = ({ value }: AnyMachineSnapshot) => (value as { running?: Record<string, string> }).running ?? {};

it('comes to an end, whatever the ways are and in whatever order nodes come to theirs', () => {
  let ran = 0;
  const property = fc.property(
    fc.array(way, { minLength: 3, maxLength: 12 }),
    fc.infiniteStream(fc.nat({ max: 19 })),
    (ways, luck) => {
      const made = built(ways);
      if (!made) return;
      ran++;
      const input = {
        messages: [{ role: 'user', content: 'x' }],
        history: [],
        runPath: ['random'],
        session: undefined,
        moves: [],
      };
      let [snapshot] = initialTransition(made.machine, input as never) as [AnyMachineSnapshot, unknown];
      let steps = 0;
      for (; snapshot.status === 'active'; steps++) {
        const working = Object.entries(regionsOf(snapshot)).flatMap(([each, at]) => (at === 'running' ? [each] : []));
        expect(working.sort(), 'who is at work').toEqual(Object.keys(snapshot.context.work).sort());
        expect(working.length, 'somebody is at work').toBeGreaterThan(0);
        const dice = luck.next().value ?? 0;
        const next = working[dice % working.length] ?? '';
        const event =
          dice === 19 ? childFailed(next, new Error('bad luck')) : childDone(next, { value: next, set: {} });
        [snapshot] = transition(made.machine, snapshot, event as never) as [AnyMachineSnapshot, unknown];
      }
      expect(steps).toBeLessThanOrEqual(3 * names.length);
      expect(['completed', 'failed']).toContain(snapshot.output.status);
    },
  );
  fc.assert(property, { numRuns: 8_000, seed });
  expect(ran).toBeGreaterThan(100);
});
