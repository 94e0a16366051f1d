import { expect, it } from 'vitest';
import { newWorld } from '../new-world.ts';

it('leaves what was typed at a question that is given up for the next prompt, and does not show it until then', async () => {
  const { input, stdin, written, typed } = newWorld({ isTerminal: true });
  const giving = new AbortController();
  const first = input.read('> ', giving.signal);
  stdin.write('half');
  await expect.poll(() => input.typed).toBe('half');
  giving.abort();
  expect(await first).toEqual({ type: 'given up' });
  const shown = written.stderr;
  stdin.write(' a');
  await expect.poll(() => input.typed).toBe('half a');
  expect(written.stderr).toBe(shown);
  const second = input.read('> ');
  stdin.write(' line\r');
  expect(await second).toEqual({ type: 'message', text: 'half a line' });
  expect(typed).toEqual([]);
  input.close();
});

it('leaves the lines of a pipe for the next one who reads', async () => {
  const { input, stdin } = newWorld({ isTerminal: false });
  const giving = new AbortController();
  const first = input.read('> ', giving.signal);
  giving.abort();
  expect(await first).toEqual({ type: 'given up' });
  stdin.end('a line\n');
  expect(await input.read('> ')).toEqual({ type: 'message', text: 'a line' });
  expect(await input.read('> ')).toEqual({ type: 'ended' });
});

it.each([{ isTerminal: true }, { isTerminal: false }])(
  'asks nobody when it is given up before: %j',
  async (options) => {
    const { input, written } = newWorld(options);
    expect(await input.read('> ', AbortSignal.abort())).toEqual({ type: 'given up' });
    expect(written.stderr).toBe('');
    input.close();
  },
);
