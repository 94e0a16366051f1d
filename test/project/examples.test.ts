import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startMock } from '../models/endpoint.ts';
import { codeBlocks, pages, read, root } from './pages.ts';

/** Lines that each example prints, in this order; other lines may stand between them. */
const printed: Readonly<Record<string, readonly string[]>> = {
  'actor.ts': [
    'pending',
    'analyzing',
    'planning',
    'executing',
    'completed',
    'Revenue: headphones (58,282), backpack (37,245), desk lamp (22,971).',
  ],
  'agent-branch.ts': ['Your invoice is in the mail.', 'Have you tried to turn it off and on?'],
  'agent-loop.ts': ['Slogan', 'the critic was content'],
  'agent-parallel.ts': [
    'board > lawyer: No objections.',
    'board > accountant: Too expensive.',
    'board > chair: Legal, but over budget: no.',
  ],
  'agent-plan.ts': [
    'step: There are no flights, but a train at 9.',
    'step: Booked: seat 12.',
    'You take the train at 9, seat 12.',
  ],
  'agent-sequence.ts': ['For context: [researcher] said: Porto: 1,200 mm of rain a year.', 'researcher, then writer'],
  'agent-supervisor.ts': [
    'team > lead hands over to team > search',
    'team > lead hands over to team > weather',
    'team > search: It costs 5 euros.',
    'team > weather: It rains.',
    'team > lead ends the work',
    'team: Tea for 5 euros, and bring an umbrella.',
  ],
  // Its agents work on the command line: test/cli/agents.test.ts.
  'agents-file.ts': [],
  'approve-later.ts': ['waiting: pay {"to":"Bob","euros":40}', 'Bob has his 40 euros.'],
  'approval.ts': [
    'slarge#1/tool#1.1.1 (approval): Specialist "clerk" wants to call pay. pay {"to":"Bob","euros":500}',
    'stable#1/tool#1.1.1 (choice): At what time? book_table {"day":"Friday"}',
    'small: Paid 5 euros to Ada.',
    'large: Paid 450 euros to Bob.',
    'table: Booked Friday at 20:00, table 7.',
  ],
  'callbacks.ts': [
    'turn 1: Make a cake.',
    'complex, so: plan',
    'plan 1 with 2 steps',
    'baker begins: mix the dough',
    'onPlanCreated failed, the run goes on: Error: nobody at home',
    'baker: the oven is broken',
    'round 1: There is no oven.',
    'plan 2: Changed description of step 2',
    'baker begins: fry it',
    'baker: done: fry it',
    'round 2: well done',
    'completed: Pancakes.',
    'thinking.started × 1',
    'specialist.invoked × 3',
    'task.completed × 1',
  ],
  'child-machine.ts': ['There are 12 desk lamps.'],
  'conversation-engine.ts': [
    '[state_changed] {"from":"idle","to":"receiving"}',
    '[context_received] {"rulesCount":1,"toolsCount":0,"knowledgeCount":0}',
    '[state_changed] {"from":"decomposing","to":"scheduling"}',
    '[task_scheduled] {"taskId":"1","priority":0}',
    '[task_scheduled] {"taskId":"2","priority":0}',
    '[task_completed] progress 0.5',
    '[task_completed] progress 1',
    '[state_changed] {"from":"executing","to":"completed"}',
  ],
  'coming-from.ts': ['Send it back, and you get your money.', 'waiting: pay_back {"order":7,"euros":20}'],
  'control.ts': [
    'begins: t1/analyze',
    'paused: what has begun finishes, nothing new begins',
    'resumed',
    'begins: t1/think#1',
    'begins: s1#1/ask#1.1',
    'begins: s2#1/ask#1.1',
    'completed',
    'replayed without a model: every move is the same',
  ],
  'deep-agent.ts': [
    'analyst asks: May analyst call write_file?',
    'results were cleared: true',
    'the plan at the end: [x] read the reports, [x] write the totals down',
    'totals.md: January and June: 700',
    'January and June had 700 in total; it is in totals.md. (13 calls)',
  ],
  'deployment.ts': ['the first process has left', 'Order 7 is packed.', 'healthy: true, open runs: 0'],
  'durable-machine.ts': [
    'first process: reserves a chair',
    'first process: asks the service for 40 euros',
    'the first process ends by SIGKILL; payments: 1',
    'stored: reserving, paying',
    'second process: asks the service for 40 euros',
    'second process: has a receipt for 40 euros; a person approves',
    'second process: ships from shelf 3',
    'second process: completed: shipped',
    'replayed: every entry is equal',
    'payments: 1',
  ],
  'errors.ts': [
    'bad-config: createOrchestrator: limits.rounds is 0: Too small: expected number to be >=1.',
    'failed: auth: The endpoint refused the API key.',
  ],
  'few-calls.ts': [
    'order: Ordered: 38 × desk lamp.',
    'the answer: Dear office, 38 desk lamps are on their way.',
    '3 calls of the model',
  ],
  'graph.ts': [
    'report/researcher: Lamps sold best in spring.',
    'report/writer: Lamps sell.',
    'report/judge: {"ok":false,"remark":"Say when."}',
    'report/writer: Lamps sell in spring.',
    'report: Lamps sell in spring.',
    'completed: Lamps sell in spring.',
  ],
  'hello.ts': [
    'Ordered 38 pieces.',
    '1. warehouse: There are 12 desk lamps.',
    '2. buyer: Ordered 38 pieces.',
    'completed, 3 calls of the model',
  ],
  'hello-chinese.ts': [
    '已订购 38 件。',
    '1. warehouse：台灯有 12 件。',
    '2. buyer：已订购 38 件。',
    'completed，调用模型 3 次',
  ],
  'memory.ts': [
    'anna: facts: none wishes: none',
    'anna: facts: My daughter cannot eat nuts. wishes: From now on answer in German.',
    'bert: facts: none wishes: none',
    'cook: facts: My daughter cannot eat nuts. wishes: From now on answer in German.',
    'preference/language: Answer in French.',
    'fact/daughter-eat-nuts: My daughter cannot eat nuts.',
    'deleted with 2 runs',
    'anna: facts: none wishes: Answer in French.',
  ],
  'history.ts': [
    '102 turns, about 3054 tokens, names Lisbon, 4,310 euros',
    'relevant: You help the travel office. | We decided on Lisbon. The budget is 4,310 euros. | What was the budget for Lisbon?',
    'the newest: 13 messages',
    'user: Summary of the earlier conversation, in the words of those who spoke:',
    'user: We decided on Lisbon. The budget is 4,310 euros.',
    'user: What was the budget for Lisbon?',
    'correction (0.69), urgent',
    'goes on: true, with 2 messages',
  ],
  'image.ts': ['I see 2 images, both image/png.'],
  'inspect.ts': ['{"lamps":{"red":"wait"},"power":"on"}'],
  'limits.ts': [
    'at most 4 calls',
    'completed at the limit of 4 modelCalls, after 4 calls',
    'The letter to Ada is written; Bob and Cleo have to wait.',
    'not done: write to Bob: What is left of the limit of 4 calls of a model does not cover the next call.',
    'not done: write to Cleo: It needs step 2, which has no result.',
  ],
  'look-ups.ts': [
    'begins: t1/think#1',
    'begins: t1/look.1',
    'begins: t1/look.2',
    'begins: t1.2/think#1',
    'In stock: desk lamp: 12 pieces, notebook: 30 pieces.',
    '2 calls of the model, no plan',
  ],
  'mcp.ts': [
    'read_text_file may read',
    'write_file may write',
    'list_directory may read',
    'Cheese is on the list.',
    'milk, bread, cheese',
  ],
  'offline.ts': [
    '# Report on sales.csv',
    '- Total revenue: 147,308.50; highest: north (41,415.50, 28.11%); lowest: south (32,432.10, 22.02%).',
    '- Headphones dropped most: revenue went from 7,742 in 2025-01 to 1,776 in 2025-12 (−5,966, −77.06%).',
    'completed: 1 completed by data, 2 completed by data, 3 completed by writer',
  ],
  'openai.ts': ['North, with 41,415.50.'],
  'orchestrator-as-agent.ts': [
    'press/office asks: For which year?',
    '2025 WAS A GOOD YEAR. (3 calls)',
    'stored: monday/press/report/run/s1#1/ask#1.1',
    'stored: monday/press/report/run',
    'stored: monday',
  ],
  'own-tools.ts': [
    'Error: There is no product "lamp". Known: desk lamp.',
    'desk lamp: 12 pieces',
    'Specialist "buyer" wants to call order.',
    'may it write? order {"product":"desk lamp","pieces":38}',
    'Ordered 38 × desk lamp.',
    'There are 50 desk lamps now.',
  ],
  'own-specialist.ts': [
    'There are 12 desk lamps; order 38 more.',
    '1. warehouse: There are 12 lamps.',
    '2. buyer: Order 38 pieces.',
  ],
  'people.ts': ['waiting: For which year?', 'waiting: plan-review, 1 step', 'completed: The total of 2025 is 42.'],
  'skills.ts': [
    'Dear Ada, yes. Yours',
    'letters was read: true; poems was read: false',
    'proofs worked on its own: 1 call',
  ],
  'specialists.ts': [
    'counter says from 0: one ',
    'counter says from 4: two ',
    'counter says from 8: three',
    'quality 1, 9 words, refused 1 time',
    'A line for "a line about: one two three".',
  ],
  'steering.ts': [
    'came in executing, does: plan',
    'taken',
    'the plan is updated',
    'step 1: 40, step 2: 42',
    '2024: 40, 2025: 42.',
  ],
  'plans.ts': [
    'begins: 1 find a train',
    'begins: 2 find a room',
    'stopped: find a room',
    'version 2: Changed description of step 2',
    'version 2: Added step 4: tell the office',
    'begins: 2 find a room with a desk',
    'begins: 3 write to the host',
    'begins: 4 tell the office',
    'The trip is arranged. Steps: completed, completed, completed, completed',
  ],
  'prove.ts': ['every reachable state was seen: true; transitions never taken: 0', 'most attempts in any state: 3'],
  'restore.ts': [
    'working on the first half',
    'working on the second half',
    'working on the second half',
    'Both halves are done.',
  ],
  'resume.ts': [
    'first process: measure',
    'first process: cut',
    'second process: cut',
    'completed: Measured and cut.',
    'replayed: every entry is equal',
    'second process: cut',
    'the fork does again: s2#1/ask#1.1, r1/reflect#1',
    'job-again: Cut once more.',
  ],
  'own-conversation.ts': [
    'system: The user has a demand. 7 turns about the harbour.',
    'user: 13 messages, of which 6 may stay',
    'user: The budget is 4,310.',
    'assistant: Yes.',
    'user: Tell me what we can spend!',
  ],
  'own-entries.ts': [
    'Tea costs 3 EUR here and 4 USD there.',
    'seen: {"amount":3,"currency":"EUR"}',
    'seen: {"amount":4,"currency":"USD"}, after another one',
    'the last price of all runs: {"amount":4,"currency":"USD"}',
    'counted: [{"by":"shopper","times":1}]',
    'host asked shopper to find the price of tea: success',
    'replay: equal',
  ],
  'retention.ts': [
    'would delete 1 and archive 1 of the runs',
    'deleted 0, archived 1',
    'it saved bytes: true',
    'the archived run replays: true',
  ],
  'self-correction.ts': [
    'Dear Ms Hill,',
    'The result was empty. scribe takes it over. specialist: success',
    'replay: equal',
    'clerk: 0 of 3',
    'scribe: 3 of 3',
    'now by scribe, corrections: 0',
  ],
  'state.ts': [
    'checkpoint of job: 1 completed, 2 executing',
    'Measured and cut.',
    'Cut another way. 5 rounds',
    'version 1, completed',
    'packed: less than half',
    'unpacked: the same',
    'Measure and cut. 2 results, 1 round',
    'bad-state: The state of run "job" is not sound: roundNumber is 9: at most 3 are allowed (maxRounds). currentPlan.steps[1].dependencies is ["1","7"]: step 7 is not in the plan.',
    'the state itself is in round 1',
  ],
  'structured.ts': ['Ms Berg ordered two desk lamps for 59.80 in total.', 'Ms Berg: 2 pieces, 59.80 euros'],
  'test-without-key.ts': ['ok'],
  'two-tenants.ts': [
    'north: Ada has 3 open invoices.',
    'south: Ben has 8 open invoices.',
    'north: Cleo has 3 open invoices.',
    'in the log: {"tenant":"south"}',
  ],
  'web-server.ts': [
    'event: text',
    'data: {"at":0,"text":"Lamps sell best in spring."}',
    'event: answer',
    'data: "Lamps sell best in spring."',
  ],
};
/** Components are shown in a browser, by test/react. */
const examples = globSync('examples/*.ts', { cwd: root })
  .map((path) => path.slice('examples/'.length))
  .sort();

