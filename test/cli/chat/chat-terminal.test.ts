import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { thinking } from 'troupe/testing';
import { expect, it } from 'vitest';
import { endpoint, newStoreFile, storedLogs } from '../kept-run.ts';
import { temporaryFolder } from '../run-cli.ts';
import { openTerminal } from '../terminal.ts';

/** The words of the last user message of a call. */
const lastOf = (body: string) => {
  const { messages } = JSON.parse(body) as { messages: { content: string }[] }; // an endpoint of chat completions gets these
  return messages.at(-1)?.content ?? '';
};
const echo = (body: string) => `You said ${lastOf(body)}.`;

const isBack = (screen: string) => /code=\d+\n+READY>/.test(screen);
/** The prompt of the chat stands alone on the last line. */
const isAtPrompt = (screen: string) => /\n>$/.test(screen.trimEnd());

/** A chat at a terminal, as soon as it can be written to. */
async function chatInTerminal({
  args = '',
  variables = '',
  ...options
}: { args?: string; variables?: string } & Parameters<typeof endpoint>[0] = {}) {
  const server = await endpoint(options);
  const terminal = await openTerminal(80, 40, { OPENAI_BASE_URL: server.baseURL });
  await terminal.keys(`clear; ${variables} "$NODE" src/cli/main.ts chat ${args}; echo "code=$?"`, 'Enter');
  const greeting = await terminal.until(isAtPrompt);
  /** Writes a line and gives the screen as soon as the next prompt is there, below what is looked for. */
  const say = async (line: string, expected: string) => {
    await terminal.keys('-l', line);
    await terminal.keys('Enter');
    return terminal.until((screen) => screen.includes(expected) && isAtPrompt(screen));
  };
  const said = () =>
    server.asked
      .filter(({ purpose }) => purpose === 'think')
      .map(({ messages }) => messages.slice(1).map((each) => each.content));
  return { server, terminal, greeting, say, said };
}

it('greets, talks over two turns and leaves with 0 at Ctrl-D', async () => {
  const { terminal, greeting, say, said } = await chatInTerminal({ answers: { think: echo }, args: '--model fast' });
  expect(greeting).toContain(
    'Model: fast.\nCtrl-C cancels a turn, Ctrl-D or /exit leaves, /help lists the commands.\n>',
  );
  await say('one', 'You said one.');
  const shown = await say('二号', 'You said 二号.');
  expect(shown).toMatch(
    /> one\n\nYou said one\.\n\n✓ completed {2}[\d.]+s · 1,040 tokens\n\n> 二号\n\nYou said 二号\.\n/,
  );
  expect(said()).toEqual([['one'], ['one', 'You said one.', '二号']]);
  await terminal.keys('C-d');
  expect(await terminal.until(isBack)).toContain('code=0');
  expect(await terminal.isCursorShown()).toBe(true);
});

it('shows an answer while the model still writes it', async () => {
  const gate = Promise.withResolvers<void>();
  const think = async function* () {
    yield 'The first ';
    yield 'half,';
    await gate.promise;
    yield ' and the second.';
  };
  const { server, terminal } = await chatInTerminal({ answers: { think } });
  await terminal.keys('tell me', 'Enter');
  await terminal.until((screen) => /^The first half,$/m.test(screen));
  expect(server.answered).toEqual([]);
  gate.resolve();
  const shown = await terminal.until((screen) => screen.includes('✓ completed') && isAtPrompt(screen));
  expect(shown).toMatch(/^The first half, and the second\.$/m);
});

it('cancels a turn at Ctrl-C, forgets its message and goes on', async () => {
  const file = newStoreFile();
  const { server, terminal, say, said } = await chatInTerminal({
    hangsOn: /think/,
    answers: { think: echo },
    args: `--store ${file}`,
  });
  await terminal.keys('never mind', 'Enter');
  await server.hangs('think');
  await terminal.keys('C-c');
  await server.dropped('think');
  const cancelled = await terminal.until((screen) => screen.includes('Cancelled.') && isAtPrompt(screen));
  expect(cancelled).toMatch(/✗ cancelled .*\nCancelled\. Your message is not part of the history\./);
  server.answerAll();
  await say('still here', 'You said still here.');
  expect(said()).toEqual([['never mind'], ['still here']]);
  await terminal.keys('/exit', 'Enter');
  expect(await terminal.until(isBack)).toContain('code=0');
  const statuses = (await storedLogs(file)).map(
    ({ log }) => log.findLast((entry) => entry.type === 'status.changed')?.data.status,
  );
  expect(statuses).toEqual(['completed', 'cancelled']);
});

it('drops the line at Ctrl-C, says how to leave, and leaves with 130 at the next', async () => {
  const { server, terminal } = await chatInTerminal();
  await terminal.keys('half a li', 'C-c');
  await terminal.until((screen) => screen.includes('> half a li\n>') && isAtPrompt(screen));
  await terminal.keys('C-c');
  await terminal.until((screen) => screen.includes('Press Ctrl-C again to leave, or use Ctrl-D or /exit.\n>'));
  await terminal.keys('C-c');
  expect(await terminal.until(isBack)).toContain('code=130');
  expect(server.asked).toEqual([]);
});

