import { expect, it } from 'vitest';
import type { AgentEvent } from '../../../src/agents/index.ts';
import { agentWords } from '../../../src/cli/agents/agent-words.ts';

const call = (name: string, input: object) => ({ id: '1', name, arguments: JSON.stringify(input) });
const said = (content: string, more: object = {}): Partial<AgentEvent> => ({
  output: { message: { role: 'assistant', content, ...more } },
});
const waiting = { id: 'ask-7', runPath: ['team', 'clerk'], by: 'code', kind: 'question', question: 'When?' } as const;

it.each<[Partial<AgentEvent>, string[]]>([
  [said('It rains.'), ['team > clerk: It rains.']],
  [{ ...said('It rains.'), runPath: ['team'] }, []],
  [
    { ...said('I look.', { toolCalls: [call('find', { q: 'a' })] }), runPath: ['team'] },
    ['team: I look.', 'team calls find {"q":"a"}'],
  ],
  [said('', { toolCalls: [call('transfer_to_agent', { agent: 'b' })] }), []],
  [{ output: { message: { role: 'tool', content: 'a\npage', name: 'find' } } }, ['team > clerk has from find: a page']],
  [{ output: { message: { role: 'tool', content: 'Transferred to b.', name: 'transfer_to_agent' } } }, []],
  [{ output: { delta: 'It', at: 0 } }, []],
  [{ action: { type: 'transfer', to: ['team', 'b'] } }, ['team > clerk hands over to team > b']],
  [{ action: { type: 'exit' } }, ['team > clerk ends the work']],
  [
    { action: { type: 'move', move: { name: 'choose', arguments: { key: 'a' } } } },
    ['team > clerk decides choose {"key":"a"}'],
  ],
  [
    { action: { type: 'limit', limit: { name: 'rounds', max: 3 } } },
    ['team > clerk has reached its limit: rounds (3)'],
  ],
  [
    { action: { type: 'failover', from: 'a', to: 'b', reason: 'busy' } },
    ['team > clerk goes on with b in the place of a: busy'],
  ],
  [{ action: { type: 'interrupted', ask: waiting } }, ['team > clerk asks: When?']],
  [
    { action: { type: 'resumed', id: 'ask-7', answer: { given: 'answered', value: 'now' } } },
    ['team > clerk has an answer to ask-7: now'],
  ],
  [
    { action: { type: 'resumed', id: 'ask-7', answer: { given: 'approved', arguments: { a: 1 } } } },
    ['team > clerk has an answer to ask-7: approved, with {"a":1}'],
  ],
  [
    { action: { type: 'resumed', id: 'ask-7', answer: { given: 'refused', reason: 'no' } } },
    ['team > clerk has an answer to ask-7: refused: no'],
  ],
  [
    { action: { type: 'resumed', id: 'ask-7', answer: { given: 'nothing' } } },
    ['team > clerk has an answer to ask-7: nobody answered in time'],
  ],
  [{ error: { code: 'thrown', message: 'It broke.' } }, ['team > clerk failed: It broke.']],
])('tells %j', (event, words) => {
  expect(agentWords({ runPath: ['team', 'clerk'], agent: 'clerk', ...event })).toEqual(words);
});
