import { join } from 'node:path';
import { createRunner, type Entry } from 'troupe';
import { sqliteStore } from 'troupe/sqlite';
import { describe, expect, it } from 'vitest';
import { orders } from './charts/orders.ts';
import { keepRuns, newStoreFile } from './kept-run.ts';
import { root, runCli, startCli } from './run-cli.ts';

const chartsIn = (name: string) => join(root, 'test/cli/charts', `${name}.ts`);
const charts = chartsIn('orders');

type Sent = 'paid' | 'shipped' | 'refused';

/** A run of the chart in a store, as far as these events bring it. */
async function keepOrder(
  file: string,
  id: string,
  events: readonly Sent[],
  patienceMs?: number,
): Promise<readonly Entry[]> {
  const store = sqliteStore(file);
  const runner = createRunner({ charts: [orders], store });
  const input = { items: 3, ...(patienceMs === undefined ? {} : { patienceMs }) };
  const run = runner.start(orders, { id, input });
  const { promise: charged, resolve } = Promise.withResolvers<void>();
  run.subscribe(({ value }) => value === 'waiting' && resolve());
  for (const type of events) {
    if (type === 'shipped') await charged;
    await run.send({ type });
  }
  const isOver = events.at(-1) === 'shipped' || events.at(-1) === 'refused';
  if (isOver) await run.result;
  else if (events.at(-1) === 'paid') await charged;
  const { log } = run;
  await runner.close();
  await store.close();
  return log;
}

/** A store with a run that is done, one that waits for a timer, one that waits for an event and one of an orchestrator. */
async function mixedStore(): Promise<string> {
  const file = newStoreFile();
  await keepOrder(file, 'done-order', ['paid', 'shipped']);
  await keepOrder(file, 'paid-order', ['paid']);
  await keepOrder(file, 'open-order', []);
  await keepRuns(file, ['revenue by region']);
  return file;
}

