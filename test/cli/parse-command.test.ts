import { TroupeError } from 'troupe';
import { expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { boundSettings } from '../../src/cli/options/bound-options.ts';
import { parseCommand } from '../../src/cli/parse-command.ts';
import { runCli } from './run-cli.ts';

/** What a command line asks for: the name of the command beside its options. */
function read(argv: readonly string[]) {
  const { command, options } = parseCommand(argv);
  return Object.assign({ name: command.name }, options);
}

it('reads every option of ask', () => {
  const line =
    'ask why --file a.csv --file b.md --json --store runs.db --model m --max-rounds 2 --max-calls 9 --max-tokens 1000 --max-cost 0.5 --price 0.25,2 --max-time 1.5 --concurrency 4 --review --correct-after 5 --quote';
  expect(read(line.split(' '))).toEqual({
    name: 'ask',
    question: 'why',
    files: ['a.csv', 'b.md'],
    output: 'json',
    store: 'runs.db',
    model: 'm',
    price: { inputUsd: 0.25, outputUsd: 2 },
    limits: { rounds: 2, modelCalls: 9, tokens: 1000, costUsd: 0.5, wallMs: 1500 },
    concurrency: 4,
    review: 'all',
    correctAfter: 5,
    quote: true,
  });
});

it('reads how often something may fail in the same way, which holds for specialists and tools', () => {
  expect(read(['chat', '--correct-after', '0'])).toMatchObject({ correctAfter: 0 });
  expect(boundSettings({ correctAfter: 0 })).toEqual({ correctAfter: 0, correctToolsAfter: 0 });
  expect(boundSettings({ review: 'first', concurrency: 2 })).toEqual({ reviewPlan: 'first', concurrency: 2 });
});

it('reads which plans a person reviews', () => {
  expect(read(['ask', '--review', 'first', 'things'])).toMatchObject({
    review: 'all',
    question: 'first things',
  });
  expect(read(['ask', '--', 'what', 'is', '--review'])).toMatchObject({ question: 'what is --review' });
  expect(read(['ask', '--review=first', 'x'])).toMatchObject({ review: 'first' });
  expect(read(['chat', '--review=additions'])).toMatchObject({ review: 'additions' });
  expect(() => read(['ask', '--review=some', 'x'])).toThrow('Give --review=first, --review=additions');
});

it('takes a question without quotes and one from standard input', () => {
  expect(read(['ask', 'how', 'much'])).toMatchObject({ question: 'how much', output: 'text' });
  expect(read(['ask', '-'])).toMatchObject({ question: '-' });
  expect(read(['ask', '--events'])).toEqual({ name: 'ask', files: [], output: 'events' });
});

it('reads the options of chat, limits as those of ask', () => {
  const line =
    'chat --file a.csv --json --store runs.db --model m --max-rounds 2 --max-cost 0.5 --price 0.25,2 --concurrency 4 --review';
  expect(read(line.split(' '))).toEqual({
    name: 'chat',
    files: ['a.csv'],
    output: 'json',
    store: 'runs.db',
    model: 'm',
    price: { inputUsd: 0.25, outputUsd: 2 },
    limits: { rounds: 2, costUsd: 0.5 },
    concurrency: 4,
    review: 'all',
  });
});

it.each([
  [[], { name: 'help' }],
  [['--help'], { name: 'help' }],
  [['help', 'graph'], { name: 'help', about: 'graph' }],
  [['ask', '--help'], { name: 'help', about: 'ask' }],
  [['graph', '-h'], { name: 'help', about: 'graph' }],
  [['ask', '--jason', '--help'], { name: 'help', about: 'ask' }],
  [['--version'], { name: 'version' }],
  [['graph'], { name: 'graph' }],
  [['graph', 'host', '--mermaid'], { name: 'graph', chart: 'host' }],
  [['graph', '--plan', 'ab', '--store', 'f'], { name: 'graph', plan: { run: 'ab', store: 'f' } }],
  [['runs'], { name: 'runs' }],
  [
    ['runs', '--store', 'f', '--status', 'waiting', '--limit', '3', '--json'],
    { name: 'runs', store: 'f', status: 'waiting', limit: 3, json: true },
  ],
  [['show', 'ab', '--json'], { name: 'show', run: 'ab', json: true }],
  [['log', 'ab', '--store', 'f'], { name: 'log', run: 'ab', store: 'f' }],
  [['replay', 'ab', '--until', '7'], { name: 'replay', run: 'ab', until: 7 }],
  [['replay', '--all', 'logs'], { name: 'replay', all: true, folder: 'logs' }],
  [['replay', '--all', '--store', 'f'], { name: 'replay', all: true, store: 'f' }],
  [
    ['resume', 'ab', '--answer', 'two words', '--file', 'a.csv'],
    { name: 'resume', run: 'ab', files: ['a.csv'], output: 'text', reply: { kind: 'answer', text: 'two words' } },
  ],
  [
    ['resume', 'ab', '--approve', '--events'],
    { name: 'resume', run: 'ab', files: [], output: 'events', reply: { kind: 'approve' } },
  ],
  [['resume', '--approve', 'ab'], { name: 'resume', run: 'ab', files: [], output: 'text', reply: { kind: 'approve' } }],
  [
    ['resume', 'ab', '--approve', 's1#1/tool#1.1.1', '--arguments', '{"to":"b"}'],
    {
      name: 'resume',
      run: 'ab',
      files: [],
      output: 'text',
      reply: { kind: 'approve', id: 's1#1/tool#1.1.1', arguments: '{"to":"b"}' },
    },
  ],
  [
    ['resume', 'ab', '--refuse', 's1#1/tool#1.1.1', 'not today'],
    {
      name: 'resume',
      run: 'ab',
      files: [],
      output: 'text',
      reply: { kind: 'refuse', id: 's1#1/tool#1.1.1', text: 'not today' },
    },
  ],
  [
    ['resume', 'ab', '--answer', 's1#1/tool#1.1.1', 'two words'],
    {
      name: 'resume',
      run: 'ab',
      files: [],
      output: 'text',
      reply: { kind: 'answer', id: 's1#1/tool#1.1.1', text: 'two words' },
    },
  ],
  [
    ['resume', 'ab', '--revise', 'shorter'],
    { name: 'resume', run: 'ab', files: [], output: 'text', reply: { kind: 'revise', text: 'shorter' } },
  ],
  [
    ['fork', 'ab', '--at', '9', '--set', 'options.limits.rounds=1', '--set', 'a="b=c"'],
    {
      name: 'fork',
      run: 'ab',
      at: 9,
      edits: [
        { path: 'options.limits.rounds', value: 1 },
        { path: 'a', value: 'b=c' },
      ],
      files: [],
      output: 'text',
    },
  ],
])('reads %j', (argv, command) => expect(read(argv)).toEqual(command));

it.each(commands)('has help for $name', ({ name, help }) => {
  expect(read([name, '--help'])).toEqual({ name: 'help', about: name });
  expect(help).toContain(`Usage: troupe ${name}`);
});

it('lists every command', async () => {
  const { code, stdout } = await runCli(['help']);
  expect(code).toBe(0);
  for (const { name } of commands) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
});

it('takes --help after -- for a word', () => {
  expect(read(['ask', '--', 'what', 'is', '--help'])).toMatchObject({ name: 'ask', question: 'what is --help' });
});

it.each([
  [['aks'], 'There is no command "aks". Did you mean "ask"?'],
  [['revenue by region'], 'There is no command "revenue by region". A question is asked so: troupe ask "…".'],
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
  [['graph', 'host', '--plan', 'ab'], 'a chart or a plan, not both'],
  [['graph', '--store', 'f'], '--store goes with --plan'],
  [['ask', 'x', '--max-cost', '1'], '--max-cost needs the price of the model'],
  [['ask', 'x', '--price', '1'], '--price is "1". Give US dollars'],
  [['ask', 'x', '--max-time', 'long'], '--max-time is "long". Give a number above 0.'],
  [['ask', 'x', '--concurrency', '0'], '--concurrency is "0". Give a whole number from 1 up.'],
  [['ask', 'x', '--correct-after', '-1'], '--correct-after'],
  [['ask', 'x', '--correct-after', 'often'], '--correct-after is "often". Give a whole number from 0 up.'],
  [['ask', 'x', '--agents', 'f', '--correct-after', '2'], '--correct-after does not go with --agents'],
  [['chat', 'hello'], 'chat takes no question'],
  [['chat', '--events'], 'chat has no option "--events".'],
  [['chat', '--max-cost', '1'], '--max-cost needs the price of the model'],
  [['runs', 'ab'], 'troupe show ab'],
  [['runs', '--status', 'complete'], 'There is no status "complete". Did you mean "completed"?'],
  [['show'], 'show needs a run. List them with: troupe runs'],
  [['log', 'a', 'b'], 'log takes one run at a time.'],
  [['resume', 'ab', '--approve', '--answer', 'x'], 'Give one of --answer, --approve, --refuse and --revise.'],
  [['resume', 'ab', 'cd'], 'Quote an answer'],
  [['fork', 'ab'], 'fork needs --at N'],
  [['fork', 'ab', '--at', '2', '--set', 'rounds'], 'Give a path and a value'],
  [['fork', 'ab', '--at', '2', '--set', 'a=b'], 'b is not JSON. Put text in quotes'],
  [['replay', '--all', '--until', '3'], '--until is for one run'],
  [['replay', '--all', 'a', 'b'], 'a store or one folder'],
  [['resum', 'ab'], 'Did you mean "resume"?'],
])('says what is wrong with %j', (argv, message) => {
  expect(() => read(argv)).toThrow(TroupeError);
  expect(() => read(argv)).toThrow(message);
});
