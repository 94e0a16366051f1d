import { mkdtempSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWebSocketReceiver } from '@statelyai/inspect';
import { createOrchestrator, defineSpecialist, memoryStore, type OrchestratorConfig } from 'troupe';
import { type Inspector, startInspector } from 'troupe/inspect';
import { reflection, scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import type { Command, ServerMessage } from '../../src/inspect/protocol.ts';
import { ask, planText } from '../scenarios/scenario.ts';

/** The server on a page of one line, so that nothing has to be built. */
async function start(options: Parameters<typeof startInspector>[0] = {}): Promise<Inspector> {
  const page = mkdtempSync(join(tmpdir(), 'troupe-page-'));
  writeFileSync(join(page, 'index.html'), '<meta name="troupe-token" content="__TROUPE_TOKEN__">');
  writeFileSync(join(page, 'secret.key'), 'nobody gets this');
  const inspector = await startInspector({ page, ...options });
  onTestFinished(() => inspector.close());
  return inspector;
}

const portOf = ({ url }: Inspector) => Number(new URL(url).port);

/** A request with any header, which `fetch` does not let one set. */
function get(inspector: Inspector, path: string, { method = 'GET', headers = {} } = {}) {
  return new Promise<{ status: number; body: string; headers: Record<string, unknown> }>((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port: portOf(inspector), path, method, headers }, (response) => {
      let body = '';
      response.on('data', (piece) => {
        body += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

const tokenOf = async (inspector: Inspector) => /content="([^"]+)"/.exec((await get(inspector, '/')).body)?.[1] ?? '';

/** A client that speaks as the page does. */
async function connect(inspector: Inspector) {
  const token = await tokenOf(inspector);
  const socket = new WebSocket(`ws://127.0.0.1:${portOf(inspector)}/ws`, { origin: inspector.url.slice(0, -1) });
  const heard: ServerMessage[] = [];
  let look = () => {};
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)) as ServerMessage); // what the server says
    look();
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  onTestFinished(() => socket.terminate());
  const until = <T>(find: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      look = () => {
        const found = find();
        if (found !== undefined) resolve(found);
      };
      look();
    });
  let id = 0;
  const say = (text: string, number: number) => {
    socket.send(text);
    return until(() => heard.find((message) => message.type === 'reply' && message.id === number));
  };
  const command = (given: Command, own = token) => {
    const number = ++id;
    return say(JSON.stringify({ ...given, id: number, token: own }), number);
  };
  return { heard, until, say, command, token };
}

const lines = () => [
  { purpose: 'think' as const, reply: thinking() },
  { purpose: 'plan' as const, reply: planText({ a: [], b: ['a'] }) },
  { purpose: 'reflect' as const, reply: reflection({ finalAnswer: 'ok' }) },
];
const orchestrator = (inspector: Inspector, config: Partial<OrchestratorConfig> = {}) =>
  createOrchestrator({
    model: scriptedModel(lines()),
    specialists: [
      defineSpecialist({ name: 'worker', description: 'works', run: () => 'Bearer abcdefghijklmnop1234567890' }),
    ],
    store: memoryStore(),
    inspector,
    ...config,
  });

/** Whether a WebSocket is let in. */
const isLetIn = (url: string, options: WebSocket.ClientOptions) =>
  new Promise<boolean>((resolve) => {
    const socket = new WebSocket(url, options);
    socket.once('open', () => {
      resolve(true);
      socket.terminate();
    });
    socket.once('error', () => resolve(false));
  });

