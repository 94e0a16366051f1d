import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type ChatState, isChatCommand, runChatCommand } from '../../../src/cli/chat/chat-commands.ts';
import { temporaryFolder } from '../run-cli.ts';

const newState = (): ChatState => ({
  history: [{ role: 'user', content: 'one\n\u001b[31mtwo' }],
  session: 'talk',
  runs: [],
  saved: new Set(),
});
const textOf = (line: string, state = newState()) => {
  const done = runChatCommand(line, state, 80);
  return done === 'exit' ? done : done.text;
};

it('begins another session at /new', () => {
  const state = newState();
  textOf('/new', state);
  expect(state.history).toEqual([]);
  expect(state.session).toMatch(/^[0-9a-f-]{36}$/);
});

it.each([
  ['/help', true],
  ['/', true],
  ['/save a b.json', true],
  ['/etc/hosts: what is it?', false],
  ['1/2', false],
])('knows whether %j is meant for the chat', (line, isCommand) => expect(isChatCommand(line)).toBe(isCommand));

it.each([
  ['/exit', 'exit'],
  ['/EXIT', 'exit'],
  ['/history', 'You:\n  one\n  two'],
  ['/runs', 'There have been no runs yet.'],
  ['/save', 'Name a file: /save chat.json'],
  ['/', 'There is no command /. /help lists them.'],
  ['/nwe', 'There is no command /nwe. Did you mean /new? /help lists them.'],
])('says to %j: %j', (line, text) => expect(textOf(line)).toBe(text));

it('lists every command in its help', () => {
  for (const name of ['/new', '/history', '/save FILE', '/runs', '/exit'])
    expect(textOf('/help')).toContain(`  ${name} `);
});

it('saves again to a file of its own, and leaves every other file alone', () => {
  const folder = temporaryFolder();
  const [own, other] = [join(folder, 'a chat.json'), join(folder, 'other.csv')];
  writeFileSync(other, 'a,b\n');
  const state = newState();
  expect(textOf(`/save ${own}`, state)).toBe(`1 message in ${own}.`);
  state.history = [];
  expect(textOf(`/save ${own}`, state)).toBe(`0 messages in ${own}.`);
  expect(JSON.parse(readFileSync(own, 'utf8'))).toEqual([]);
  expect(textOf(`/save ${other}`, state)).toBe(`${other} already exists and was not overwritten. Choose another file.`);
  expect(readFileSync(other, 'utf8')).toBe('a,b\n');
  expect(textOf(`/save ${join(folder, 'no', 'such.json')}`, state)).toMatch(/such\.json could not be written: ENOENT/);
});
