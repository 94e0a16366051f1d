import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { mcpTools } from 'troupe/mcp';
import { simulatedClock } from 'troupe/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  connect,
  isAlive,
  oddProgram,
  passing,
  program,
  temporaryFolder,
  untilEnded,
  use,
  withPid,
} from './servers.ts';

const [script, fromSource] = ['ends-without-closing.ts', '../from-source.ts'].map((file) =>
  fileURLToPath(new URL(file, import.meta.url)),
) as [string, string];

describe('a server that cannot be used', () => {
  it('is named with its command when there is no such program', async () => {
    const missing = mcpTools({ name: 'files', command: 'no-such-program-here' });
    await expect(missing).rejects.toThrow(
      'The MCP server "files" cannot be used: there is no program "no-such-program-here". Check command and PATH.',
    );
    await expect(missing).rejects.toMatchObject({ code: 'tool' });
    await expect(mcpTools({ ...oddProgram('plain'), cwd: '/no/such/folder' })).rejects.toThrow(
      'or no folder "/no/such/folder"',
    );
  });

  it('is named with how it ended and its last words', async () => {
    await expect(mcpTools({ ...oddProgram('broken'), name: 'shop' })).rejects.toThrow(
      'The MCP server "shop" cannot be used: it ended (exit code 7) before it was ready. It last wrote: "no licence found".',
    );
  });

  it('is given up and ended when it does not answer', async () => {
    const clock = simulatedClock();
    const { program: started, pid } = withPid(oddProgram('mute'));
    const failed = expect(mcpTools({ ...started, clock })).rejects.toThrow(
      'The MCP server "sh" cannot be used: it did not answer within 30000 ms.',
    );
    await expect.poll(pid).toBeGreaterThan(0);
    clock.tick();
    await failed;
    expect(isAlive(pid())).toBe(false);
  });

  it('is given up and ended when the caller does not want it any more', async () => {
    const { program: started, pid } = withPid(oddProgram('mute'));
    const stop = new AbortController();
    const failed = expect(mcpTools({ ...started, signal: stop.signal })).rejects.toThrow('no more');
    await expect.poll(pid).toBeGreaterThan(0);
    stop.abort(new Error('no more'));
    await failed;
    expect(isAlive(pid())).toBe(false);
  });

  it('is quoted when it writes something else than the protocol', async () => {
    const clock = simulatedClock();
    const greeted = join(temporaryFolder(), 'greeted');
    const failed = expect(mcpTools({ ...oddProgram('chatty', greeted), clock, connectMs: 500 })).rejects.toThrow(
      'it did not answer within 500 ms. Is it an MCP server? connectMs gives it more time. It last wrote: "stdout: Welcome to the server!".',
    );
    await expect.poll(() => existsSync(greeted)).toBe(true);
    clock.tick();
    await failed;
  });
});

describe('a server that ends', () => {
  it('fails the call that is under way, in words, and is there again for the next one', async () => {
    const { program: started, pid } = withPid(program('everything', 'stdio'));
    const everything = await connect({ ...started, name: 'all' });
    const [first, long] = [pid(), use(everything, 'trigger-long-running-operation', { duration: 3600, steps: 2 })];
    const failed = expect(long).rejects.toThrow(
      /^The MCP server "all" ended \(SIGKILL\) while trigger-long-running-operation was running\..* Whether it was done is not known\. The next call connects again\.$/,
    );
    process.kill(first, 'SIGKILL');
    await failed;
    expect((await use(everything, 'echo', { message: 'again' })).text).toBe('Echo: again');
    expect(pid()).not.toBe(first);
  });

  it('is quoted, without the keys that it was given', async () => {
    const env = { SERVICE_KEY: '7f3a9c2e5b8d10464a' };
    const odd = await connect({ ...oddProgram('plain'), name: 'odd', env });
    await expect(use(odd, 'crash')).rejects.toThrow(
      'The MCP server "odd" ended (exit code 3) while crash was running. It last wrote: "out of memory, key [API key]". Whether',
    );
  });

  it('is started once for calls that come at the same time', async () => {
    const odd = await connect(oddProgram('plain'));
    await expect(use(odd, 'crash')).rejects.toThrow('exit code 3');
    const pids = await Promise.all([use(odd, 'pid'), use(odd, 'pid'), use(odd, 'pid')]);
    expect(new Set(pids.map(({ text: pid }) => pid)).size).toBe(1);
  });

  it('fails each call in words after some attempts while it does not come back, and works when it does', async () => {
    const { clock, asked } = passing((ms) => ms === 500 || ms === 1_000);
    const file = join(temporaryFolder(), 'started');
    const odd = await connect({ ...oddProgram('once', file), name: 'odd', clock, attempts: 3 });
    await expect(use(odd, 'crash')).rejects.toThrow('exit code 3');
    for (const _ of ['this call', 'and the next']) {
      asked.length = 0;
      await expect(use(odd, 'pid')).rejects.toThrow(
        'The MCP server "odd" cannot be used: it ended (exit code 7) before it was ready. It last wrote: "no licence found". It was lost, and 3 attempts did not bring it back.',
      );
      expect(asked.filter((ms) => ms === 500 || ms === 1_000)).toEqual([500, 1_000]);
    }
    rmSync(file);
    expect(Number((await use(odd, 'pid')).text)).toBeGreaterThan(0);
  });

  it('does not hold a call that is aborted while it is being brought back', async () => {
    const clock = simulatedClock();
    const file = join(temporaryFolder(), 'started');
    const odd = await connect({ ...oddProgram('once', file), clock });
    await expect(use(odd, 'crash')).rejects.toThrow('exit code 3');
    const stop = new AbortController();
    const call = use(odd, 'pid', {}, stop.signal);
    stop.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });
});

