import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrchestrator, defineSpecialist, defineTool } from 'troupe';
import { sqliteStore } from 'troupe/sqlite';
import { type ScriptLine, scriptedModel, thinking } from 'troupe/testing';
import { expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { z } from 'zod';
import type { ServerMessage } from '../../../src/inspect/protocol.ts';
import { ask, expectReplay } from '../../scenarios/scenario.ts';
import { watchedInspector } from './watched-inspector.ts';

// Words that nothing takes for a key or a password: nothing hides them by their looks.
const secrets = { user: 'marmalade', session: 'periwinkle', deep: { list: ['quicksilver'] } };
const words = ['marmalade', 'periwinkle', 'quicksilver'];
const context = { ...secrets, tenant: 'north-tenant' };

/** A run whose code reads all of its context, waits for a person in between, and ends. */
const script: readonly ScriptLine[] = [
  { purpose: 'think', reply: thinking({ question: 'Which?' }) },
  { purpose: 'think', reply: { toolCalls: [{ name: 'reads', arguments: '{}' }] } },
  { purpose: 'think', reply: thinking({ answer: 'done' }) },
];

function setUp(file: string, inspect: NonNullable<Parameters<typeof createOrchestrator>[0]['inspect']>) {
  const read: string[] = [];
  const reads = defineTool({
    name: 'reads',
    description: 'reads the context',
    capability: 'read',
    input: z.object({}),
    run(_, tool) {
      read.push(JSON.stringify(tool.context));
      return 'read';
    },
  });
  const store = sqliteStore(file);
  const troupe = createOrchestrator({
    model: scriptedModel(script),
    specialists: [defineSpecialist({ name: 'reader', description: 'reads', tools: [reads] })],
    prompts: { think: (brief, { user }) => [...brief.messages, { role: 'system', content: `For ${String(user)}.` }] },
    store,
    inspect,
    context: z.object({ user: z.string(), session: z.string(), deep: z.unknown(), tenant: z.string() }),
    logged: ['tenant'],
  });
  return { troupe, store, read };
}

/** Everything that a page hears, which opens a session and asks for all that can be asked for. */
async function listener(url: string, token: string) {
  const { host, origin } = new URL(url);
  const socket = new WebSocket(`ws://${host}/ws`, { origin });
  onTestFinished(() => socket.terminate());
  const heard: ServerMessage[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as ServerMessage));
  await once(socket, 'open');
  let id = 0;
  const say = async (command: object) => {
    const own = ++id;
    socket.send(JSON.stringify({ ...command, id: own, token }));
    const reply = () => heard.find((each) => each.type === 'reply' && each.id === own);
    await expect.poll(reply, { timeout: 20_000 }).toBeDefined();
    return reply();
  };
  return { heard, say };
}

it('no log, snapshot, store file, list of runs or page has a word of a context but its marked fields', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { inspector, token } = await watchedInspector();
  const { troupe, store, read } = setUp(join(folder, 'runs.db'), inspector);
  const { heard, say } = await listener(inspector.url, token);

  const run = troupe.start(ask('do it'), { context });
  await run.settled();
  const snapshot = JSON.stringify(run.snapshot());
  const session = run.id;
  await say({ type: 'open', session });
  const asked = await say({ type: 'prompt', session, key: 't1/think#1' });
  await run.answer('this one');
  await run.result;
  for (const { seq } of run.log) {
    await say({ type: 'entry', session, seq });
    await say({ type: 'context', session, actor: 'host', seq });
  }
  await say({ type: 'log', session });
  expect(await say({ type: 'fork', session, at: 8 })).toMatchObject({ ok: true });
  const summaries = JSON.stringify(await store.runs());
  const fork = (await store.runs()).find((each) => each.run !== run.id)?.run ?? '';
  // It waits with the same question: it is ended before the store is closed.
  await say({ type: 'cancel', session: fork });
  await expect.poll(async () => (await store.runs({ status: 'cancelled' })).map((each) => each.run)).toEqual([fork]);
  const refused = [
    await troupe.resume(run.id, { context: { user: 'marmalade' } }).catch(String),
    await troupe.fork(run.id, { at: 3, context: { tenant: 'periwinkle' } }).catch(String),
    await troupe.fork(run.id, { at: 3, context: { user: 'marmalade', deep: 'quicksilver' } }).catch(String),
  ];
  const refusals = refused.join('\n');
  const log = JSON.stringify(run.log);

  expect(read).toEqual([JSON.stringify({ ...secrets, tenant: 'north-tenant' })]);
  expectReplay(run.log);
  expect(asked).toMatchObject({ ok: true });
  expect(JSON.stringify(asked)).toContain('For [not logged].');
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  const places = { log, snapshot, summaries, refusals, page: JSON.stringify(heard), files: files.join() };
  for (const [place, text] of Object.entries(places)) {
    for (const word of words) expect(text.includes(word), `${word} in the ${place}`).toBe(false);
  }
  for (const place of ['log', 'snapshot', 'page', 'files'] as const) expect(places[place]).toContain('north-tenant');
  expect(refusals).toMatch(/has ended.*\n.*another value of context.tenant.*\n.*session: Invalid input/);
  store.close();
});
