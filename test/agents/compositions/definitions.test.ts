import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  type Agent,
  agent,
  branch,
  loop,
  parallel,
  planExecuteReplan,
  planSchema,
  sequence,
  supervisor,
} from '../../../src/agents/index.ts';
import { modelOf } from '../agent-lives.ts';
import { says } from './watch.ts';

const description = 'Works on a text together.';
const [a, b] = [says('a', 'x'), says('b', 'y')];
const model = modelOf(() => ({ text: '' }));
const planner = agent({ name: 'planner', description: 'Plans what is to be done.', model, outputSchema: planSchema });

describe('a composition is refused', () => {
  it.each<[string, () => Agent, string]>([
    ['without agents', () => sequence({ name: 's', description, agents: [] }), '"s" has no agents.'],
    ['without agents', () => parallel({ name: 'p', description, agents: [] }), '"p" has no agents.'],
    ['without agents', () => loop({ name: 'l', description, agents: [], max: 1 }), '"l" has no agents.'],
    ['without agents', () => branch({ name: 'b', description, agents: {}, router: a }), '"b" has no agents.'],
    ['without agents', () => supervisor({ name: 't', description, supervisor: a, agents: [] }), '"t" has no agents.'],
    [
      'with two agents of one name',
      () => sequence({ name: 's', description, agents: [a, says('a', 'z')] }),
      'The agent "s" has two parts named "a".',
    ],
    [
      'with a supervisor among its agents',
      () => supervisor({ name: 't', description, supervisor: a, agents: [a] }),
      'The agent "t" has two parts named "a".',
    ],
    [
      'that is in itself',
      () =>
        sequence({
          name: 'outer',
          description,
          agents: [sequence({ name: 'inner', description, agents: [says('outer', 'x')] })],
        }),
      'The agent "outer" is a part of itself: outer > inner > outer.',
    ],
    ['with no rounds', () => loop({ name: 'l', description, agents: [a], max: 0 }), 'max of "l" is 0.'],
    ['with half a round', () => loop({ name: 'l', description, agents: [a], max: 1.5 }), 'max of "l" is 1.5.'],
    [
      'with no transfers',
      () => supervisor({ name: 't', description, supervisor: a, agents: [b], max: -1 }),
      'max of "t" is -1.',
    ],
    [
      'with no steps',
      () => planExecuteReplan({ name: 'per', description, planner, executor: a, replanner: b, max: Number.NaN }),
      'max of "per" is NaN.',
    ],
    [
      'with transfers of an unknown kind',
      () => supervisor({ name: 't', description, supervisor: a, agents: [b], transfers: 'none' as 'free' }),
      'transfers of "t" is "none". It is "supervisor" or "free".',
    ],
    [
      'with an unknown branch for everything else',
      () => branch({ name: 'b1', description, agents: { a }, router: b, otherwise: 'z' as 'a' }),
      'otherwise of "b1" is "z". It is one of: a.',
    ],
    [
      'with a branch that cannot be named',
      () => branch({ name: 'b1', description, agents: { 'a.b': a }, router: b }),
      '"a.b" cannot be a branch of "b1".',
    ],
    [
      'with nobody to choose',
      () => branch({ name: 'b1', description, agents: { a } } as never),
      '"b1" needs either decide, a function, or router, an agent.',
    ],
    [
      'with a join that is neither',
      () => parallel({ name: 'p', description, agents: [a], join: 'x' as never }),
      'join of "p" is neither an agent nor a function.',
    ],
    [
      'without a supervisor',
      () => supervisor({ name: 't', description, agents: [a] } as never),
      '"t" needs a supervisor',
    ],
    [
      'without a replanner',
      () => planExecuteReplan({ name: 'per', description, planner, executor: a } as never),
      '"per" needs a planner, an executor and a replanner; or a model.',
    ],
    [
      'with a name that cannot be one',
      () => sequence({ name: 'a b', description, agents: [a] }),
      '"a b" is not allowed',
    ],
    ['without a description', () => sequence({ name: 's', description: ' ', agents: [a] }), 'needs a description'],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(expect.objectContaining({ code: 'bad-config', message: expect.stringContaining(message) }));
  });

  it('with a warning only when its description says nothing', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    sequence({ name: 's', description: 'This is an agent.', agents: [a] });
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('The description of the agent "s" says little'));
  });
});

afterEach(() => vi.restoreAllMocks());

describe('what does not fit does not compile', () => {
  it('a planner whose answer is no plan', () => {
    const other = agent({
      name: 'x',
      description: 'Counts what there is.',
      model,
      outputSchema: z.object({ n: z.number() }),
    });
    // @ts-expect-error its output is { n: number }
    planExecuteReplan({ name: 'per', description, planner: other, executor: a, replanner: b });
    // @ts-expect-error its output is a text
    planExecuteReplan({ name: 'per', description, planner: says('x', ''), executor: a, replanner: b });
    // @ts-expect-error there is neither a model nor a planner
    expect(() => planExecuteReplan({ name: 'per', description, executor: a, replanner: b })).toThrow();
  });

  it('a branch that is not there', () => {
    // @ts-expect-error there is no branch "c"
    branch({ name: 'either', description, agents: { a, b }, decide: () => 'c' });
    const about = { name: 'either', description, agents: { a, b }, router: says('r', '') };
    // @ts-expect-error there is no branch "c"
    expect(() => branch({ ...about, otherwise: 'c' })).toThrow();
  });

  it('an output that the last agent does not give', () => {
    const numbered = agent({ name: 'n', description: 'Counts what there is.', model, outputSchema: z.number() });
    const ends: Agent<number> = sequence({ name: 's', description, agents: [a, numbered] });
    // @ts-expect-error the last one gives a text
    const other: Agent<number> = sequence({ name: 's', description, agents: [numbered, a] });
    expect([ends.name, other.name]).toEqual(['s', 's']);
  });
});
