import { once } from 'node:events';
import fc from 'fast-check';
import { createOrchestrator, type Entry, memoryStore } from 'troupe';
import type { Inspector } from 'troupe/inspect';
import { reflection, scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { createActor, createMachine } from 'xstate';
import { requestSchema } from '../../../src/inspect/server/command-schema.ts';
import { entryTypes } from '../../../src/log/entry-types.ts';
import { ask, planText, worker } from '../../scenarios/scenario.ts';
import { scraps } from './scraps.ts';
import { watchedInspector } from './watched-inspector.ts';

/** Somebody who knows the token: says anything and waits for the reply. */
async function insider({ inspector, token }: { inspector: Inspector; token: string }) {
  const { host, origin } = new URL(inspector.url);
  const socket = new WebSocket(`ws://${host}/ws`, { origin });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  const waiting = new Map<number, (reply: unknown) => void>();
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as { type: string; id: number };
    if (message.type === 'reply') waiting.get(message.id)?.(message);
  });
  let id = 0;
  return (command: object) => {
    const own = ++id;
    const reply = new Promise((resolve) => waiting.set(own, resolve));
    socket.send(toJson({ ...command, id: own, token }));
    return reply;
  };
}

const toJson = (value: unknown) =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each));

async function finishedRun(inspector: Inspector) {
  const model = scriptedModel([
    { purpose: 'think', reply: thinking() },
    { purpose: 'plan', reply: planText({ a: [], b: ['a'] }) },
    { purpose: 'work', reply: 'one' },
    { purpose: 'work', reply: 'two' },
    { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
  ]);
  const run = createOrchestrator({ model, specialists: [worker], store: memoryStore(), inspect: inspector }).start(
    ask('do it'),
  );
  await run.result;
  return run;
}

const light = createMachine({
  id: 'light',
  initial: 'red',
  states: { red: { on: { go: 'green' } }, green: { on: { stop: 'red' } } },
});

const anything = fc.anything({ maxDepth: 3 });
const or = (...sensible: unknown[]) => fc.oneof(fc.constantFrom(...sensible), scraps, anything);
const commandTypes = requestSchema.options.map(({ shape }) => shape.type.value);

/** Commands that name what is there or not, with fields that belong to them or not. */
const command = (sessions: readonly string[]) =>
  fc.record(
    {
      type: fc.constantFrom(...commandTypes),
      session: or(...sessions, '__proto__', ''),
      seq: or(0, 1, 20, 1e6),
      at: or(0, 1, 20, 1e6),
      actor: or('a0', 'a1', '__proto__'),
      key: or('t1/think#1', 'constructor'),
      event: fc.oneof(or({ type: 'go' }, { type: 'stop' }, {}), fc.record({ type: scraps, more: anything })),
      until: or({ kind: 'call' }, { kind: 'event', event: 'go' }),
      breakpoints: or([], [{ kind: 'event', event: 'go' }], [{ kind: 'state', state: 'light.green' }]),
      edits: fc.oneof(anything, fc.array(fc.record({ path: scraps, value: anything }))),
      text: or('yes'),
      markdown: or('# Plan: x\n\n- [ ] 1: y\n'),
      name: or('a.jsonl'),
      entries: or(0, 5),
      frames: or(0, 5),
    },
    { requiredKeys: ['type'] },
  );

const damage = fc.record({
  place: fc.nat(),
  field: fc.constantFrom('type', 'kind', 'actor', 'data', 'at', 'key', 'output', 'error', 'messages', 'options', 'run'),
  value: or(...Object.keys(entryTypes), null, {}, [], 7, ''),
});

/** The log as text, with some fields of its entries or of their data replaced. */
function damaged(log: readonly Entry[], damages: readonly { place: number; field: string; value: unknown }[]): string {
  const entries = log.map((entry) => structuredClone(entry) as unknown as Record<string, unknown>); // to be broken
  for (const { place, field, value } of damages) {
    const entry = entries[place % entries.length] ?? {};
    const holder = field in entry ? entry : Object(entry.data);
    holder[field] = value;
  }
  return entries.map(toJson).join('\n');
}

describe('whatever is asked by somebody who knows the token', () => {
  it('is answered, and the application goes on', async () => {
    const watched = await watchedInspector();
    const run = await finishedRun(watched.inspector);
    const { session } = watched.inspector.attachActor(createActor(light).start());
    const say = await insider(watched);
    await fc.assert(
      fc.asyncProperty(command([run.id, session]), async (given) => {
        expect(await say(given)).toMatchObject({ type: 'reply' });
      }),
      { numRuns: 500 },
    );
    await watched.staysUp();
  });

  it('may be to open a log that is damaged', async () => {
    const watched = await watchedInspector();
    const { log } = await finishedRun(watched.inspector);
    const say = await insider(watched);
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
        const reply = await say({ type: 'import', name: 'a.jsonl', text: damaged(log, damages) });
        expect(reply).toMatchObject({ type: 'reply' });
        await watched.staysUp();
      }),
      { numRuns: 200 },
    );
  });
});