it('does not leave at a Ctrl-C when a command came after the one before', async () => {
  const { terminal } = await chatInTerminal();
  const hints = (screen: string) => screen.split('Press Ctrl-C again to leave').length - 1;
  await terminal.keys('C-c');
  await terminal.until((screen) => hints(screen) === 1 && isAtPrompt(screen));
  await terminal.keys('/history', 'Enter');
  await terminal.until((screen) => /> \/history\n.+\n/.test(screen) && isAtPrompt(screen));
  await terminal.keys('C-c');
  await terminal.until((screen) => hints(screen) === 2 && isAtPrompt(screen));
  await terminal.keys('C-c');
  expect(await terminal.until(isBack)).toContain('code=130');
});

it('shows the plan above the answer, and what is written once that has begun is the next message', async () => {
  const gate = Promise.withResolvers<void>();
  const { terminal } = await chatInTerminal({
    answers: {
      think: (body) => (lastOf(body) === 'and then?' ? 'Then nothing.' : thinking()),
      reflect: async function* () {
        yield 'All of ';
        await gate.promise;
        yield 'it is done.';
      },
    },
  });
  await terminal.keys('do it all', 'Enter');
  await terminal.until((screen) => /✓ 3 Write the report .*\n\nAll of$/m.test(screen.trimEnd()));
  await terminal.keys('and then?', 'Enter', 'half');
  gate.resolve();
  const shown = await terminal.until(
    (screen) => /\n> half$/.test(screen.trimEnd()) && screen.includes('Then nothing.'),
  );
  expect(shown).toMatch(/Plan v1\n ✓ 1 [\s\S]*All of it is done\.[\s\S]*\n> and then\?\n\nThen nothing\.\n/);
});

it('takes in what is written while it works, and says so below the plan', async () => {
  const { server, terminal, say } = await chatInTerminal({ hangsOn: 'plan' });
  await terminal.keys('do it all', 'Enter');
  await server.hangs('plan');
  await terminal.keys('and this', 'Enter', 'half');
  await terminal.until((screen) => /\n\nadded: and this\n> half$/m.test(screen.trimEnd()));
  await terminal.keys('C-c');
  await terminal.until((screen) => /Cancelled\.[^\n]*\n\n> half$/.test(screen.trimEnd()));
  await terminal.keys('C-c');
  await say('/history', 'Nothing has been said yet.');
});

it('thinks again with a message that comes while it thinks, and both are in the history', async () => {
  const think = (body: string) => (lastOf(body).endsWith('and this') ? 'Both.' : 'One.');
  const { server, terminal, say } = await chatInTerminal({ hangsOn: 'think', answers: { think } });
  await terminal.keys('first', 'Enter');
  await server.hangs('think');
  server.answerAll();
  await terminal.keys('and this', 'Enter');
  await terminal.until((screen) => screen.includes('Both.') && isAtPrompt(screen));
  const shown = await say('/history', 'Troupe:\n  Both.');
  expect(shown).toContain('You:\n  first\nYou:\n  and this\nTroupe:\n  Both.\n');
});

it('takes in what is written while it looks something up, whatever it said before', async () => {
  const toolCalls = [{ name: 'calculate', arguments: '{"expression":"6 * 7"}' }];
  const { server, terminal, say } = await chatInTerminal({
    hangsOn: /t1\.2\/think/,
    answers: { think: (body) => (body.includes('and this') ? 'Both.' : { text: 'Let me see.', toolCalls }) },
  });
  await terminal.keys('how much?', 'Enter');
  await server.hangs('think');
  await terminal.keys('and this', 'Enter');
  await terminal.until((screen) => screen.includes('Both.') && isAtPrompt(screen));
  const shown = await say('/history', 'Troupe:\n  Both.');
  expect(shown).toContain('You:\n  how much?\nYou:\n  and this\nTroupe:\n  Both.\n');
});

it('shows the question of a run and takes the next line for its answer', async () => {
  const think = (body: string) => (body.includes('2025') ? 'Figures of 2025.' : thinking({ question: 'Which year?' }));
  const { terminal, say } = await chatInTerminal({ answers: { think } });
  await say('figures', 'Which year?');
  await say('/history', 'Nothing has been said yet.');
  await say('2025', 'Figures of 2025.');
  const shown = await say('/history', 'Troupe:\n  Figures of 2025.');
  expect(shown).toContain('You:\n  figures\nTroupe:\n  Which year?\nYou:\n  2025\nTroupe:\n  Figures of 2025.\n');
  await terminal.keys('C-d');
  expect(await terminal.until(isBack)).toContain('code=0');
});

