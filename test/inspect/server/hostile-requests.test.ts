import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scraps } from './scraps.ts';
import { watchedInspector } from './watched-inspector.ts';

/** Writes bytes as they are, which no client does, and gives what comes back. */
async function say(port: number, bytes: string | Buffer, leaves: 'waits' | 'hangs up' | 'breaks off' = 'waits') {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => {}); // the server may break off too
  await once(socket, 'connect');
  if (leaves === 'waits') {
    socket.write(bytes);
    return text(socket).catch(() => '');
  }
  return leave(socket, bytes, leaves);
}

async function leave(socket: Socket, bytes: string | Buffer, how: 'hangs up' | 'breaks off'): Promise<string> {
  if (how === 'hangs up') {
    socket.end(bytes);
    return text(socket).catch(() => '');
  }
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  socket.resetAndDestroy();
  return '';
}

const request = (port: number, target: string, more: readonly string[] = ['Connection: close']) =>
  [`GET ${target} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...more, '', ''].join('\r\n');

const upgradeLines = (port: number) => [
  `Origin: http://127.0.0.1:${port}`,
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${Buffer.from('0123456789abcdef').toString('base64')}`,
];

/** Targets that Node hands on and that are no address. */
const badTargets = ['//', '///', '//:1', '//[', '//%', '/\\', 'http://', 'http://[', 'http://%', 'http://a:b/'];

describe('a request that cannot be read', () => {
  it('is answered with 400, and the application with the inspector goes on', async () => {
    const { port, staysUp } = await watchedInspector();
    for (const target of badTargets) {
      expect(await say(port, request(port, target)), target).toMatch(/^HTTP\/1\.1 400 /);
    }
    await staysUp();
  });

  it('is answered with 400 as a WebSocket too', async () => {
    const { port, staysUp } = await watchedInspector();
    for (const target of badTargets) {
      expect(await say(port, request(port, target, upgradeLines(port))), target).toMatch(/^HTTP\/1\.1 400 /);
    }
    await staysUp();
  });

  it('may break off before it hears that it is refused', async () => {
    const { port, staysUp } = await watchedInspector();
    for (const target of ['//', '/elsewhere', '/ws', '/stately', '/']) {
      for (let times = 0; times < 20; times++) {
        await say(port, request(port, target, upgradeLines(port)), 'breaks off');
        await say(
          port,
          request(port, target, ['Origin: http://evil.example', 'Upgrade: websocket', 'Connection: Upgrade']),
          'breaks off',
        );
        await say(port, request(port, target), 'breaks off');
      }
    }
    await staysUp();
  });
});

const target = fc.oneof(
  scraps,
  scraps.map((rest) => `/${rest}`),
  scraps.map((rest) => `//${rest}`),
  scraps.map((rest) => `http://${rest}`),
  fc.tuple(fc.constantFrom('/ws', '/stately', '/entries', '/assets/'), scraps).map(([path, rest]) => `${path}?${rest}`),
  fc.tuple(fc.constantFrom('session', 'token'), scraps).map(([name, rest]) => `/stately?${name}=${rest}`),
);
const headerName = fc.constantFrom(
  'Host', 'Origin', 'Connection', 'Upgrade', 'Sec-WebSocket-Key', 'Sec-WebSocket-Version', 'Sec-WebSocket-Extensions',
  'Sec-WebSocket-Protocol', 'X-Troupe-Token', 'Content-Length', 'Transfer-Encoding', 'Expect', 'Cookie',
); // biome-ignore format: a list
const header = fc.oneof(
  fc.tuple(headerName, scraps).map(([name, value]) => `${name}: ${value}`),
  fc
    .tuple(
      headerName,
      fc.constantFrom(
        '',
        'websocket',
        'Upgrade',
        '13',
        '-1',
        '100-continue',
        'chunked',
        'h2c',
        'permessage-deflate; x',
      ),
    )
    .map(([name, value]) => `${name}: ${value}`),
  scraps,
);
const hello = (port: number) =>
  fc
    .record({
      method: fc.constantFrom('GET', 'HEAD', 'POST', 'CONNECT', 'OPTIONS', 'PRI', '', 'get'),
      target,
      version: fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', ''),
      isOwn: fc.boolean(),
      isUpgrade: fc.boolean(),
      headers: fc.array(header, { maxLength: 5 }),
      body: scraps,
    })
    .map(({ method, target: at, version, isOwn, isUpgrade, headers, body }) =>
      Buffer.from(
        [
          `${method} ${at} ${version}`,
          ...(isOwn ? [`Host: 127.0.0.1:${port}`] : []),
          ...(isUpgrade ? upgradeLines(port) : []),
          ...headers,
          '',
          body,
        ].join('\r\n'),
        'latin1',
      ),
    );

const leaving = fc.constantFrom('hangs up' as const, 'breaks off' as const);

/** A frame of a WebSocket with any bits: the right ones, wrong ones, and lengths that are not true. */
const frame = (payload: fc.Arbitrary<Buffer>) =>
  fc
    .record({
      first: fc.oneof(
        fc.constantFrom(0x81, 0x82, 0x88, 0x89, 0x8a, 0x01, 0x00, 0x80),
        fc.integer({ min: 0, max: 255 }),
      ),
      isMasked: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
      length: fc.oneof(
        { weight: 5, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.integer({ min: 0, max: 127 }) },
      ),
      payload,
    })
    .map(({ first, isMasked, length, payload: data }) => {
      const said = length ?? Math.min(data.length, 126);
      const wide = said === 126 ? [data.length >> 8, data.length & 255] : [];
      // The mask is all zeros: what is masked with it stays as it is.
      return Buffer.concat([
        Buffer.from([first, said | (isMasked ? 0x80 : 0), ...wide, ...(isMasked ? [0, 0, 0, 0] : [])]),
        data,
      ]);
    });

describe('whatever is written to the port', () => {
  it('as a request or an upgrade, the application goes on', async () => {
    const { port, staysUp } = await watchedInspector();
    await fc.assert(
      fc.asyncProperty(hello(port), leaving, async (bytes, how) => {
        await say(port, bytes, how);
        await staysUp();
      }),
      { numRuns: 400 },
    );
  });

  it('as frames of a WebSocket that was let in, the application goes on', async () => {
    const { port, staysUp } = await watchedInspector();
    const payload = fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      fc.json().map((json) => Buffer.from(json)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(frame(payload), { minLength: 1, maxLength: 5 }), leaving, async (frames, how) => {
        await say(port, Buffer.concat([Buffer.from(request(port, '/ws', upgradeLines(port))), ...frames]), how);
        await staysUp();
      }),
      { numRuns: 200 },
    );
  });
});
