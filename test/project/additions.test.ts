import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { spendingLimits } from '../../src/domain/limit.ts';
import { executionStatuses } from '../../src/domain/status.ts';
import { entryTypes } from '../../src/log/entry-types.ts';
import { hostMachine } from '../../src/machines/host/host-machine.ts';
import { read, root } from './pages.ts';

/** What is added as a file of its own, or as a row, and forgotten elsewhere: the compiler does not miss what nobody imports. */

const files = (pattern: string) => globSync(pattern, { cwd: root });
const textOf = (pattern: string) => files(pattern).map(read).join('\n');
const nameOf = (file: string) => basename(file, '.ts');

it('every file of a command is in the list of commands', () => {
  const names = files('src/cli/commands/*.ts').map(nameOf);
  expect(commands.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

it('every specialist is shipped', () => {
  const shipped = read('src/specialists/shipped.ts');
  const specialists = files('src/specialists/*-specialist.ts').map(nameOf);
  expect(specialists.length).toBeGreaterThan(0);
  expect(specialists.filter((name) => !shipped.includes(`'./${name}.ts'`))).toEqual([]);
});

it('every tool is given to a specialist', () => {
  const given = textOf('src/specialists/*.ts');
  const tools = files('src/tools/*/*.ts').filter((file) => read(file).includes('defineTool('));
  expect(tools.length).toBeGreaterThan(0);
  expect(tools.filter((file) => !given.includes(`'../tools/${file.slice('src/tools/'.length)}'`))).toEqual([]);
});

it('every store is held to the contract', () => {
  const checked = textOf('test/stores/*.test.ts');
  const stores = files('src/stores/*-store.ts').map((file) =>
    nameOf(file).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
  );
  expect(stores.length).toBeGreaterThan(0);
  expect(stores.filter((name) => !checked.includes(`storeContract('${name}'`))).toEqual([]);
});

it('the ledger counts every limit of the table and names none of them', () => {
  const ledger = read('src/actors/ledger.ts');
  const named = spendingLimits.filter((name) => new RegExp(`\\.${name}\\b|\\b${name}:`).test(ledger));
  expect(spendingLimits.length).toBeGreaterThan(0);
  expect(named).toEqual([]);
});

it('every type of entry is written by somebody', () => {
  const writers = textOf('src/{machines,actors,run,runner,orchestrator}/**/*.ts');
  expect(Object.keys(entryTypes).filter((type) => !writers.includes(`'${type}'`))).toEqual([]);
});

it('every status of a run is that of a state of the host', () => {
  const tagsOf = (node: typeof hostMachine.root): string[] => [
    ...node.tags,
    ...Object.values(node.states).flatMap((child) => tagsOf(child as typeof hostMachine.root)), // a node as its parent is
  ];
  const tags = new Set(tagsOf(hostMachine.root));
  // A run that failed because its time was up has this status in its state, not in its log.
  expect(executionStatuses.filter((status) => status !== 'timeout' && !tags.has(status))).toEqual([]);
});
