import { once } from 'node:events';
import { get, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { createWebSocketReceiver, type StatelyInspectionEvent } from '@statelyai/inspect';
import type { Entry } from 'troupe';
import { createOrchestrator, memoryStore } from 'troupe';
import { type Inspector, startInspector } from 'troupe/inspect';
import { reflection, scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { assign, createActor, setup } from 'xstate';
import type { Change, ServerMessage } from '../../../src/inspect/protocol.ts';
import { ask, planText, worker } from '../../scenarios/scenario.ts';

async function inspectorForTest(): Promise<Inspector> {
  const inspector = await startInspector();
  onTestFinished(() => inspector.close());
  return inspector;
}

const portOf = (inspector: Inspector) => Number(new URL(inspector.url).port);

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Asks over HTTP with a path exactly as it is written, which fetch would clean up. */
function fetchRaw(
  inspector: Inspector,
  path: string,
  options: { method?: string; host?: string } = {},
): Promise<Answer> {
  const { method = 'GET', host } = options;
  return new Promise((resolve, reject) => {
    const headers = host === undefined ? {} : { host };
    const asked = request({ host: '127.0.0.1', port: portOf(inspector), path, method, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() });
    });
    asked.on('error', reject);
    asked.end();
  });
}

const tokenOf = async (inspector: Inspector) =>
  /name="troupe-token" content="([^"]+)"/.exec((await fetchRaw(inspector, '/')).body)?.[1] ?? '';

/** The status with which an upgrade is answered: 101 when it is let in. */
function upgrade(inspector: Inspector, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = get({
      host: '127.0.0.1',
      port: portOf(inspector),
      path,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.from('0123456789abcdef').toString('base64'),
        ...headers,
      },
    });
    asked.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    asked.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.on('error', reject);
  });
}

/** A page without a browser: says things and keeps what it hears. */
async function join(inspector: Inspector) {
  const token = await tokenOf(inspector);
  const socket = new WebSocket(`${inspector.url.replace('http', 'ws')}ws`, { origin: new URL(inspector.url).origin });
  const heard: ServerMessage[] = [];
  const waiting = new Map<number, (message: ServerMessage & { type: 'reply' }) => void>();
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as ServerMessage;
    heard.push(message);
    if (message.type === 'reply') waiting.get(message.id)?.(message);
  });
  await once(socket, 'open');
  onTestFinished(() => socket.terminate());
  let last = 0;
  const say = (request: Record<string, unknown>) => {
    const id = ++last;
    return new Promise<ServerMessage & { type: 'reply' }>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, token, ...request }));
    });
  };
  /** Sends a text as it is; replies to what cannot be read have the id -1. */
  const sayText = (text: string) =>
    new Promise<ServerMessage & { type: 'reply' }>((resolve) => {
      waiting.set(-1, resolve);
      socket.send(text);
    });
  return { socket, heard, say, sayText, token };
}

const lines = () => [
  { purpose: 'think' as const, reply: thinking() },
  { purpose: 'plan' as const, reply: planText({ a: [], b: ['a'] }) },
  { purpose: 'work' as const, reply: 'one' },
  { purpose: 'work' as const, reply: 'two' },
  { purpose: 'reflect' as const, reply: reflection({ finalAnswer: 'ok' }) },
];

function startRun(inspector: Inspector, question = 'do it') {
  const model = scriptedModel(lines());
  const troupe = createOrchestrator({ model, specialists: [worker], store: memoryStore(), inspect: inspector });
  return troupe.start(ask(question));
}

const changesIn = (messages: readonly ServerMessage[]): Change[] =>
  messages.flatMap((each) => (each.type === 'frames' ? each.frames : [])).flatMap(({ changes }) => changes);
const entriesIn = (messages: readonly ServerMessage[]) =>
  messages.flatMap((each) => (each.type === 'entries' ? each.entries : []));

