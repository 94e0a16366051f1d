import { hash } from 'node:crypto';
import { inspect } from 'node:util';
import pg from 'pg';
import type { Entry, Store } from 'troupe';
import { postgresStore } from 'troupe/postgres';
import { sampleEntries, storeContract } from 'troupe/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { postgresStatements } from '../../src/stores/postgres/postgres-statements.ts';
import { asked, askedIn, sampleEntry } from '../../src/testing/sample-entries.ts';
import { failure } from './failure.ts';
import { postgresServer } from './postgres-server.ts';

const server = await postgresServer();
const admin = new pg.Pool({ connectionString: server.url, max: 2 });
admin.on('error', () => {}); // the server stops before it has seen the pool's end
const schemas: string[] = [];
const newSchema = () => {
  const schema = `test ${process.pid} "${schemas.length}"`;
  schemas.push(schema);
  return schema;
};
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
afterAll(async () => {
  for (const schema of schemas) await admin.query(`DROP SCHEMA IF EXISTS ${quoted(schema)} CASCADE`);
  await admin.end();
  await server.stop();
});

/** What version 4 has added; its index goes with the column. */
const dropLabels = (at: string) => `ALTER TABLE ${at}.runs DROP COLUMN session, DROP COLUMN metadata;`;
/** And what versions 5 and 6 have added. */
const dropMarks = (at: string) =>
  `DROP TABLE ${at}.memories, ${at}.marks, ${at}.pieces, ${at}.piece_uses; ALTER TABLE ${at}.runs DROP COLUMN bytes;`;
const open = (schema = newSchema()) => postgresStore(server.url, { schema });

/** The address of the test server with something changed. */
function address(change: (url: URL) => void): string {
  const url = new URL(server.url);
  change(url);
  return url.href;
}

storeContract('postgresStore', () => open(), { describe, it, expect });

