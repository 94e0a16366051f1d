import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../src/agents/index.ts';
import { createAgentRunner, defineAgent, parallel } from '../../src/agents/index.ts';

/** What an iterator gives, in short. */
const shown = ({ agent, output, error }: AgentEvent) =>
  `${agent}: ${error ? `failed, ${error.message}` : !output ? '' : 'delta' in output ? `${output.delta}@${output.at}` : output.message.content}`;

async function all(events: AsyncIterable<AgentEvent>, onEach: (seen: string) => void = () => {}): Promise<string[]> {
  const seen: string[] = [];
  for await (const event of events) {
    seen.push(shown(event));
    onEach(shown(event));
  }
  return seen;
}

/** Writes its name letter by letter. */
const writer = (name: string, until: Promise<void> = Promise.resolve(), end: () => string = () => name) =>
  defineAgent({
    name,
    description: 'Writes its name letter by letter.',
    run: async ({ onDelta }) => {
      for (const letter of name) onDelta(letter);
      await until;
      return end();
    },
  });

describe('the events of a run', () => {
  it('have each piece of a text for whoever watches while it arrives, and the whole text alone for whoever comes later', async () => {
    const ada = writer('ada');
    const run = createAgentRunner({ agents: [ada] }).run(ada, 'Go.');
    expect(await all(run)).toEqual(['ada: a@0', 'ada: d@1', 'ada: a@2', 'ada: ada']);
    expect(await all(run)).toEqual(['ada: ada']);
  });

  it('have the pieces so far of a text that still arrives, also beside one that is whole', async () => {
    const gate = Promise.withResolvers<void>();
    const both = parallel({
      name: 'both',
      description: 'Writes two names at once.',
      agents: [writer('ada'), writer('ben', gate.promise)],
    });
    const run = createAgentRunner({ agents: [both] }).run(both, 'Go.');
    const isWhole = Promise.withResolvers<void>();
    const early = all(run, (seen) => seen === 'ada: ada' && isWhole.resolve());
    await isWhole.promise;
    const late = all(run, (seen) => seen === 'ben: n@2' && gate.resolve());
    expect((await late).slice(0, 4)).toEqual(['ben: b@0', 'ben: e@1', 'ben: n@2', 'ada: ada']);
    expect((await early).filter((seen) => seen.startsWith('ada'))).toEqual([
      'ada: a@0',
      'ada: d@1',
      'ada: a@2',
      'ada: ada',
    ]);
  });

  it('lose the pieces of a text that begins anew, or whose agent fails, for whoever comes later', async () => {
    const again = defineAgent({
      name: 'eve',
      description: 'Begins anew and fails.',
      run: ({ onDelta }) => {
        onDelta('wrong');
        onDelta('right', 0);
        throw new Error('no');
      },
    });
    const run = createAgentRunner({ agents: [again] }).run(again, 'Go.');
    expect(await all(run)).toEqual(['eve: right@0', 'eve: failed, no']);
    expect(await all(run)).toEqual(['eve: failed, no']);
  });
});