it('cancels a turn that asks at Ctrl-C, and ends with 3 when it is left', async () => {
  const think = thinking({ question: 'Which year?' });
  const { terminal, say } = await chatInTerminal({ answers: { think } });
  await say('figures', 'Which year?');
  await terminal.keys('C-c');
  await terminal.until((screen) => screen.includes('Cancelled.') && isAtPrompt(screen));
  await terminal.keys('once more', 'Enter');
  await terminal.until((screen) => screen.match(/Which year\?/g)?.length === 2 && isAtPrompt(screen));
  await terminal.keys('C-d');
  expect(await terminal.until(isBack)).toMatch(/The run is waiting for an answer:[\s\S]*code=3/);
});

it('forgets at /new, saves at /save, lists at /runs and knows no other command', async () => {
  const file = join(temporaryFolder(), 'chat.json');
  const { say, said } = await chatInTerminal({ answers: { think: echo } });
  await say('one', 'You said one.');
  await say(`/save ${file}`, '2 messages in');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'You said one.' },
  ]);
  await say('/new', 'Started a new conversation.');
  await say('two', 'You said two.');
  expect(said()).toEqual([['one'], ['two']]);
  expect(await say('/runs', 'QUESTION')).toMatch(/ {2}completed .* {2}one\n.* {2}completed .* {2}two\n/);
  await say('/hsitory', 'There is no command /hsitory. Did you mean /history? /help lists them.');
});

it('takes lines with a backslash, and lines that are pasted, for one message', async () => {
  const { terminal, say, said } = await chatInTerminal({ answers: { think: 'Noted.' } });
  await terminal.keys('-l', 'first \\');
  await terminal.keys('Enter');
  await terminal.until((screen) => /\n…$/.test(screen.trimEnd()));
  await say('second', 'Noted.');
  await terminal.paste('a list:\n- 一\n- 二');
  await terminal.until((screen) => /… - 二$/.test(screen.trimEnd()));
  await terminal.keys('Enter');
  await terminal.until((screen) => screen.match(/Noted\./g)?.length === 2 && isAtPrompt(screen));
  expect(said().map((messages) => messages.at(-1))).toEqual(['first \nsecond', 'a list:\n- 一\n- 二']);
});

it('writes plain lines on a terminal that cannot be repainted, and keeps what is typed', async () => {
  const { server, terminal, say } = await chatInTerminal({
    hangsOn: 'think',
    answers: { think: echo },
    variables: 'TERM=dumb',
  });
  await terminal.keys('one', 'Enter');
  await server.hangs('think');
  await terminal.keys('tw', 'C-c');
  const shown = await terminal.until((screen) => /\n> tw$/.test(screen.trimEnd()));
  expect(shown).toMatch(/thinking\n(.*\n)*cancelled in [\d.]+s\nCancelled\./);
  server.answerAll();
  await say('o', 'You said two.');
  await terminal.keys('C-d');
  expect(await terminal.until(isBack)).toContain('code=0');
});

it.each([
  ['', true],
  ['NO_COLOR=1', false],
])('with %j in the environment it is %j that there are colours', async (variables, isColorful) => {
  const { terminal, say } = await chatInTerminal({ answers: { think: echo }, variables });
  await say('one', '✓ completed');
  expect((await terminal.colored()).includes('\u001b[32m✓')).toBe(isColorful);
});

it('leaves after the turn when Ctrl-D comes while it runs', async () => {
  const gate = Promise.withResolvers<void>();
  const think = async function* () {
    await gate.promise;
    yield 'Done.';
  };
  const { terminal } = await chatInTerminal({ answers: { think } });
  await terminal.keys('go', 'Enter');
  await terminal.until((screen) => /\n\n>$/.test(screen.trimEnd()) && screen.includes('thinking'));
  await terminal.keys('C-d');
  await terminal.until((screen) => screen.includes('Leaving after this turn.'));
  gate.resolve();
  expect(await terminal.until(isBack)).toMatch(/\nDone\.\n[\s\S]*code=0/);
});

it('writes an answer again, with a mark, when the first attempt broke off', async () => {
  const broken = Promise.withResolvers<void>();
  let attempts = 0;
  const think = async function* () {
    attempts += 1;
    yield attempts === 1 ? 'The sum is fi' : 'The total is 5.';
    if (attempts === 1) await broken.promise;
  };
  const { terminal } = await chatInTerminal({ answers: { think } });
  await terminal.keys('sum', 'Enter');
  await terminal.until((screen) => screen.includes('The sum is fi'));
  broken.reject(new Error('the connection breaks'));
  const shown = await terminal.until((screen) => screen.includes('✓ completed') && isAtPrompt(screen));
  expect(shown).toMatch(/\nThe sum is fi\na call failed: [\s\S]*\n↻ The total is 5\.\n/);
});

it('stops at Ctrl-Z and goes on with fg', async () => {
  const { terminal, say } = await chatInTerminal({ answers: { think: echo } });
  await terminal.keys('hal', 'C-z');
  await terminal.until((screen) => /Stopped.*\n(.*\n)*READY>/.test(screen));
  await terminal.keys('clear; fg', 'Enter');
  await terminal.until((screen) => /\n> hal$/.test(screen.trimEnd()));
  await say('f', 'You said half.');
});
