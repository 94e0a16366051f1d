import { request } from 'node:http';
import { createOrchestrator, memoryStore } from 'troupe';
import { startInspector } from 'troupe/inspect';
import { scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import type { ServerMessage } from '../../../src/inspect/protocol.ts';
import { ask, worker } from '../../scenarios/scenario.ts';

async function started(options: Parameters<typeof startInspector>[0] = {}) {
  const store = memoryStore();
  const model = scriptedModel([{ purpose: 'think', reply: thinking({ answer: 'the consent of the landlord' }) }]);
  const run = createOrchestrator({ model, specialists: [worker], store }).start(ask('May I sublet?'));
  await run.result;
  const inspector = await startInspector({ store, ...options });
  onTestFinished(() => inspector.close());
  const token = /name="troupe-token" content="([^"]+)"/.exec(await (await fetch(inspector.url)).text())?.[1] ?? '';
  const { host, origin } = new URL(inspector.url);
  const socket = new WebSocket(`ws://${host}/ws`, { origin });
  onTestFinished(() => socket.terminate());
  const heard: ServerMessage[] = [];
  let look = () => {};
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)) as ServerMessage);
    look();
  });
  await new Promise((resolve) => socket.once('open', resolve));
  let id = 0;
  const say = (command: object, own = token) => {
    const number = ++id;
    socket.send(JSON.stringify({ ...command, id: number, token: own }));
    return new Promise<Extract<ServerMessage, { type: 'reply' }>>((resolve) => {
      look = () => {
        const reply = heard.find((message) => message.type === 'reply' && message.id === number);
        if (reply?.type === 'reply') resolve(reply);
      };
      look();
    });
  };
  return { inspector, run, say, heard };
}

describe('the server of a store', () => {
  it('lists its runs, and opens the one that is asked for', async () => {
    const { say, run, heard } = await started();
    expect(heard[0]).toMatchObject({ type: 'hello', sessions: [] });
    expect(await say({ type: 'runs' })).toMatchObject({ data: { rows: [{ id: run.id, isOpen: false }], total: 1 } });
    expect(await say({ type: 'open', session: run.id })).toMatchObject({ ok: true });
    expect(heard.some((message) => message.type === 'entries' && message.session === run.id)).toBe(true);
    expect(await say({ type: 'runs' })).toMatchObject({ data: { rows: [{ id: run.id, isOpen: true }], total: 1 } });
  });

  it('finds words in entries that are cut on the wire', async () => {
    const { say, run } = await started();
    const given = run.log.find(({ type }) => type === 'answer.given')?.seq;
    expect(await say({ type: 'search', session: run.id, text: 'LANDLORD consent' })).toMatchObject({
      data: expect.arrayContaining([given]),
    });
    expect(await say({ type: 'search', session: run.id, text: '   ' })).toMatchObject({ data: [] });
  });

  it('says that a run is unknown', async () => {
    const { say } = await started();
    for (const session of ['nobody', '__proto__', '../../etc/passwd']) {
      expect(await say({ type: 'open', session })).toMatchObject({ ok: false, error: /There is no session/ });
      expect(await say({ type: 'share', session })).toMatchObject({ ok: false, error: /There is no session/ });
    }
  });

  it('refuses every question about runs without the token, and what makes no sense', async () => {
    const { say, run } = await started();
    for (const command of [
      { type: 'runs' },
      { type: 'search', session: run.id, text: 'a' },
      { type: 'share', session: run.id },
    ]) {
      expect(await say(command, 'wrong')).toMatchObject({ ok: false, error: /token/ });
    }
    for (const wrong of [
      { limit: 0 },
      { limit: 1e9 },
      { offset: -1 },
      { order: 'name' },
      { group: '__proto__' },
      { text: 5 },
      { text: 'x'.repeat(2000) },
    ]) {
      expect(await say({ type: 'runs', ...wrong }), JSON.stringify(wrong)).toMatchObject({ ok: false });
    }
    expect(await say({ type: 'runs', offset: 1e12, text: '.*[(\\' })).toMatchObject({ ok: true, data: { rows: [] } });
  });
});

describe('who may frame the page', () => {
  const ancestors = async (url: string) =>
    new Promise<string>((resolve) => {
      request(url, ({ headers }) =>
        resolve(/frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1] ?? ''),
      ).end();
    });

  it('is nobody, unless it was said', async () => {
    const [{ inspector: closed }, { inspector: named }] = await Promise.all([
      started(),
      started({ frame: ['vscode-webview:', 'http://localhost:3000'] }),
    ]);
    expect(await ancestors(closed.url)).toBe("'none'");
    expect(await ancestors(named.url)).toBe('vscode-webview: http://localhost:3000');
  });

  it.each(['*', 'https:', "'self'", 'http://*', 'http://a.b; script-src *', 'file:', '', 'http://a.b/path'])(
    'is never "%s", which stands for others too or is no origin',
    async (origin) => {
      await expect(startInspector({ frame: [origin] })).rejects.toThrow(/cannot frame the page: give an origin/);
    },
  );
});