describe('a call', () => {
  it('that is aborted tells the server, and leaves it usable', async () => {
    const odd = await connect(oddProgram('plain'));
    const stop = new AbortController();
    const call = use(odd, 'wait', {}, stop.signal);
    await expect.poll(async () => (await use(odd, 'heard')).text).toContain('tools/call wait');
    stop.abort(new Error('nobody wants it'));
    await expect(call).rejects.toThrow('nobody wants it');
    await expect.poll(async () => (await use(odd, 'heard')).text).toMatch(/notifications\/cancelled \d+/);
  });

  it('that takes too long is cancelled, and leaves the server usable', async () => {
    const clock = simulatedClock();
    const odd = await connect({ ...oddProgram('plain'), name: 'odd', clock, callMs: 5_000 });
    const { text: pid } = await use(odd, 'pid');
    const late = expect(use(odd, 'wait')).rejects.toThrow('The MCP server "odd" did not answer wait within 5000 ms.');
    await expect.poll(async () => (await use(odd, 'heard')).text).toContain('tools/call wait');
    clock.tick();
    await late;
    await expect.poll(async () => (await use(odd, 'heard')).text).toContain('notifications/cancelled');
    expect((await use(odd, 'pid')).text).toBe(pid);
  });

  it('of a tool that the server does not have any more says so', async () => {
    const odd = await connect({ ...oddProgram('plain'), name: 'odd' });
    expect((await use(odd, 'vanish')).text).toBe('one tool less');
    await expect(use(odd, 'fail')).rejects.toThrow('The MCP server "odd" does not have the tool fail any more.');
    expect((await use(odd, 'pid')).text).toMatch(/^\d+$/);
  });
});

describe('close', () => {
  it('ends the process, and calls fail in words from then on', async () => {
    const { program: started, pid } = withPid(program('memory'));
    const memory = await mcpTools({ ...started, name: 'memory' });
    expect(isAlive(pid())).toBe(true);
    await memory.close();
    expect(isAlive(pid())).toBe(false);
    await memory.close();
    await expect(use(memory, 'read_graph')).rejects.toThrow('The MCP server "memory" is closed.');
  });

  it('comes with the end of the block that uses the server', async () => {
    const { program: started, pid } = withPid(oddProgram('plain'));
    {
      await using odd = await mcpTools(started);
      expect((await use(odd, 'pid')).text).toBe(String(pid()));
    }
    expect(isAlive(pid())).toBe(false);
  });

  it('kills a server that ignores it', async () => {
    const { clock } = passing((ms) => ms === 2_000);
    const odd = await mcpTools({ ...oddProgram('stubborn'), clock });
    const pid = Number((await use(odd, 'pid')).text);
    await odd.close();
    expect(isAlive(pid)).toBe(false);
  });

  it('ends all that a server has started with it', async () => {
    const { clock } = passing((ms) => ms === 2_000);
    const { command, args } = oddProgram('stubborn');
    // The shell stays, so that the server is a process of its process, as with npx.
    const odd = await mcpTools({ command: 'sh', args: ['-c', '"$@"; true', 'sh', command, ...args], clock });
    const pid = Number((await use(odd, 'pid')).text);
    await odd.close();
    await untilEnded(pid);
  });

  it('ends a server that is being brought back', async () => {
    const { clock, asked } = passing(() => false);
    const file = join(temporaryFolder(), 'started');
    const odd = await mcpTools({ ...oddProgram('once', file), name: 'odd', clock });
    await expect(use(odd, 'crash')).rejects.toThrow('exit code 3');
    const call = expect(use(odd, 'pid')).rejects.toThrow('The MCP server "odd" is closed.');
    // The first attempt has failed when the wait for the second has begun.
    await expect.poll(() => asked).toContain(500);
    await odd.close();
    await call;
  });
});

describe('the end of our process', () => {
  const start = ({ command, args }: { command: string; args: string[] }, env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, ['--import', fromSource, script, command, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };

  it('is the end of a server that was not closed, however stubborn', async () => {
    const child = start(oddProgram('stubborn'));
    const [pid] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    expect(Number(pid)).toBeGreaterThan(0);
    await untilEnded(Number(pid));
  });

  it('is the end of a server also when it comes by SIGKILL: its input ends', async () => {
    const child = start(oddProgram('plain'), { STAY: 'yes' });
    const [pid] = (await once(child.stdout, 'data')) as [Buffer];
    expect(isAlive(Number(pid))).toBe(true);
    child.kill('SIGKILL');
    await untilEnded(Number(pid));
  });
});
