import { once } from 'node:events';
import { createOrchestrator, type Model, memoryStore } from 'troupe';
import type { Inspector } from 'troupe/inspect';
import { scriptedModel, thinking } from 'troupe/testing';
import { expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { createActor, fromPromise } from 'xstate';
import type { ServerMessage } from '../../../src/inspect/protocol.ts';
import { ask, planText, worker } from '../../scenarios/scenario.ts';
import { watchedInspector } from './watched-inspector.ts';

const secret = ['AKIA', 'IOSFODNN7EXAMPLE'].join('');
const password = 'correct-horse-battery';

/** Everything that a page which opens all sessions hears, as text; and a way to ask. */
async function listener(inspector: Inspector, token: string) {
  const { host, origin } = new URL(inspector.url);
  const socket = new WebSocket(`ws://${host}/ws`, { origin });
  onTestFinished(() => socket.terminate());
  const heard: ServerMessage[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as ServerMessage));
  await once(socket, 'open');
  let id = 0;
  const say = async (command: object) => {
    const own = ++id;
    socket.send(JSON.stringify({ ...command, id: own, token }));
    await expect
      .poll(() => heard.some((each) => each.type === 'reply' && each.id === own), { timeout: 20_000 })
      .toBe(true);
  };
  return { heard, say };
}

/** A run whose answer is written a few letters at a time, as endpoints do. */
async function writtenInPieces(inspector: Inspector, token: string, text: string) {
  const script = scriptedModel([
    { purpose: 'think', reply: thinking() },
    { purpose: 'plan', reply: planText({ a: [], b: [] }) },
    { purpose: 'work', reply: 'done' },
    { purpose: 'work', reply: 'done too' },
    { purpose: 'reflect', reply: text },
  ]);
  const opened = Promise.withResolvers<void>();
  const model: Model = {
    name: 'in pieces',
    async call({ onDelta, ...request }) {
      if (request.brief.purpose === 'think') await opened.promise;
      const response = await script.call(request);
      for (const piece of response.text.match(/.{1,3}/gsu) ?? []) onDelta?.(piece);
      return response;
    },
  };
  const troupe = createOrchestrator({ model, specialists: [worker], store: memoryStore(), inspect: inspector });
  const run = troupe.start(ask('do it'));
  const { heard, say } = await listener(inspector, token);
  await say({ type: 'open', session: run.id });
  opened.resolve();
  await run.result;
  await say({ type: 'close', session: run.id });
  const deltas = heard.flatMap((each) => (each.type === 'delta' && each.actor === 'host' ? [each] : []));
  const shown = deltas.reduce((draft, edit) => draft.slice(0, edit.at) + edit.text, '');
  return { deltas, shown };
}

it('a secret that is written piece by piece is in no draft, and the rest of the text is', async () => {
  const { inspector, token } = await watchedInspector();
  const text = `First the id ${secret}, then password: "${password}". ${'More words follow. '.repeat(30)}`;
  const { deltas, shown } = await writtenInPieces(inspector, token, text);
  expect(deltas.length).toBeGreaterThan(20);
  const all = JSON.stringify(deltas);
  expect(all).not.toContain(secret.slice(0, 12));
  expect(all).not.toContain(password.slice(0, 8));
  expect(shown).toMatch(/^First the id \[redacted\], then password: "\[redacted\]"\. More words follow\. More/);
});

it('a draft without spaces is shown while it is written', async () => {
  const { inspector, token } = await watchedInspector();
  const { shown } = await writtenInPieces(inspector, token, '今年的收入比去年高百分之十二。'.repeat(4));
  expect(shown).toMatch(/^今年的收入比去年高百分之十二。今年/);
});

it('a secret that ends beyond the end of a title is not in the title', async () => {
  const { inspector, token } = await watchedInspector();
  const troupe = createOrchestrator({
    model: scriptedModel([]),
    specialists: [worker],
    store: memoryStore(),
    inspect: inspector,
  });
  await troupe.start(ask(`${'x '.repeat(55)}${secret}`)).result;
  const { heard } = await listener(inspector, token);
  await expect.poll(() => heard.length, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(JSON.stringify(heard)).not.toContain(secret.slice(0, 8));
});

it('a secret in the error of an actor, or in a refusal, does not reach the page', async () => {
  const { inspector, token } = await watchedInspector();
  const actor = createActor(fromPromise(() => Promise.reject(new Error(`refused ${secret}`))));
  actor.subscribe({ error() {} });
  const { session } = inspector.attachActor(actor);
  actor.start();
  const { heard, say } = await listener(inspector, token);
  await say({ type: 'open', session });
  await say({ type: 'import', name: secret, text: 'no log' });
  expect(JSON.stringify(heard)).toContain('refused [redacted]');
  expect(JSON.stringify(heard)).not.toContain(secret);
});
