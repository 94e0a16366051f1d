import { once } from 'node:events';
import { createOrchestrator, memoryStore, type Run } from 'troupe';
import { type Inspector, type InspectorOptions, startInspector } from 'troupe/inspect';
import { type Reply, type ScriptLine, scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import type { ServerMessage, SessionInfo } from '../../../src/inspect/protocol.ts';
import { ask, worker } from '../../scenarios/scenario.ts';

async function inspectorWith(keep: InspectorOptions['keep']): Promise<Inspector> {
  const inspector = await startInspector({ ...(keep ? { keep } : {}) });
  onTestFinished(() => inspector.close());
  return inspector;
}

/** A page without a browser. */
async function openPage(inspector: Inspector) {
  const token = /name="troupe-token" content="([^"]+)"/.exec(await (await fetch(inspector.url)).text())?.[1] ?? '';
  const socket = new WebSocket(`${inspector.url.replace('http', 'ws')}ws`, { origin: new URL(inspector.url).origin });
  onTestFinished(() => socket.terminate());
  const received: ServerMessage[] = [];
  const waiting = new Map<number, (reply: ServerMessage & { type: 'reply' }) => void>();
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as ServerMessage;
    received.push(message);
    if (message.type === 'reply') waiting.get(message.id)?.(message);
  });
  await once(socket, 'open');
  const ask = (command: { type: string; session: string }) =>
    new Promise<ServerMessage & { type: 'reply' }>((resolve) => {
      waiting.set(waiting.size + 1, resolve);
      socket.send(JSON.stringify({ id: waiting.size, token, ...command }));
    });
  const entries = (session: string) =>
    fetch(`${inspector.url}entries?session=${session}`, { headers: { 'x-troupe-token': token } });
  /** The sessions as the page was last told, by the ids of their runs. */
  const listed = () => {
    const lists = received.flatMap((message): (readonly SessionInfo[])[] =>
      message.type === 'hello' || message.type === 'sessions' ? [message.sessions] : [],
    );
    return lists.at(-1)?.map(({ id }) => id);
  };
  return { socket, ask, entries, listed };
}

const troupeOf = (inspector: Inspector, reply: ScriptLine['reply'] = thinking({ answer: 'ok' })) =>
  createOrchestrator({
    model: scriptedModel([{ purpose: 'think', reply }]),
    specialists: [worker],
    store: memoryStore(),
    inspect: inspector,
  });

/** A run that has ended. */
async function ended(inspector: Inspector, runId: string): Promise<Run> {
  const run = troupeOf(inspector).start(ask('hello'), { runId });
  await run.result;
  return run;
}

/** A run that goes on until it is told to end. */
function live(inspector: Inspector, runId: string) {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const run = troupeOf(inspector, () => promise).start(ask('hello'), { runId });
  return {
    run,
    end() {
      resolve(thinking({ answer: 'ok' }));
      return run.result;
    },
  };
}

const goneText = (id: string) =>
  `There is no session "${id}" here. It has not begun, or it has ended and made room for newer ones; a stored run opens again with: troupe inspect ${id} --store FILE`;

describe('the sessions that an inspector keeps', () => {
  it('are the newest of those that have ended', async () => {
    const inspector = await inspectorWith({ sessions: 2 });
    for (const id of ['one', 'two', 'three', 'four']) await ended(inspector, id);
    const page = await openPage(inspector);
    await expect.poll(page.listed).toEqual(['three', 'four']);
    expect((await page.entries('three')).status).toBe(200);
    const gone = await page.entries('two');
    expect([gone.status, await gone.text()]).toEqual([404, goneText('two')]);
    expect(await page.ask({ type: 'open', session: 'one' })).toMatchObject({ ok: false, error: goneText('one') });
    expect(await page.ask({ type: 'open', session: 'four' })).toMatchObject({ ok: true });
  });

  it('have together no more entries than the bound says, save the last, however long it is', async () => {
    const inspector = await inspectorWith({ entries: 1 });
    for (const id of ['one', 'two']) await ended(inspector, id);
    const page = await openPage(inspector);
    await expect.poll(page.listed).toEqual(['two']);
    const roomy = await inspectorWith({ entries: 3 * (await ended(inspector, 'three')).log.length });
    for (const id of ['one', 'two', 'three', 'four']) await ended(roomy, id);
    await expect.poll((await openPage(roomy)).listed).toEqual(['two', 'three', 'four']);
  });

  it('include every live one: the first to end is the first to go', async () => {
    const inspector = await inspectorWith({ sessions: 1 });
    const [first, second] = [live(inspector, 'first'), live(inspector, 'second')];
    await ended(inspector, 'third');
    await ended(inspector, 'fourth');
    const page = await openPage(inspector);
    await expect.poll(page.listed).toEqual(['first', 'second', 'fourth']);
    await second.end();
    await expect.poll(page.listed).toEqual(['first', 'second']);
    await first.end();
    await expect.poll(page.listed).toEqual(['first']);
  });

  it('include one that a page shows, beside the others, until the page leaves it', async () => {
    const inspector = await inspectorWith({ sessions: 1 });
    const page = await openPage(inspector);
    await ended(inspector, 'one');
    expect(await page.ask({ type: 'open', session: 'one' })).toMatchObject({ ok: true });
    await ended(inspector, 'two');
    await ended(inspector, 'three');
    await expect.poll(page.listed).toEqual(['one', 'three']);
    expect(await page.ask({ type: 'close', session: 'one' })).toMatchObject({ ok: true });
    await expect.poll(page.listed).toEqual(['three']);
  });

  it('lose one that a page showed when the page is closed', async () => {
    const inspector = await inspectorWith({ sessions: 1 });
    const [page, other] = [await openPage(inspector), await openPage(inspector)];
    await ended(inspector, 'one');
    await page.ask({ type: 'open', session: 'one' });
    await ended(inspector, 'two');
    expect((await other.entries('one')).status).toBe(200);
    page.socket.close();
    await expect.poll(other.listed).toEqual(['two']);
  });

  it('do not include a run that was stopped or broke without a word in its log', async () => {
    const inspector = await inspectorWith({ sessions: 0 });
    const { run } = live(inspector, 'stopped');
    const page = await openPage(inspector);
    expect((await page.entries('stopped')).status).toBe(200);
    run.actor.stop();
    await expect.poll(async () => (await page.entries('stopped')).status).toBe(404);
  });
});