describe('one database', () => {
  it('is shared by two stores: each sees what the other has written', async () => {
    const schema = newSchema();
    const [left, right] = [open(schema), open(schema)];
    await Promise.all([left.append('a', 0, sampleEntries('a', 1, 1)), right.append('b', 0, sampleEntries('b', 1, 1))]);
    await right.append('a', 1, sampleEntries('a', 2, 2));
    expect(await left.read('a')).toEqual(sampleEntries('a', 1, 2));
    await left.close();
    await right.close();
  });

  it('keeps schemas apart', async () => {
    const [left, right] = [open(), open()];
    await left.append('a', 0, sampleEntries('a', 1, 1));
    expect(await right.runs()).toEqual([]);
    await left.close();
    await right.close();
  });

  it.each([
    ['a run', (round: number) => ['a', round] as const],
    ['a new run', (round: number) => [`run ${round}`, 0] as const],
  ])('takes the entries of exactly one of two stores that write to %s at once, a hundred times', async (_, turn) => {
    const schema = newSchema();
    const stores = [open(schema), open(schema)];
    for (let round = 0; round < 100; round++) {
      const [run, after] = turn(round);
      const outcomes = await Promise.allSettled(
        stores.map((store) => store.append(run, after, sampleEntries(run, after + 1, after + 1))),
      );
      const [loser, ...more] = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.message] : []));
      expect(loser).toContain(`has ${after + 1} entries in the store, but this process knows of ${after}.`);
      expect(more).toEqual([]);
    }
    const [last, before] = turn(99);
    expect(await stores[0]?.read(last)).toEqual(sampleEntries(last, 1, before + 1));
    for (const store of stores) await store.close();
  });

  it('gives a lease to exactly one of two owners who ask at once, a hundred times', async () => {
    const schema = newSchema();
    const stores = [open(schema), open(schema)];
    let token = 0;
    for (let round = 0; round < 100; round++) {
      const leases = await Promise.all(stores.map((store, index) => store.acquire('a', `owner ${index}`, 60_000)));
      const [lease, ...more] = leases.filter((each) => each !== undefined);
      expect([lease?.token, more]).toEqual([token + 1, []]);
      token += 1;
      if (lease) await stores[round % 2]?.release(lease);
    }
    for (const store of stores) await store.close();
  });

  it('never stores an entry of an owner after another one has taken over', async () => {
    const schema = newSchema();
    const [left, right] = [open(schema), open(schema)];
    for (let round = 0; round < 50; round++) {
      const run = `run ${round}`;
      const lease = await left.acquire(run, 'left', 0);
      const takeOver = async () => {
        await right.acquire(run, 'right', 60_000);
        return (await right.read(run)).length;
      };
      const [taken, written] = await Promise.all([
        takeOver(),
        failure(() => left.append(run, 0, sampleEntries(run, 1, 1), lease)).catch(() => undefined),
      ]);
      expect((await right.read(run)).length).toBe(taken);
      expect(written?.code).toBe(taken === 1 ? undefined : 'lease');
    }
    await left.close();
    await right.close();
  });

  it('leaves a pool open that it was given', async () => {
    const store = postgresStore(admin, { schema: newSchema() });
    await store.append('a', 0, sampleEntries('a', 1, 1));
    await store.close();
    expect((await admin.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('damage', () => {
  it('is named by run and number, in a log and in an archive', async () => {
    const schema = newSchema();
    const store = open(schema);
    for (const run of ['a', 'b']) await store.append(run, 0, sampleEntries(run, 1, 3));
    await store.archive('b');
    await admin.query(`UPDATE ${quoted(schema)}.entries SET entry = '{"seq": 2,' WHERE run = 'a' AND seq = 2`);
    await admin.query(`UPDATE ${quoted(schema)}.runs SET archive = 'torn' WHERE run = 'b'`);
    const error = await failure(() => store.read('a'));
    expect(error.code).toBe('bad-log');
    expect(error.message).toBe('The log entry at run a, number 2 is not JSON. The log is damaged there.');
    expect(await store.read('a', 2)).toEqual(sampleEntries('a', 3, 3));
    expect((await failure(() => store.archive('a'))).code).toBe('bad-log');
    expect((await failure(() => store.read('b'))).message).toMatch(/^The archive of run b is damaged: /);
    await store.close();
  });

  it('of a batch in the middle stores nothing of it', async () => {
    const store = open();
    await store.append('a', 0, sampleEntries('a', 1, 1));
    const broken = [...sampleEntries('a', 2, 3), ...sampleEntries('a', 3, 3)];
    expect((await failure(() => store.append('a', 1, broken))).message).toMatch(
      /^Cannot write run a in .*duplicate key/,
    );
    expect(await store.read('a')).toEqual(sampleEntries('a', 1, 1));
    expect((await store.runs())[0]?.entries).toBe(1);
    await store.append('a', 1, sampleEntries('a', 2, 2));
    await store.close();
  });
});

it('finds the runs of a session by their index', async () => {
  const schema = newSchema();
  const store = open(schema);
  await store.append('a', 0, [askedIn('chat', 'a', 1)]);
  await store.close();
  const client = await admin.connect();
  try {
    // With a single run, reading all of them would be the quickest way.
    await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off');
    const list = postgresStatements(quoted(schema)).list(['session'], false);
    const plan = await client.query(`EXPLAIN ${list}`, ['chat', 10]);
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index.* runs_by_session/);
  } finally {
    client.release(true);
  }
});

it('finds entries of all runs by their index', async () => {
  const schema = newSchema();
  const store = open(schema);
  await store.append('a', 0, [asked('a', 1)]);
  await store.close();
  const client = await admin.connect();
  try {
    await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off');
    const { places } = postgresStatements(quoted(schema));
    const plan = await client.query(`EXPLAIN ${places}`, ['run.failed', '', '', '', 0, 10]);
    const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toMatch(
      /Index Only Scan Backward using marks_pkey.*\s+Index Cond: .*type = .*at >= .*ROW\(at, run, seq\) </,
    );
    expect(lines).not.toContain('Sort');
  } finally {
    client.release(true);
  }
});

it('brings tables of version 1 up to date, with what was paused in them', async () => {
  const schema = newSchema();
  const at = quoted(schema);
  const before = open(schema);
  const gate = (run: string, seq: number, type: 'run.paused' | 'run.resumed') =>
    ({ ...sampleEntries(run, seq, seq)[0], type, kind: 'fact' }) as Entry; // the sample has one
  await before.append('a', 0, [gate('a', 1, 'run.paused')]);
  await before.append('b', 0, [gate('b', 1, 'run.paused'), gate('b', 2, 'run.resumed')]);
  await before.close();
  await admin.query(
    `${dropMarks(at)} ${dropLabels(at)} ALTER TABLE ${at}.runs DROP COLUMN is_paused; DROP TABLE ${at}.messages; DROP TABLE ${at}.conversations;
     UPDATE ${at}.troupe_version SET version = 1`,
  );
  const stores = [open(schema), open(schema)];
  for (const listed of await Promise.all(stores.map((store) => store.runs()))) {
    expect(listed.map(({ run, isPaused }) => [run, isPaused])).toEqual([
      ['b', false],
      ['a', true],
    ]);
  }
  for (const store of stores) await store.close();
});

it('brings tables of version 2 up to date, whose entries hold their conversations', async () => {
  const schema = newSchema();
  const at = quoted(schema);
  const before = open(schema);
  await before.append('a', 0, sampleEntries('a', 1, 1));
  await before.close();
  const messages = [{ role: 'user', content: 'Why?' }];
  const old = asked('a', 1, ...messages);
  await admin.query(
    `${dropMarks(at)} ${dropLabels(at)} DROP TABLE ${at}.messages; DROP TABLE ${at}.conversations; UPDATE ${at}.troupe_version SET version = 2;
     UPDATE ${at}.entries SET entry = '${JSON.stringify(old)}'`,
  );
  const store = open(schema);
  const next = { ...old, run: 'b', id: 'b:1' };
  await store.append('b', 0, [next]);
  expect(await store.read('a')).toEqual([old]);
  expect(await store.read('b')).toEqual([next]);
  expect([await store.delete('a'), await store.delete('b')]).toEqual([true, true]);
  expect((await admin.query(`SELECT * FROM ${at}.messages`)).rows).toEqual([]);
  await store.close();
});

it('brings tables of version 3 up to date, whose runs have no session', async () => {
  const schema = newSchema();
  const at = quoted(schema);
  const before = open(schema);
  await before.append('a', 0, sampleEntries('a', 1, 2));
  await before.close();
  await admin.query(`${dropMarks(at)} ${dropLabels(at)} UPDATE ${at}.troupe_version SET version = 3`);
  const store = open(schema);
  await store.append('b', 0, [askedIn('chat', 'b', 1, { ticket: 7 })]);
  expect((await store.runs()).map(({ run, session, metadata }) => [run, session, metadata])).toEqual([
    ['b', 'chat', { ticket: 7 }],
    ['a', undefined, undefined],
  ]);
  expect((await store.runs({ session: 'chat' })).map(({ run }) => run)).toEqual(['b']);
  await store.close();
});

it('brings tables of version 4 up to date, whose entries are then found in all runs', async () => {
  const schema = newSchema();
  const at = quoted(schema);
  const before = open(schema);
  const note = { name: 'price.seen', version: 1, value: '三' };
  const entries = (run: string) => [asked(run, 1), sampleEntry(run, 2, { type: 'entry.recorded', data: note })];
  for (const run of ['a', 'b', 'c', 'd']) await before.append(run, 0, entries(run));
  for (const run of ['b', 'd']) await before.archive(run);
  const sizes = async (store: Store) =>
    (await store.runs()).flatMap(({ run, bytes }) => (run === 'a' || run === 'b' ? [[run, bytes]] : []));
  const counted = await sizes(before);
  await before.close();
  await admin.query(
    `${dropMarks(at)} UPDATE ${at}.entries SET entry = '{' WHERE run = 'c'; UPDATE ${at}.runs SET archive = 'torn' WHERE run = 'd';
     UPDATE ${at}.troupe_version SET version = 4`,
  );
  const store = open(schema);
  expect(await store.find({ type: 'price.seen' })).toEqual([entries('b')[1], entries('a')[1]]);
  expect(await sizes(store)).toEqual(counted);
  // What is damaged can be deleted.
  expect([await store.delete('c'), await store.delete('d')]).toEqual([true, true]);
  await store.close();
});

it('makes a run again that the version before has deleted, without its conversation', async () => {
  const schema = newSchema();
  const at = quoted(schema);
  const store = open(schema);
  const entry = (content: string) => asked('a', 1, { role: 'user', content });
  await store.append('a', 0, [entry('first')]);
  const deletion = `DELETE FROM ${at}.entries; DELETE FROM ${at}.runs`;
  await admin.query(deletion);
  await store.append('a', 0, [entry('second')]);
  expect(await store.read('a')).toEqual([entry('second')]);
  await admin.query(deletion);
  await store.append('a', 0, sampleEntries('a', 1, 2));
  expect(await store.read('a')).toEqual(sampleEntries('a', 1, 2));
  await store.close();
});

it('archives bulky values in one order, so that two who share them do not wait for each other', async () => {
  const schema = newSchema();
  const store = open(schema);
  const nameOf = (text: string) => hash('sha256', JSON.stringify(text), 'base64url');
  const texts = ['a', 'b'].map((letter) => letter.repeat(5_000)).toSorted((x, y) => (nameOf(x) < nameOf(y) ? 1 : -1));
  const [last = '', first = ''] = texts.map(nameOf);
  const log = texts.map((value, index) =>
    sampleEntry('r', index + 1, { type: 'entry.recorded', data: { name: 'a.b', version: 1, value } }),
  );
  await store.append('r', 0, log);
  const other = await admin.connect();
  try {
    const insert = `INSERT INTO ${quoted(schema)}.pieces (id, packed) VALUES ($1, $2) ON CONFLICT DO NOTHING`;
    await other.query('BEGIN');
    await other.query(insert, [first, Buffer.from('')]);
    const archived = store.archive('r');
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%piece_uses%'";
    while ((await admin.query(waiting)).rowCount === 0);
    await other.query(insert, [last, Buffer.from('')]);
    await other.query('ROLLBACK');
    expect(await archived).toBe(true);
  } finally {
    other.release(true);
  }
  expect(await store.read('r')).toEqual(log);
  await store.close();
});

it('keeps each message of a conversation once, whoever writes it at the same moment', async () => {
  const schema = newSchema();
  const stores = [open(schema), open(schema), open(schema)];
  const messages = Array.from({ length: 300 }, (_, index) => ({ role: 'user', content: `number ${index}` }));
  const entry = (run: string) => asked(run, 1, ...messages);
  const runs = Array.from({ length: 9 }, (_, index) => `run ${index}`);
  const storeOf = (index: number) => stores[index % stores.length] ?? open(schema);
  await Promise.all(runs.map((run, index) => storeOf(index).append(run, 0, [entry(run)])));
  const count = async () =>
    Number((await admin.query(`SELECT count(*) FROM ${quoted(schema)}.messages`)).rows[0]?.count);
  expect(await count()).toBe(300);
  // Some are deleted while others are written.
  await Promise.all(
    runs.flatMap((run, index) => [
      storeOf(index).delete(run),
      storeOf(index + 1).append(`${run}+`, 0, [entry(`${run}+`)]),
    ]),
  );
  for (const [index, run] of runs.entries()) expect(await storeOf(index).read(`${run}+`)).toEqual([entry(`${run}+`)]);
  expect(await count()).toBe(300);
  for (const run of runs) await storeOf(0).delete(`${run}+`);
  expect(await count()).toBe(0);
  for (const store of stores) await store.close();
});

describe('a server that cannot be used is reported', () => {
  it('when tables of another version are there', async () => {
    const schema = newSchema();
    const first = open(schema);
    await first.runs();
    await first.close();
    await admin.query(`UPDATE ${quoted(schema)}.troupe_version SET version = 7`);
    const store = open(schema);
    const error = await failure(() => store.runs());
    expect(error.code).toBe('store');
    expect(error.message).toContain('by another version of Troupe (version 7, this one knows 6). Update Troupe');
    await store.close();
  });

  it('when nobody listens', async () => {
    const store = postgresStore('postgres://someone:hush-hush@127.0.0.1:1/runs');
    const error = await failure(() => store.append('a', 0, sampleEntries('a', 1, 1)));
    expect(error.code).toBe('store');
    expect(error.message).toBe(
      'Cannot write run a in 127.0.0.1:1/runs: connect ECONNREFUSED 127.0.0.1:1. ' +
        'Is the server running, and does the connection string lead to it?',
    );
    expect(inspect(error, { depth: 9 })).not.toContain('hush-hush');
    await store.close();
  });

  it('when the password is wrong, without showing it', async () => {
    const store = postgresStore(address((url) => (url.password = 'hush-hush')));
    const error = await failure(() => store.runs());
    expect(error.code).toBe('store');
    expect(error.message).toMatch(/^Cannot list the runs in .*password authentication failed.*Check the user and/);
    expect(inspect(error, { depth: 9 })).not.toContain('hush-hush');
    await store.close();
  });

  it('when there is no such database', async () => {
    const store = postgresStore(address((url) => (url.pathname = '/nowhere')));
    const { message } = await failure(() => store.runs());
    expect(message).toMatch(/database "nowhere" does not exist\. Create the database, or name another one/);
    await store.close();
  });

  it('when the user may not make tables, and works in a schema that is given to the user', async () => {
    const user = `guest_${process.pid}`;
    await admin.query(`CREATE USER ${user} PASSWORD 'guest-word'`);
    const schema = newSchema();
    const guest = address((url) => Object.assign(url, { username: user, password: 'guest-word' }));
    const store = postgresStore(guest, { schema });
    const { code, message } = await failure(() => store.runs());
    expect(code).toBe('store');
    expect(message).toMatch(/permission denied .*\. Give the user the right to make the schema/);
    await admin.query(`CREATE SCHEMA ${quoted(schema)} AUTHORIZATION ${user}`);
    await store.append('a', 0, sampleEntries('a', 1, 1));
    expect(await store.read('a')).toEqual(sampleEntries('a', 1, 1));
    await store.close();
    await admin.query(`DROP OWNED BY ${user} CASCADE; DROP USER ${user}`);
  });

  it.each([
    'postgres://user:hush/hush@host/runs',
    'postgres://user:5/hush@host/runs',
    'postgres://user:5?hush@host/runs',
    'postgres://user:5#hush@host/runs',
    'host=somewhere password=hush',
    'user:hush@host',
  ])('when the connection string is %s, without quoting it', async (connectionString) => {
    const error = await failure(() => postgresStore(connectionString));
    expect(error.code).toBe('bad-config');
    expect(inspect(error, { depth: 9 })).not.toContain('hush');
  });

  it('when another process keeps a run locked, which can be written afterwards', async () => {
    const schema = newSchema();
    const store = open(schema);
    await store.append('a', 0, sampleEntries('a', 1, 1));
    const other = await admin.connect();
    await other.query(`BEGIN; SELECT * FROM ${quoted(schema)}.runs FOR UPDATE`);
    const { code, message } = await failure(() => store.append('a', 1, sampleEntries('a', 2, 2)));
    await other.query('ROLLBACK');
    other.release();
    expect(code).toBe('store');
    expect(message).toMatch(/lock timeout\. Another process has been writing for too long: end it, or try again\.$/);
    await store.append('a', 1, sampleEntries('a', 2, 2));
    expect(await store.read('a')).toEqual(sampleEntries('a', 1, 2));
    await store.close();
  });

  it('when the store was closed', async () => {
    const store = open();
    await store.close();
    expect((await failure(() => store.runs())).message).toMatch(/^Cannot list the runs in .*pool/);
  });
});