const outputs = new Map<string, Promise<string[]>>();

/** What an example prints; each is run once. */
function outputOf(example: string): Promise<string[]> {
  const output = outputs.get(example) ?? run(example);
  outputs.set(example, output);
  return output;
}

/** What an example prints in a process of its own, in an environment that names no endpoint but the given one. */
async function run(
  example: string,
  endpoint: Readonly<Record<string, string>> = {},
  given: readonly string[] = [],
): Promise<string[]> {
  const others = Object.entries(process.env).filter(([name]) => !/^(?:OPENAI|TROUPE)_/.test(name));
  const env = { ...Object.fromEntries(others), ...endpoint };
  const args = ['--import', './test/from-source.ts', `examples/${example}`, ...given];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
  return stdout.split('\n');
}

/** The wanted lines that are not there in this order. */
function missingLines(lines: readonly string[], wanted: readonly string[]): string[] {
  let from = 0;
  return wanted.filter((line) => {
    const at = lines.indexOf(line, from);
    from = at < 0 ? from : at + 1;
    return at < 0;
  });
}

it('every example has a row that says what it prints', () => {
  expect(Object.keys(printed).sort()).toEqual(examples);
});

it.concurrent.each(examples.filter((example) => example !== 'openai.ts'))(
  '%s prints what it shows',
  async (example) => {
    expect(missingLines(await outputOf(example), printed[example] ?? [])).toEqual([]);
  },
);