describe('runs and show', () => {
  it('list runs of charts beside others, and name what the given file has no chart for', async () => {
    const file = await mixedStore();
    const { code, stdout, stderr } = await runCli(['runs', '--store', file]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/done-ord\S* +completed .* orders@1 \{"items":3\}/);
    expect(stdout).toMatch(/paid-ord\S* +executing .* orders@1 \{"items":3\}/);
    expect(stdout).toMatch(/completed .* revenue by region/);
    expect((await runCli(['runs', '--store', file, '--charts', charts])).stderr).toBe('');
    const other = await runCli(['runs', '--store', file, '--charts', chartsIn('later-orders')]);
    expect(other.stderr).toContain('Run paid-order is a run of the chart orders@1, which ');
    expect(other.stderr).not.toContain('done-order');
  });

  it('show a run with what it waits for, from its log alone', async () => {
    const file = await mixedStore();
    const { code, stdout, stderr } = await runCli(['show', 'paid', '--store', file]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Run paid-order\norders@1 · executing · [\d: -]+ · \d+\.\ds · \d+ entries\n/);
    expect(stdout).toContain('\nState\n  waiting\n\nInput\n  {"items":3}\n');
    expect(stdout).toMatch(/\nWaits for\n {2}timer after\.patience\.orders\.waiting, due [\d: -]+, in \d+m \d\ds\n/);
    expect(stdout).toMatch(/\nLast entries\n/);
    expect(stdout).toMatch(/#\d+ +\d\.\ds {2}charge is done\n/);
    expect(stdout).toContain(`To continue\n  troupe resume paid-order --store ${file} --charts FILE\n`);
    const open = await runCli(['show', 'open', '--store', file]);
    expect(open.stdout).toContain('\nWaits for\n  an event: no effect and no timer is under way\n');
  });

  it('show how a run ended, as text and as JSON, and whether it replays', async () => {
    const file = await mixedStore();
    await keepOrder(file, 'refused-order', ['refused']);
    const done = await runCli(['show', 'done', '--store', file, '--charts', charts]);
    expect(done.stdout).toContain('\nState\n  done\n');
    expect(done.stdout).toContain('\nOutput\n  {"receipt":"receipt for 3"}\n');
    expect(done.stdout).toMatch(/\nReplay\n {2}equal, \d+ entries\n$/);
    expect(done.stdout).not.toContain('To continue');
    const refused = await runCli(['show', 'refused', '--store', file]);
    expect(refused.stdout).toContain('orders@1 · failed · ');
    expect(refused.stdout).toContain('\nError\n  the shop is broken\n');
    const { stdout } = await runCli(['show', 'paid', '--store', file, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      run: 'paid-order',
      chart: 'orders',
      version: '1',
      status: 'executing',
      states: { orders: 'waiting' },
      effects: [],
      timers: [{ key: 'after.patience.orders.waiting' }],
    });
  });

  it('print the log of a run of a chart as that of any other', async () => {
    const file = newStoreFile();
    const log = await keepOrder(file, 'done-order', ['paid', 'shipped']);
    const { stdout } = await runCli(['log', 'done', '--store', file]);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(log);
  });
});

describe('--charts', () => {
  it.each([
    ['nowhere', 'there is no file'],
    ['no-charts', 'exports no chart. Export what defineChart returns, or a list of them.'],
    ['broken-charts', 'cannot be loaded: no shop today.'],
    ['later-orders', 'does not export: it has orders@2. Export that version as well.'],
  ])('says what is wrong with %s', async (name, words) => {
    const file = newStoreFile();
    await keepOrder(file, 'open-order', []);
    const { code, stderr, stdout } = await runCli(['replay', 'open', '--store', file, '--charts', chartsIn(name)]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });

  it.each([
    ['replay', []],
    ['resume', []],
    ['fork', ['--at', '1']],
  ])('is asked for by %s where a run needs it', async (command, more) => {
    const file = newStoreFile();
    await keepOrder(file, 'open-order', []);
    const { code, stderr } = await runCli([command, 'open-order', ...more, '--store', file]);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `troupe: Run open-order is a run of the chart orders@1. Name the file that exports it: ${['troupe', command, 'open-order', ...more].join(' ')} --store ${file} --charts FILE\n`,
    );
  });
});

describe('replay', () => {
  it('compares a run with its chart, and prints a state of it', async () => {
    const file = newStoreFile();
    const log = await keepOrder(file, 'done-order', ['paid', 'shipped']);
    const equal = await runCli(['replay', 'done', '--store', file, '--charts', charts]);
    expect(equal).toMatchObject({ code: 0, stdout: `equal, ${log.length} entries\n`, stderr: '' });
    const moved = log.find((entry) => entry.type === 'actor.moved' && entry.data.value === 'charging');
    const until = ['--until', String(moved?.seq)];
    const state = await runCli(['replay', 'done', ...until, '--store', file, '--charts', charts]);
    expect(JSON.parse(state.stdout)).toMatchObject({ status: 'active', value: 'charging', context: { items: 3 } });
  });

  it('names the first entry that differs, in the words of a check', async () => {
    const file = newStoreFile();
    await keepOrder(file, 'done-order', ['paid', 'shipped']);
    const { code, stdout } = await runCli(['replay', 'done', '--store', file, '--charts', chartsIn('changed-orders')]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^differs at entry 3\n {2}The chart orders@1 was changed without its version: /);
  });

  it('compares every run of a store, and names those whose chart is not given', async () => {
    const file = await mixedStore();
    const all = await runCli(['replay', '--all', '--store', file, '--charts', charts]);
    expect([all.code, all.stderr]).toEqual([0, '']);
    expect(all.stdout).toMatch(/done-order {2}equal, \d+ entries\n/);
    expect(all.stdout).toMatch(/4 runs, \d+ entries: all equal\n$/);
    const without = await runCli(['replay', '--all', '--store', file]);
    expect(without.code).toBe(0);
    expect(without.stdout).toContain(
      'done-order  not compared: it needs the chart orders@1, given with --charts FILE\n',
    );
    expect(without.stdout).toMatch(
      /4 runs, \d+ entries: 1 equal; 3 not compared, as their charts are not given: --charts FILE\n$/,
    );
    const changed = await runCli(['replay', '--all', '--store', file, '--charts', chartsIn('changed-orders')]);
    expect(changed.code).toBe(1);
    expect(changed.stdout).toMatch(/: 3 not equal\n$/);
  });
});

describe('resume and fork', () => {
  it('drive a run to its end and print its output', async () => {
    const file = newStoreFile();
    await keepOrder(file, 'paid-order', ['paid'], 1);
    const { code, stdout, stderr } = await runCli(['resume', 'paid', '--store', file, '--charts', charts]);
    expect([code, stdout]).toEqual([0, '{"receipt":"receipt for 3"}\n']);
    expect(stderr).toMatch(/s {2}continued in another process\n/);
    expect(stderr).toMatch(/s {2}after\.patience\.orders\.waiting is due\n/);
    expect(stderr).toMatch(/s {2}orders ended in done\n/);
    expect(stderr).toContain(`The log is in ${file}, run paid-order.\n`);
    const again = await runCli(['resume', 'paid', '--store', file, '--charts', charts]);
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('Run paid-order has ended (completed). Look at it with: troupe show paid-order');
  });

  it('leave a run that only an event can continue, and say so', async () => {
    const file = newStoreFile();
    await keepOrder(file, 'open-order', []);
    const { code, stderr } = await runCli(['resume', 'open', '--store', file, '--charts', charts]);
    expect(code).toBe(3);
    expect(stderr).toContain('The run waits for an event (paid, refused): send it from a program');
  });

  it('leave a run at Ctrl-C, to be resumed', async () => {
    const file = newStoreFile();
    await keepOrder(file, 'paid-order', ['paid']);
    const { child, finished } = startCli(['resume', 'paid', '--store', file, '--charts', charts]);
    child.stderr.once('data', () => child.kill('SIGINT'));
    const { code, stderr } = await finished;
    expect(code).toBe(130);
    expect(stderr).toContain(
      `The run is left where it is. To continue: troupe resume paid-order --store ${file} --charts ${charts}\n`,
    );
    const replayed = await runCli(['replay', 'paid', '--store', file, '--charts', charts]);
    expect(replayed.stdout).toMatch(/^equal, /);
    expect((await runCli(['show', 'paid', '--store', file])).stdout).toContain('orders@1 · executing');
  });

  it('begin a new run from an entry of another one', async () => {
    const file = newStoreFile();
    const log = await keepOrder(file, 'done-order', ['paid', 'shipped'], 1);
    const paid = log.find(({ type }) => type === 'event.received')?.seq ?? 0;
    const fork = ['fork', 'done', '--at', String(paid), '--store', file, '--charts', charts];
    const { code, stdout, stderr } = await runCli([...fork, '--json']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Shares \d+ entries\. Repeats 1 effect \(charge\)\.\n/);
    expect(JSON.parse(stdout)).toMatchObject({
      chart: 'orders',
      status: 'completed',
      output: { receipt: 'receipt for 3' },
    });
    const set = await runCli([...fork, '--set', 'items=1']);
    expect(set.code).toBe(2);
    expect(set.stderr).toContain(
      'Run done-order is a run of a chart, whose context comes of its events: leave out --set.',
    );
  });
});