describe("the inspector's server", () => {
  it('refuses another Host, other methods and files that are none of the page', async () => {
    const inspector = await start();
    expect((await get(inspector, '/')).status).toBe(200);
    expect((await get(inspector, '/', { headers: { host: `localhost:${portOf(inspector)}` } })).status).toBe(200);
    for (const host of ['evil.example', '127.0.0.1', `evil.example:${portOf(inspector)}`]) {
      expect((await get(inspector, '/', { headers: { host } })).status).toBe(403);
    }
    expect((await get(inspector, '/', { method: 'POST' })).status).toBe(405);
    for (const path of [
      '/../package.json',
      '/..%2f..%2fpackage.json',
      '/%2e%2e/package.json',
      '/secret.key',
      '/nothing.js',
      '/%',
    ]) {
      expect((await get(inspector, path)).status, path).toBe(404);
    }
  });

  it('lets the page load from and talk to itself only', async () => {
    const inspector = await start();
    const { headers } = await get(inspector, '/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:\/\/(?!127\.0\.0\.1)/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  });

  it('lets no WebSocket in from another origin, from nowhere, or to another host', async () => {
    const inspector = await start();
    const url = `ws://127.0.0.1:${portOf(inspector)}`;
    const origin = inspector.url.slice(0, -1);
    expect(await isLetIn(`${url}/ws`, { origin })).toBe(true);
    expect(await isLetIn(`${url}/ws`, { origin: 'https://evil.example' })).toBe(false);
    expect(await isLetIn(`${url}/ws`, { origin: 'null' })).toBe(false);
    expect(await isLetIn(`${url}/ws`, {})).toBe(false);
    expect(await isLetIn(`${url}/ws`, { origin, headers: { host: 'evil.example' } })).toBe(false);
    expect(await isLetIn(`${url}/other`, { origin })).toBe(false);
    expect(await isLetIn(`${url}/stately`, {})).toBe(false);
    expect(await isLetIn(`${url}/stately?token=wrong`, { origin })).toBe(false);
    expect(await isLetIn(inspector.statelyUrl, { origin: 'https://evil.example' })).toBe(false);
    expect(await isLetIn(inspector.statelyUrl, {})).toBe(true);
  });

  it('obeys no command without the token, and says what is wrong with others', async () => {
    const inspector = await start({ hold: true });
    const run = orchestrator(inspector).start(ask('do it'));
    const { command, say } = await connect(inspector);
    expect(await command({ type: 'cancel', session: run.id }, 'wrong')).toMatchObject({
      ok: false,
      error: expect.stringContaining('token'),
    });
    expect(await command({ type: 'cancel', session: run.id }, '')).toMatchObject({ ok: false });
    expect(run.actor.getSnapshot().status).toBe('active');
    expect(await say('no JSON', -1)).toMatchObject({ ok: false, error: 'This is not JSON.' });
    expect(await say('{"id":77,"token":"x","type":"format"}', 77)).toMatchObject({ ok: false });
    expect(await command({ type: 'step', session: 'nobody' })).toMatchObject({
      ok: false,
      error: 'There is no session "nobody".',
    });
    expect(await command({ type: 'answer', session: run.id, text: 'hm' })).toMatchObject({
      ok: false,
      error: expect.stringContaining('does not wait'),
    });
    expect(await command({ type: 'cancel', session: run.id })).toMatchObject({ ok: true });
    expect((await run.result).status).toBe('cancelled');
  });

  it('tells whoever comes late everything, and whoever was there only the rest', async () => {
    const inspector = await start();
    const run = orchestrator(inspector).start(ask('do it'));
    await run.result;
    const { command, heard, until } = await connect(inspector);
    await command({ type: 'open', session: run.id });
    await until(() => heard.find((message) => message.type === 'current'));
    const entries = heard.flatMap((message) => (message.type === 'entries' ? message.entries : []));
    expect(entries.map(({ seq }) => seq)).toEqual(run.log.map(({ seq }) => seq));
    const frames = heard.flatMap((message) => (message.type === 'frames' ? message.frames : []));
    expect(frames.length).toBeGreaterThan(5);
    const later = await connect(inspector);
    await later.command({ type: 'open', session: run.id, entries: entries.length - 3, frames: frames.length });
    await later.until(() => later.heard.find((message) => message.type === 'current'));
    expect(later.heard.flatMap((message) => (message.type === 'entries' ? message.entries : []))).toHaveLength(3);
    expect(later.heard.filter((message) => message.type === 'frames')).toEqual([]);
  });

  it('sends no secret, in entries, events, contexts or prompts', async () => {
    const inspector = await start();
    const run = orchestrator(inspector).start(ask('my key is sk-abcdefghijklmnopqrstuvwx, use it'));
    await run.result;
    const { command, heard, until } = await connect(inspector);
    await command({ type: 'open', session: run.id });
    await until(() => heard.find((message) => message.type === 'current'));
    await command({ type: 'entry', session: run.id, seq: 1 });
    await command({ type: 'prompt', session: run.id, key: 't1/think#1' });
    await command({ type: 'context', session: run.id, actor: 'a0', seq: 10 });
    const said = JSON.stringify(heard);
    expect(said).toContain('[redacted]');
    expect(said).not.toContain('sk-abcdefghijklmnop');
    expect(said).not.toContain('abcdefghijklmnop1234567890');
  });

  it('has every step, breakpoint and change of a run in its log', async () => {
    const inspector = await start({ hold: true });
    const judged = Promise.withResolvers<string>();
    const held = lines().map((line) => (line.purpose === 'reflect' ? { ...line, reply: () => judged.promise } : line));
    const run = orchestrator(inspector, { model: scriptedModel(held) }).start(ask('do it'));
    const { command, heard, until } = await connect(inspector);
    await command({ type: 'open', session: run.id });
    const control = () => heard.findLast((message) => message.type === 'control')?.control;
    expect(run.actor.getSnapshot().matches({ running: { work: 'pending' } })).toBe(true);
    expect(await command({ type: 'step', session: run.id })).toMatchObject({ ok: true, data: { isDone: true } });
    expect(run.actor.getSnapshot().matches({ running: { work: 'analyzing' } })).toBe(true);
    const state = 'host.running.work.reflecting';
    await command({ type: 'breakpoints', session: run.id, breakpoints: [{ kind: 'state', state }] });
    await command({ type: 'go', session: run.id });
    await until(() => (control()?.isHeld && control()?.reason === `in ${state}` ? true : undefined));
    expect(run.actor.getSnapshot().matches({ running: { work: 'reflecting' } })).toBe(true);
    await command({ type: 'send', session: run.id, actor: 'a0', event: { type: 'run.paused' } });
    const isPaused = () => run.log.some((entry) => entry.type === 'run.paused');
    for (let steps = 0; !isPaused() && steps < 20; steps++) await command({ type: 'step', session: run.id });
    expect(isPaused()).toBe(true);
    await command({ type: 'breakpoints', session: run.id, breakpoints: [] });
    await command({ type: 'go', session: run.id });
    await command({ type: 'resume', session: run.id });
    judged.resolve(reflection({ finalAnswer: 'ok' }));
    expect((await run.result).status).toBe('completed');
  });

  it('stops before the next call of a model, and before an event', async () => {
    const inspector = await start({ hold: true });
    const run = orchestrator(inspector).start(ask('do it'));
    const { command, heard, until } = await connect(inspector);
    await command({ type: 'open', session: run.id });
    const control = () => heard.findLast((message) => message.type === 'control')?.control;
    await command({ type: 'go', session: run.id, until: { kind: 'call' } });
    await until(() => (control()?.reason === 'a call begins: host/think' ? true : undefined));
    await command({ type: 'go', session: run.id, until: { kind: 'event', event: 'xstate.done.actor.planner' } });
    await until(() => (control()?.reason === 'before xstate.done.actor.planner' ? true : undefined));
    expect(control()?.held[0]).toMatchObject({ to: 'host', event: 'xstate.done.actor.planner' });
    await command({ type: 'go', session: run.id });
    expect((await run.result).status).toBe('completed');
  });

  it('forks a run with another context, and shows the fork', async () => {
    const inspector = await start();
    const run = orchestrator(inspector, { model: scriptedModel([...lines(), ...lines()]) }).start(ask('do it'));
    await run.result;
    const at = run.log.find((entry) => entry.type === 'thought.formed')?.seq ?? 0;
    const { command, heard, until } = await connect(inspector);
    const edits = [{ path: 'options.limits.rounds', value: 1 }];
    const reply = await command({ type: 'fork', session: run.id, at, edits });
    expect(reply).toMatchObject({ ok: true, data: { again: expect.arrayContaining(['plan-1/draft#1']) } });
    const fork = await until(() =>
      heard
        .flatMap((message) => (message.type === 'sessions' ? message.sessions : []))
        .find((each) => each.forkOf === run.id && each.status === 'completed'),
    );
    await command({ type: 'open', session: fork.id });
    await until(() => heard.find((message) => message.type === 'current'));
    const types = heard.flatMap((message) =>
      message.type === 'entries' ? message.entries.map(({ type }) => type) : [],
    );
    expect(types).toContain('context.edited');
    expect(types.at(-1)).toBe('run.completed');
  });

  it('speaks the messages of @statelyai/inspect to its official receiver, in order', async () => {
    const inspector = await start({ hold: true });
    const received: { type: string; sessionId: string; name?: string }[] = [];
    const receiver = createWebSocketReceiver({ server: inspector.statelyUrl });
    const run = orchestrator(inspector).start(ask('do it'));
    const arrived = new Promise<void>((resolve) => {
      receiver.subscribe((event) => {
        received.push(event as (typeof received)[number]); // every message has these
        const { type, snapshot } = event as { type: string; snapshot?: { status?: string }; sessionId: string };
        if (type === '@xstate.snapshot' && event.sessionId === 'a0' && snapshot?.status === 'done') resolve();
      });
    });
    const { command } = await connect(inspector);
    await command({ type: 'go', session: run.id });
    await arrived;
    const actors = received.filter(({ type }) => type === '@xstate.actor');
    expect(actors.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['host', 'planner', 'step-a#1', 'reflector']),
    );
    for (const [place, { type, sessionId }] of received.entries()) {
      if (type === '@xstate.actor') continue;
      const announced = received.findIndex((each) => each.type === '@xstate.actor' && each.sessionId === sessionId);
      expect(announced, `${type} of ${sessionId}`).toBeGreaterThanOrEqual(0);
      expect(announced).toBeLessThan(place);
    }
    const states = received.flatMap((event) => {
      const { snapshot, type, sessionId } = event as {
        snapshot?: { value?: { running?: { work?: unknown } } };
        type: string;
        sessionId: string;
      };
      const work = snapshot?.value?.running?.work;
      return type === '@xstate.snapshot' && sessionId === 'a0' && typeof work === 'string' ? [work] : [];
    });
    expect([...new Set(states)]).toEqual(['pending', 'analyzing', 'planning', 'executing']);
    expect((actors[0] as { definition?: string }).definition).toContain('"id":"host"');
  });

  it('hands XState inspection events to an inspector of others', async () => {
    const seen: string[] = [];
    const model = scriptedModel([{ purpose: 'think', reply: thinking({ responseStrategy: 'direct', answer: 'ok' }) }]);
    const worker = defineSpecialist({ name: 'worker', description: 'works', run: () => 'x' });
    const troupe = createOrchestrator({ model, specialists: [worker], inspect: (event) => seen.push(event.type) });
    await troupe.invoke(ask('hello'));
    expect(new Set(seen)).toEqual(
      new Set(['@xstate.actor', '@xstate.event', '@xstate.microstep', '@xstate.action', '@xstate.snapshot']),
    );
  });
});