it('openai.ts looks up what it needs and prints the answer once, as it streams', async () => {
  const { mock, baseURL, bodies } = await startMock();
  const query = { name: 'describe_table', arguments: '{"file":"sales.csv"}' };
  mock.on({ systemMessage: 'You answer the user', hasToolResult: false }, { toolCalls: [query] });
  mock.on({ systemMessage: 'You answer the user', hasToolResult: true }, { content: 'North, with 41,415.50.' });
  const lines = await run('openai.ts', { OPENAI_BASE_URL: baseURL, TROUPE_MODEL: 'mock' });
  expect(lines.filter((line) => line !== '')).toEqual(printed['openai.ts']);
  expect(bodies().map((body) => body?.model)).toEqual(['mock', 'mock']);
});

it('coming-from.ts goes on in another process, when its call is approved', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-coming-from-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'orders.db');
  expect((await run('coming-from.ts', {}, [file])).at(-2)).toBe('waiting: pay_back {"order":7,"euros":20}');
  expect((await run('coming-from.ts', {}, [file, 'approve'])).at(-2)).toBe('You get 20 euros back.');
});

it('docs/coming-from.md shows the programs of other libraries as they are in its folder, with the versions they were run with', () => {
  const page = read('docs/coming-from.md');
  const shown = codeBlocks(page).map(({ code }) => code.trim());
  for (const file of globSync('docs/coming-from/*.{ts,go}', { cwd: root }).filter(
    (each) => !each.endsWith('endpoint.ts'),
  )) {
    const [header = '', ...lines] = read(file).split('\n');
    const parts = lines.join('\n').split('// The same, with an approval.\n');
    expect(parts, file).toHaveLength(2);
    for (const part of parts) expect(shown, file).toContain(part.trim());
    for (const [, name, version] of header.matchAll(/(@?[\w./-]+) (\d[\d.]+\d)/g)) {
      expect(page, file).toContain(`\`${name}\` ${version}`);
    }
  }
});

