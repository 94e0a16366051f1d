import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mcpTools } from 'troupe/mcp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect, everythingOverHttp, passing, use } from './servers.ts';

describe('a server behind an address', () => {
  it('gives its tools as one over stdio does', async () => {
    const { url } = await everythingOverHttp();
    const everything = await connect({ url });
    expect(everything.name).toBe('mcp-servers/everything');
    expect((await use(everything, 'echo', { message: 'hello' })).text).toBe('Echo: hello');
    expect((await use(everything, 'get-sum', { a: 2, b: 40 })).text).toBe('The sum of 2 and 40 is 42.');
    expect((await use(everything, 'get-tiny-image')).parts).toMatchObject([{ type: 'image', mediaType: 'image/png' }]);
    await expect(use(everything, 'echo', {})).rejects.toThrow("must have required property 'message'");
  });

  it('drops a call that is aborted, and answers the next one', async () => {
    const { url } = await everythingOverHttp();
    const everything = await connect({ url: new URL(url) });
    const stop = new AbortController();
    const long = use(everything, 'trigger-long-running-operation', { duration: 3600, steps: 2 }, stop.signal);
    const failed = expect(long).rejects.toThrow('nobody wants it');
    stop.abort(new Error('nobody wants it'));
    await failed;
    expect((await use(everything, 'echo', { message: 'still here' })).text).toBe('Echo: still here');
  });

  it('fails the call under way when it is lost, and gets a new session when it is back', async () => {
    // It looks for the stream a few times before it gives up.
    const { clock } = passing((ms) => ms < 10_000);
    const { url, port, kill, posts } = await everythingOverHttp();
    const everything = await connect({ url, name: 'web', clock });
    const before = posts();
    const long = use(everything, 'trigger-long-running-operation', { duration: 3600, steps: 2 });
    const failed = expect(long).rejects.toThrow(
      /^The connection to the MCP server "web" broke while trigger-long-running-operation was running: .* Whether it was done is not known\. The next call connects again\.$/,
    );
    await expect.poll(posts).toBeGreaterThan(before);
    await kill();
    await failed;
    await everythingOverHttp(port);
    expect((await use(everything, 'echo', { message: 'again' })).text).toBe('Echo: again');
  });

  it('gets a new session when it has forgotten the old one, and the call goes through', async () => {
    const { url, port, kill } = await everythingOverHttp();
    const everything = await connect({ url });
    await kill();
    await everythingOverHttp(port);
    expect((await use(everything, 'echo', { message: 'who are you?' })).text).toBe('Echo: who are you?');
  });

  it('that stays away fails each call in words', async () => {
    const { url, kill } = await everythingOverHttp();
    const everything = await connect({ url, name: 'web', attempts: 1 });
    await kill();
    for (const message of ['one', 'two']) {
      await expect(use(everything, 'echo', { message })).rejects.toThrow(
        /^The MCP server "web" cannot be used: fetch failed \(connect ECONNREFUSED .*\)\. It was lost, and one attempt did not bring it back\.$/,
      );
    }
  });
});

describe('an address', () => {
  /** A server that answers everything with a status. */
  async function refusing(status: number) {
    const headers: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      headers.push(request.headers.authorization);
      response.writeHead(status).end(`You sent ${request.headers.authorization}.`);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, headers }; // it listens at a port
  }

  it('gets the headers, and what it answers is said without them', async () => {
    const { url, headers } = await refusing(401);
    const authorization = 'Bearer 0123456789abcdef0123';
    const refused = await mcpTools({ url, name: 'web', headers: { authorization } }).catch((error: Error) => error);
    expect(headers).toEqual([authorization]);
    expect(String(refused)).toBe('TroupeError: The MCP server "web" cannot be used: it answered 401 Unauthorized.');
  });

  it('where nobody listens is said', async () => {
    const { url, kill } = await everythingOverHttp();
    await kill();
    await expect(mcpTools({ url })).rejects.toThrow(
      `The MCP server "${url}" cannot be used: fetch failed (connect ECONNREFUSED 127.0.0.1:`,
    );
  });
});
