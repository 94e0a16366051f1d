import {
  deciderMachine,
  hostMachine,
  plannerMachine,
  reflectorMachine,
  specialistMachine,
  toMermaid,
} from 'troupe/machines';
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, type AnyStateNode, createMachine } from 'xstate';

const charts = { hostMachine, plannerMachine, deciderMachine, specialistMachine, reflectorMachine };

function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(nodesOf)];
}

/** Every transition of a machine, one for each target; one without a target leads to its own state. */
function edgesOf(machine: AnyStateMachine) {
  return nodesOf(machine.root).flatMap((from) =>
    [...from.transitions.values()]
      .flat()
      .concat(from.always ?? [])
      .flatMap((transition) =>
        (transition.target ?? [from]).map((to) => ({
          from,
          to,
          isAlways: transition.eventType === '',
          guard: transition.guard,
        })),
      ),
  );
}

/** The drawing taken apart: names by id, edges, and how deep each block is. */
function read(text: string) {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => line.trim());
  const edges = lines.flatMap((line) => {
    const [, from, to, label] = /^(\S+) --> (\S+)(?: : (.+))?$/.exec(line) ?? [];
    return from && to ? [{ from, to, label }] : [];
  });
  const names = new Map(
    lines.flatMap((line) => {
      const [, id, name] = /^(\w+): (.+)$/.exec(line) ?? [];
      return id && name ? [[id, name] as const] : [];
    }),
  );
  return { lines, names, edges, inner: edges.filter(({ from, to }) => from !== '[*]' && to !== '[*]') };
}

const idOf = (machine: AnyStateMachine, node: AnyStateNode) => [machine.id, ...node.path].join('_');

describe.each(Object.entries(charts))('%s', (_, machine) => {
  const drawing = read(toMermaid(machine));
  const nodes = nodesOf(machine.root).slice(1);

  it('has every state under its name', () => {
    expect(drawing.names).toEqual(new Map(nodes.map((node) => [idOf(machine, node), node.key])));
  });

  it('has every edge, those that are always taken included', () => {
    const key = (from: string, to: string) => `${from} ${to}`;
    const expected = edgesOf(machine).map(({ from, to }) => key(idOf(machine, from), idOf(machine, to)));
    expect(drawing.inner.map(({ from, to }) => key(from, to)).toSorted()).toEqual(expected.toSorted());
    const always = edgesOf(machine).filter((edge) => edge.isAlways).length;
    expect(drawing.inner.filter(({ label }) => /^always\b/.test(label ?? ''))).toHaveLength(always);
  });

  it('names every guard in brackets', () => {
    const guarded = edgesOf(machine).flatMap(
      ({ guard }) =>
        guard === undefined ? [] : [typeof guard === 'string' ? guard : (guard as { type: string }).type], // the charts name their guards
    );
    const drawn = drawing.inner.flatMap(({ label }) => /\[(\w+)\]$/.exec(label ?? '')?.[1] ?? []);
    expect(drawn.toSorted()).toEqual(guarded.toSorted());
  });

  it('marks where each level begins and what is final', () => {
    const compound = [machine.root, ...nodes].filter((node) => node.type === 'compound');
    expect(drawing.edges.filter(({ from }) => from === '[*]')).toHaveLength(compound.length);
    const final = nodes.filter((node) => node.type === 'final').map((node) => idOf(machine, node));
    expect(drawing.edges.filter(({ to }) => to === '[*]').map(({ from }) => from)).toEqual(final);
  });

  it('is made of statements that Mermaid knows, in blocks that close', () => {
    const statement = /^(\w+: [^:;#]+|state \w+ \{|\}|--|(\w+|\[\*\]) --> (\w+|\[\*\])( : [^:;#]+)?)$/;
    const [head, ...body] = drawing.lines;
    expect(head).toBe('stateDiagram-v2');
    expect(body.filter((line) => !statement.test(line))).toEqual([]);
    const depths = body.map((line) => (line.endsWith('{') ? 1 : line === '}' ? -1 : 0));
    expect(depths.reduce<number>((sum, step) => sum + step, 0)).toBe(0);
  });

  it('is drawn the same each time', () => expect(toMermaid(machine)).toBe(toMermaid(machine)));
});

it('draws the two regions of the host apart', () => {
  expect(read(toMermaid(hostMachine)).lines.filter((line) => line === '--')).toHaveLength(1);
});

it('mentions a state outside of its block only after the block', () => {
  const { lines } = read(toMermaid(hostMachine));
  const edge = lines.indexOf('host_running_work_understanding_thinking_calling --> host_failed : think failed');
  expect(edge).toBeGreaterThan(lines.indexOf('host_failed: failed'));
  expect(edge).toBeGreaterThan(lines.lastIndexOf('}'));
});

it('gives a box to a machine whose root has regions and transitions', () => {
  const machine = createMachine({
    id: 'both',
    type: 'parallel',
    on: { 'all.reset': { actions: 'reset' } },
    states: { a: {}, b: {} },
  });
  expect(toMermaid(machine)).toBe(
    [
      'stateDiagram-v2',
      '  both: both',
      '  state both {',
      '    both_a: a',
      '    --',
      '    both_b: b',
      '  }',
      '  both --> both : all.reset',
      '',
    ].join('\n'),
  );
});

it('keeps names apart and escapes what Mermaid would read as its own', () => {
  const machine = createMachine({
    id: 'default',
    initial: 'a-b',
    states: {
      'a-b': { on: { 'x:y;z': 'a_b', '*': 'a_b' }, after: { 1000: 'a_b' } },
      a_b: { always: { guard: () => false, target: '销售' } },
      销售: {},
    },
  });
  const { names, inner } = read(toMermaid(machine));
  expect([...names.keys()].every((id) => /^_default_\w+$/.test(id))).toBe(true);
  expect([...names.values()]).toEqual(['a-b', 'a_b', '销售']);
  expect(inner.map(({ label }) => label)).toEqual(['x#58;y#59;z', 'any event', 'after 1000', 'always [guard]']);
});