it.each([
  ['README.md', 'hello.ts'],
  ['docs/start.md', 'hello.ts'],
  ['README.zh-CN.md', 'hello-chinese.ts'],
  ['docs/zh/start.md', 'hello-chinese.ts'],
  ['docs/offline-rules.md', 'offline.ts'],
])('%s shows %s whole, to be copied', (page, example) => {
  const code = read(`examples/${example}`);
  const bare = code.replace(/^\/\*\*.*\*\/\n/, '');
  const shown = codeBlocks(read(page)).map((block) => block.code);
  expect(shown.some((each) => each === code || each === bare)).toBe(true);
});

it.each(pages)('every TypeScript block of %s is part of an example, line for line', (page) => {
  // The programs of other libraries need those to run: the test above compares them.
  const others = page.endsWith('/coming-from.md') ? ['docs/coming-from/*.ts'] : [];
  const sources = globSync(['examples/*.{ts,tsx}', ...others], { cwd: root }).map((path) => `\n${read(path)}`);
  const blocks = codeBlocks(read(page)).filter(({ language }) =>
    /^(?:tsx?|typescript|jsx?|javascript)$/.test(language),
  );
  const invented = blocks.filter(({ code }) => !sources.some((source) => source.includes(`\n${code}`)));
  expect(invented.map(({ code }) => code)).toEqual([]);
});