describe('the server of the inspector', () => {
  it('listens on 127.0.0.1 and nowhere else', async () => {
    const inspector = await inspectorForTest();
    const others = [
      '::1',
      '127.0.0.2',
      ...Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)),
    ].filter((address) => address !== '127.0.0.1' && !address.startsWith('fe80'));
    expect(others.length).toBeGreaterThan(1);
    for (const host of others) {
      const socket = connect({ host, port: portOf(inspector) });
      const outcome = await Promise.race([
        once(socket, 'connect').then(() => 'connected'),
        new Promise((resolve) => socket.once('error', () => resolve('refused'))),
      ]);
      socket.destroy();
      expect(outcome, host).toBe('refused');
    }
    expect((await fetchRaw(inspector, '/')).status).toBe(200);
  });

  it('answers to no other name of the host than its own', async () => {
    const inspector = await inspectorForTest();
    const port = portOf(inspector);
    const origin = new URL(inspector.url).origin;
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1:${port + 1}`]) {
      const answer = await fetchRaw(inspector, '/', { host });
      expect(answer.status, host).toBeGreaterThanOrEqual(400);
      expect(answer.body, host).not.toContain('troupe-token');
      expect(await upgrade(inspector, '/ws', { host, origin }), host).toBeGreaterThanOrEqual(400);
    }
    const nameless = connect({ host: '127.0.0.1', port });
    nameless.end('GET / HTTP/1.0\r\n\r\n');
    expect(await text(nameless)).toMatch(/^HTTP\/1\.1 403 /);
    expect((await fetchRaw(inspector, '/', { host: `localhost:${port}` })).status).toBe(200);
    expect(await upgrade(inspector, '/ws', { host: `127.0.0.1:${port}`, origin })).toBe(101);
  });

  it('lets no page of another origin in, and nobody without an origin', async () => {
    const inspector = await inspectorForTest();
    const port = portOf(inspector);
    for (const origin of ['http://evil.example', 'null', `https://127.0.0.1:${port}`, `http://127.0.0.1:${port + 1}`]) {
      expect(await upgrade(inspector, '/ws', { origin }), origin).toBe(403);
      const path = new URL(inspector.statelyUrl);
      expect(await upgrade(inspector, path.pathname + path.search, { origin }), origin).toBe(403);
    }
    expect(await upgrade(inspector, '/ws', {})).toBe(403);
    expect(await upgrade(inspector, '/stately', {})).toBe(403);
    expect(await upgrade(inspector, '/stately?token=wrong', {})).toBe(403);
    expect(await upgrade(inspector, '/other', { origin: `http://127.0.0.1:${port}` })).toBe(404);
    expect(await upgrade(inspector, '/ws', { origin: `http://127.0.0.1:${port}` })).toBe(101);
  });

  it('gives only files of the page, by GET only', async () => {
    const inspector = await inspectorForTest();
    for (const path of [
      '/../package.json',
      '/../../package.json',
      '/%2e%2e/package.json',
      '/%2e%2e%2f%2e%2e%2fpackage.json',
      '/..%5c..%5cpackage.json',
      '/assets/../../../package.json',
      '/assets/%2e%2e/%2e%2e/%2e%2e/package.json',
      '//etc/passwd',
      '/etc/passwd',
      '/%00',
      '/%',
      '/index.html%00.js',
      '/assets',
      '/nothing.js',
      'http://evil.example/../package.json',
    ]) {
      const answer = await fetchRaw(inspector, path);
      expect(answer.status, path).toBe(404);
      expect(answer.body, path).not.toMatch(/devDependencies|root:/);
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']) {
      const answer = await fetchRaw(inspector, '/', { method });
      expect(answer.status, method).toBe(405);
      expect(answer.headers['access-control-allow-origin'], method).toBeUndefined();
    }
  });

  it('forbids with every answer to load, frame or send anything elsewhere', async () => {
    const inspector = await inspectorForTest();
    for (const [path, status] of [
      ['/', 200],
      ['/elk-worker.min.js', 200],
      ['/nothing', 404],
    ] as const) {
      const answer = await fetchRaw(inspector, path);
      expect(answer.status, path).toBe(status);
      const policy = String(answer.headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("form-action 'none'");
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(policy.match(/https?:|wss?:\/\/(?!127\.0\.0\.1:|localhost:)/g), policy).toBeNull();
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['referrer-policy']).toBe('no-referrer');
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it('does nothing without its token, and has another one each time', async () => {
    const inspector = await inspectorForTest();
    const run = startRun(inspector);
    await run.result;
    const { say, heard, token } = await join(inspector);
    for (const type of ['open', 'hold', 'log', 'cancel', 'plan']) {
      for (const wrong of ['', 'x', `${token.slice(0, -1)}!`, `${token}x`]) {
        const reply = await say({ type, session: run.id, token: wrong });
        expect(reply, `${type} ${wrong}`).toMatchObject({ ok: false, error: expect.stringContaining('token') });
      }
      expect(await say({ type, session: run.id, token: undefined })).toMatchObject({ ok: false });
    }
    expect(heard.filter(({ type }) => type === 'entries' || type === 'frames')).toEqual([]);
    expect(await tokenOf(await inspectorForTest())).not.toBe(token);
    expect(token.length).toBeGreaterThanOrEqual(32);
  });

  it('refuses in words what it cannot read, and goes on', async () => {
    const inspector = await inspectorForTest();
    const run = startRun(inspector);
    await run.result;
    const { say, sayText, token } = await join(inspector);
    for (const text of ['', '{', 'null', '[]', '"open"', '\u0000', '{"type":"open"}', '[[[[[[']) {
      expect(await sayText(text), text).toMatchObject({ ok: false, error: expect.stringMatching(/./) });
    }
    for (const request of [
      { type: 'explode', session: run.id },
      { type: '__proto__', session: run.id },
      { type: 'open' },
      { type: 'open', session: 'nobody' },
      { type: 'open', session: '__proto__' },
      { type: 'open', session: 7 },
      { type: 'entry', session: run.id, seq: -1 },
      { type: 'send', session: run.id, actor: 'a0', event: 'text' },
      { type: 'send', session: run.id, actor: 'a999', event: { type: 'x' } },
      { type: 'fork', session: run.id, at: 0 },
      { type: 'fork', session: run.id, at: 1_000_000 },
      { type: 'breakpoints', session: run.id, breakpoints: [{ kind: 'other' }] },
      { type: 'import', name: 'x.jsonl', text: 'no log' },
      { type: 'import', name: 'x.jsonl', text: '{"seq":1}' },
      { type: 'hold', session: run.id },
      { type: 'answer', session: run.id, text: 'too late' },
    ]) {
      expect(await say(request), JSON.stringify(request)).toMatchObject({
        ok: false,
        error: expect.stringMatching(/./),
      });
    }
    expect(token).not.toBe('');
    expect(await say({ type: 'open', session: run.id })).toMatchObject({ ok: true });
  });

  it('takes secrets out of entries, events, contexts and outputs', async () => {
    const inspector = await inspectorForTest();
    const secrets = ['sk-abcdefghijklmnopqrstuvwxyz', 'hunter2-hunter2', 'eyJhbGciOiJIUzI1NiJ9.e30.abc-def_123'];
    const [key, password, bearer] = secrets;
    const run = startRun(inspector, `use ${key} with Authorization: Bearer ${bearer}`);
    await run.result;
    const machine = setup({
      types: { context: {} as Record<string, unknown>, events: {} as { type: 'login' } & Record<string, unknown> },
    }).createMachine({
      id: 'login',
      context: {
        apiKey: key,
        nested: { password, headers: { Authorization: `Bearer ${bearer}` } },
        note: `Bearer ${bearer}`,
      },
      on: { login: { actions: assign(({ event }) => ({ last: event })) } },
    });
    const actor = createActor(machine);
    const { session } = inspector.attachActor(actor);
    actor.start();
    actor.send({ type: 'login', password, api_key: key, text: `the key is ${key}` });
    const { say, heard } = await join(inspector);
    const replies: unknown[] = [];
    for (const id of [run.id, session]) {
      await say({ type: 'open', session: id });
      for (const { seq } of entriesIn(heard)) replies.push(await say({ type: 'entry', session: id, seq }));
      for (const at of ['a0', 'a1', 'a2'])
        replies.push(await say({ type: 'context', session: id, actor: at, seq: 1000 }));
    }
    const stately = await statelyMessages(inspector, 10);
    const told = { heard: heard.filter(({ type }) => type !== 'hello' && type !== 'sessions'), replies, stately };
    for (const [name, messages] of Object.entries(told)) {
      const all = JSON.stringify(messages);
      expect(all.includes('[redacted]'), name).toBe(true);
      expect(
        secrets.filter((secret) => all.includes(secret)),
        name,
      ).toEqual([]);
    }
  });

  it('takes secrets out of titles and prompts', async () => {
    const inspector = await inspectorForTest();
    const secret = 'sk-abcdefghijklmnopqrstuvwxyz';
    const run = startRun(inspector, `use ${secret}`);
    await run.result;
    const { say, heard } = await join(inspector);
    await say({ type: 'open', session: run.id });
    const started = entriesIn(heard).find(({ type, data }) => type === 'effect.started' && data.kind === 'think');
    const prompt = await say({ type: 'prompt', session: run.id, key: String(started?.data.key) });
    expect(JSON.stringify(prompt)).toContain('messages');
    const leaking = heard.filter((message) => JSON.stringify(message).includes(secret));
    expect(leaking.map(({ type }) => type)).toEqual([]);
  });
});

describe('whoever comes', () => {
  it('late gets everything: charts, entries and frames as they were told to those who were there', async () => {
    const inspector = await inspectorForTest();
    const early = await join(inspector);
    const run = startRun(inspector);
    await early.say({ type: 'open', session: run.id });
    await run.result;
    await expect.poll(() => entriesIn(early.heard).length).toBe(run.log.length);
    const late = await join(inspector);
    expect(late.heard[0]).toMatchObject({
      type: 'hello',
      sessions: [{ id: run.id, status: 'completed', isLive: false }],
    });
    await late.say({ type: 'open', session: run.id });
    expect(entriesIn(late.heard)).toEqual(entriesIn(early.heard));
    expect(entriesIn(late.heard).map(({ seq, type }) => `${seq} ${type}`)).toEqual(
      run.log.map(({ seq, type }: Entry) => `${seq} ${type}`),
    );
    expect(changesIn(late.heard)).toEqual(changesIn(early.heard));
    const charts = (messages: readonly ServerMessage[]) =>
      messages.flatMap((each) => (each.type === 'charts' ? each.charts : [])).map(({ id }) => id);
    expect(new Set(charts(late.heard))).toEqual(new Set(charts(early.heard)));
    expect(charts(late.heard)).toContain('host');
  });

  it('again with what it has gets only the rest', async () => {
    const inspector = await inspectorForTest();
    const run = startRun(inspector);
    await run.result;
    const first = await join(inspector);
    await first.say({ type: 'open', session: run.id });
    const [entries, frames] = [
      entriesIn(first.heard),
      first.heard.flatMap((each) => (each.type === 'frames' ? each.frames : [])),
    ];
    expect(frames.length).toBeGreaterThan(5);
    const again = await join(inspector);
    await again.say({ type: 'open', session: run.id, entries: 10, frames: 3 });
    expect(entriesIn(again.heard)).toEqual(entries.slice(10));
    expect(again.heard.flatMap((each) => (each.type === 'frames' ? each.frames : []))).toEqual(frames.slice(3));
    const full = await join(inspector);
    await full.say({ type: 'open', session: run.id, entries: entries.length, frames: frames.length });
    expect(full.heard.map(({ type }) => type)).toEqual(['hello', 'charts', 'control', 'current', 'reply']);
  });

  it('to a log has the same changes in the same frames as whoever saw the run', async () => {
    const inspector = await inspectorForTest();
    const run = startRun(inspector);
    await run.result;
    const live = await join(inspector);
    await live.say({ type: 'open', session: run.id });
    const other = await inspectorForTest();
    await other.openLog(run.log).played;
    const stored = await join(other);
    await stored.say({ type: 'open', session: run.id });
    const shape = (messages: readonly ServerMessage[]) =>
      messages
        .flatMap((each) => (each.type === 'frames' ? each.frames : []))
        .map(({ seq, changes }) => `${seq}: ${changes.map(({ type, actor }) => `${type} ${actor}`).join(', ')}`);
    expect(shape(stored.heard)).toEqual(shape(live.heard));
  });
});

/** What the official receiver hears, until there are so many messages. */
async function statelyMessages(inspector: Inspector, count: number): Promise<readonly StatelyInspectionEvent[]> {
  const got: StatelyInspectionEvent[] = [];
  const { unsubscribe } = createWebSocketReceiver({ server: inspector.statelyUrl }).subscribe((event) => {
    got.push(event);
  });
  onTestFinished(() => unsubscribe());
  await expect.poll(() => got.length).toBeGreaterThanOrEqual(count);
  return got;
}

describe('the receiver of @statelyai/inspect', () => {
  it.each(['before', 'after'])(
    'that comes %s a run hears its actors, events and snapshots in the order of the frames',
    async (when) => {
      const inspector = await inspectorForTest();
      const first = createActor(setup({}).createMachine({ id: 'first' }));
      if (when === 'before') inspector.attachActor(first);
      // What comes of this actor says that the receiver is there.
      const early = when === 'before' ? await statelyMessages(inspector, 1) : [];
      const before = early.length;
      const run = startRun(inspector);
      await run.result;
      const page = await join(inspector);
      await page.say({ type: 'open', session: run.id });
      const expected = changesIn(page.heard)
        .filter(({ type }) => type !== 'microstep')
        .map(({ type, actor }) => `@xstate.${type} ${actor}`);
      const all = when === 'before' ? early : await statelyMessages(inspector, expected.length);
      await expect.poll(() => all.length).toBe(before + expected.length);
      const got = all.slice(before);
      expect(got.map(({ type, sessionId }) => `${type} ${sessionId}`)).toEqual(expected);
      const known = new Set<string>();
      for (const each of got) {
        if (each.type === '@xstate.actor') known.add(each.sessionId);
        expect(known.has(each.sessionId), `${each.type} of ${each.sessionId}`).toBe(true);
        expect(each.rootId).toBe('a0');
        expect(Number(each.createdAt)).toBeGreaterThan(0);
      }
      expect(new Set(got.map(({ type }) => type))).toEqual(
        new Set(['@xstate.actor', '@xstate.event', '@xstate.snapshot']),
      );
      const host = got.findLast((each) => each.type === '@xstate.snapshot' && each.sessionId === 'a0');
      expect(host).toMatchObject({ snapshot: { status: 'done', value: 'completed' } });
      const root = got[0] as StatelyInspectionEvent & { definition?: string; name?: string };
      expect(root).toMatchObject({ type: '@xstate.actor', name: 'host' });
      expect(JSON.parse(root.definition ?? '{}')).toMatchObject({ id: 'host' });
    },
  );
});
