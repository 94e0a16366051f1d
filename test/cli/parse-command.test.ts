import { TroupeError } from 'troupe';
import { expect, it } from 'vitest';
import { parseCommand } from '../../src/cli/parse-command.ts';

it('reads every option of ask', () => {
  const line = 'ask why --file a.csv --file b.md --json --store runs.db --max-rounds 2 --model m';
  expect(parseCommand(line.split(' '))).toEqual({
    name: 'ask',
    question: 'why',
    files: ['a.csv', 'b.md'],
    output: 'json',
    store: 'runs.db',
    maxRounds: 2,
    model: 'm',
  });
});

it('takes a question without quotes and one from standard input', () => {
  expect(parseCommand(['ask', 'how', 'much'])).toMatchObject({ question: 'how much', output: 'text' });
  expect(parseCommand(['ask', '-'])).toMatchObject({ question: '-' });
  expect(parseCommand(['ask', '--events'])).toEqual({ name: 'ask', files: [], output: 'events' });
});

it.each([
  [[], { name: 'help' }],
  [['--help'], { name: 'help' }],
  [['help', 'graph'], { name: 'help', about: 'graph' }],
  [['ask', '--help'], { name: 'help', about: 'ask' }],
  [['graph', '-h'], { name: 'help', about: 'graph' }],
  [['--version'], { name: 'version' }],
  [['graph'], { name: 'graph' }],
  [['graph', 'host', '--mermaid'], { name: 'graph', chart: 'host' }],
])('reads %j', (argv, command) => expect(parseCommand(argv)).toEqual(command));

it.each([
  [['aks'], 'There is no command "aks". Did you mean "ask"?'],
  [['--jsno'], 'There is no option "--jsno".'],
  [['help', 'grph'], 'Did you mean "graph"?'],
  [['ask', 'x', '--jason'], 'ask has no option "--jason". Did you mean "--json"?'],
  [['ask', 'x', '--file'], '--file needs a value.'],
  [['ask', 'x', '--file', '--json'], '--file needs a value.'],
  [['ask', 'x', '--json=yes'], '--json takes no value.'],
  [['ask', 'x', '--json', '--events'], 'Give one of them.'],
  [['ask', ' '], 'The question is empty.'],
  [['ask', 'x', '--max-rounds', 'two'], '--max-rounds is "two". Give a whole number from 1 up.'],
  [['ask', 'x', '--max-rounds', '0'], '--max-rounds is "0".'],
  [['ask', 'x', '--store', ''], '--store is empty.'],
  [['graph', 'host', 'planner'], 'one chart at a time'],
])('says what is wrong with %j', (argv, message) => {
  expect(() => parseCommand(argv)).toThrow(TroupeError);
  expect(() => parseCommand(argv)).toThrow(message);
});