it.each(pages)(
  'every TypeScript block of %s is a whole example, or the page links to the one that it is from',
  (page) => {
    const text = read(page);
    const examples = globSync('examples/*.{ts,tsx}', { cwd: root }).map((path) => [path, read(path)] as const);
    const alone = codeBlocks(text)
      .filter(({ language }) => /^tsx?$/.test(language))
      .filter(({ code }) => {
        const from = examples.filter(([, source]) => `\n${source}`.includes(`\n${code}`));
        const isWhole = from.some(([, source]) => source.replace(/^\/\*\*.*\*\/\n+/, '') === code || source === code);
        return from.length > 0 && !isWhole && !from.some(([path]) => text.includes(`${path})`));
      });
    expect(alone.map(({ code }) => code)).toEqual([]);
  },
);

it.each([
  ['README.md', 'hello.ts', 'Ordered 38'],
  ['README.zh-CN.md', 'hello-chinese.ts', '已订购'],
  ['docs/start.md', 'hello.ts', 'Ordered 38'],
  ['docs/zh/start.md', 'hello-chinese.ts', '已订购'],
  ['docs/control.md', 'control.ts', 'begins: t1/analyze'],
  ['docs/durable-machines.md', 'durable-machine.ts', 'first process: '],
  ['docs/errors.md', 'errors.ts', 'bad-config: '],
  ['docs/offline-rules.md', 'offline.ts', '# Report on sales.csv'],
  ['docs/recipes/own-tools.md', 'own-tools.ts', 'Error: '],
  ['docs/recipes/web-server.md', 'web-server.ts', 'event: '],
  ['docs/recipes/deployment.md', 'deployment.ts', 'the first process'],
] as const)('what %s shows as printed by %s is printed, save for what is left out', async (page, example, start) => {
  const blocks = codeBlocks(read(page)).filter(({ language }) => language === 'text');
  const shown = blocks.find(({ code }) => code.startsWith(start))?.code.split('\n') ?? ['nothing is shown'];
  const wanted = shown.filter((line) => line !== '…');
  expect(missingLines(await outputOf(example), wanted)).toEqual([]);
});
