import { mkdtempSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrchestrator, defineSpecialist, memoryStore, type OrchestratorConfig, replay } from 'troupe';
import { type Inspector, startInspector } from 'troupe/inspect';
import { type Reply, reflection, scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import type { Command, ServerMessage } from '../../../src/inspect/protocol.ts';
import { ask, planText } from '../../scenarios/scenario.ts';

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
    inspect: inspector,
    ...config,
  });

describe('what the page can do to a run', () => {
  it('has every step, breakpoint and change of a run in its log', async () => {
    const inspector = await start({ hold: true });
    const judged = Promise.withResolvers<Reply>();
    const held = lines().map((line) => (line.purpose === 'reflect' ? { ...line, reply: () => judged.promise } : line));
    const run = orchestrator(inspector, { model: scriptedModel(held) }).start(ask('do it'));
    const { command, heard, until } = await connect(inspector);
    await command({ type: 'open', session: run.id });
    const control = () => heard.findLast((message) => message.type === 'control')?.control;
    expect(run.actor.getSnapshot().matches({ running: { work: { understanding: 'pending' } } })).toBe(true);
    expect(await command({ type: 'step', session: run.id })).toMatchObject({ ok: true, data: { isDone: true } });
    expect(run.actor.getSnapshot().matches({ running: { work: { understanding: 'analyzing' } } })).toBe(true);
    const state = 'host.running.work.executing.reflecting';
    await command({ type: 'breakpoints', session: run.id, breakpoints: [{ kind: 'state', state }] });
    await command({ type: 'go', session: run.id });
    await until(() => (control()?.isHeld && control()?.reason === `in ${state}` ? true : undefined));
    expect(run.actor.getSnapshot().matches({ running: { work: { executing: 'reflecting' } } })).toBe(true);
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

  it('sends events to the host alone, since nothing else that an actor receives is in the log', async () => {
    const inspector = await start({ hold: true });
    const run = orchestrator(inspector).start(ask('do it'));
    const { command, heard, until } = await connect(inspector);
    await command({ type: 'open', session: run.id });
    await command({ type: 'go', session: run.id, until: { kind: 'event', event: 'xstate.done.actor.planner' } });
    await until(() => heard.find((each) => each.type === 'control' && each.control.reason?.startsWith('before')));
    const control = heard.findLast((each) => each.type === 'control')?.control;
    expect(control?.onlyTo).toBe('a0');
    expect(Object.keys(control?.enabled ?? {})).toEqual(['a0']);
    const planner = heard
      .flatMap((each) => (each.type === 'frames' ? each.frames.flatMap(({ changes }) => changes) : []))
      .find((change) => change.type === 'actor' && change.path === 'host/planner');
    const event = { type: 'step.cancelled' };
    expect(await command({ type: 'send', session: run.id, actor: planner?.actor ?? '', event })).toMatchObject({
      ok: false,
      error: expect.stringContaining('Nothing was sent to host/planner: only what the host receives is in the log'),
    });
    await command({ type: 'go', session: run.id });
    expect((await run.result).status).toBe('completed');
    expect(replay(run.log)).toMatchObject({ equal: true });
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

  it('hands XState inspection events to an inspector of others', async () => {
    const seen: string[] = [];
    const model = scriptedModel([{ purpose: 'think', reply: thinking({ answer: 'ok' }) }]);
    const worker = defineSpecialist({ name: 'worker', description: 'works', run: () => 'x' });
    const troupe = createOrchestrator({ model, specialists: [worker], inspect: (event) => seen.push(event.type) });
    await troupe.invoke(ask('hello'));
    expect(new Set(seen)).toEqual(
      new Set(['@xstate.actor', '@xstate.event', '@xstate.microstep', '@xstate.action', '@xstate.snapshot']),
    );
  });

  it('gives the entries of a session in one answer, to whoever has the token', async () => {
    const inspector = await start();
    const run = orchestrator(inspector).start(ask('do it'));
    await run.result;
    const path = `/entries?session=${run.id}`;
    expect((await get(inspector, path)).status).toBe(403);
    expect((await get(inspector, path, { headers: { 'x-troupe-token': 'wrong' } })).status).toBe(403);
    const token = await tokenOf(inspector);
    const { body } = await get(inspector, path, { headers: { 'x-troupe-token': token } });
    expect(JSON.parse(body)).toHaveLength(run.log.length);
    expect((await get(inspector, '/entries?session=nobody', { headers: { 'x-troupe-token': token } })).status).toBe(
      404,
    );
  });

  it('says so when its port is taken', async () => {
    const first = await start();
    await expect(start({ port: portOf(first) })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(`cannot listen on port ${portOf(first)}`),
    });
  });
});
