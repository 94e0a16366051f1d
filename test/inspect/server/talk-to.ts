import type { Inspector } from 'troupe/inspect';
import { onTestFinished } from 'vitest';
import WebSocket from 'ws';
import type { Command, ServerMessage } from '../../../src/inspect/protocol.ts';

export type Reply = Extract<ServerMessage, { type: 'reply' }>;

/** Says to an inspector what a page would, with its token, and returns what it replies. */
export async function talkTo(inspector: Inspector): Promise<(command: Command) => Promise<Reply>> {
  const page = await (await fetch(inspector.url)).text();
  const token = /name="troupe-token" content="([^"]+)"/.exec(page)?.[1] ?? '';
  const { host, origin } = new URL(inspector.url);
  const socket = new WebSocket(`ws://${host}/ws`, { origin });
  onTestFinished(() => socket.terminate());
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as ServerMessage; // our own server speaks the protocol
    if (message.type === 'reply') waiting.get(message.id)?.(message);
  });
  await new Promise((resolve) => socket.once('open', resolve));
  let last = 0;
  return (command) => {
    const id = ++last;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ ...command, id, token }));
    });
  };
}
