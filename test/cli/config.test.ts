import { expect, it } from 'vitest';
import { defaultModel, isColorful, readConfig } from '../../src/cli/config.ts';

it('has no endpoint when neither key nor address is set', () => {
  expect(readConfig({})).toEqual({ hasDesktop: false, colors: 'terminal', isRepaintable: true });
  expect(readConfig({ OPENAI_API_KEY: '', OPENAI_BASE_URL: ' ', TROUPE_MODEL: 'm' }).endpoint).toBeUndefined();
});

it.each([{ OPENAI_API_KEY: 'k' }, { OPENAI_BASE_URL: 'http://127.0.0.1/v1' }, { TROUPE_PRESET: 'ollama' }])(
  'takes the endpoint of %o',
  (env) => {
    expect(readConfig(env).endpoint).toMatchObject({ model: defaultModel });
  },
);

it('takes the name of the model from the command line, else from the environment, else its own', () => {
  const env = { OPENAI_API_KEY: 'k', TROUPE_MODEL: 'from-env' };
  expect(readConfig(env, { model: 'from-line' }).endpoint?.model).toBe('from-line');
  expect(readConfig(env).endpoint?.model).toBe('from-env');
});

it.each([
  [{ CI: 'true' }, false],
  [{ CI: '1' }, false],
  [{ CI: 'false' }, true],
  [{ TERM: 'dumb' }, false],
  [{ TERM: 'xterm' }, true],
])('with %o a terminal may be repainted: %s', (env, isRepaintable) => {
  expect(readConfig(env)).toMatchObject({ isRepaintable });
});

it.each([
  [{}, 'terminal'],
  [{ NO_COLOR: '1' }, 'never'],
  [{ NO_COLOR: '' }, 'terminal'],
  [{ NO_COLOR: '1', FORCE_COLOR: '1' }, 'never'],
  [{ FORCE_COLOR: '1' }, 'always'],
  [{ FORCE_COLOR: '0' }, 'never'],
  [{ TERM: 'dumb' }, 'never'],
  [{ TERM: 'dumb', FORCE_COLOR: '1' }, 'always'],
] as const)('with %o there are colours: %s', (env, colors) => {
  expect(readConfig(env)).toMatchObject({ colors });
  expect(isColorful({ colors }, { isTTY: true })).toBe(colors !== 'never');
  expect(isColorful({ colors }, {})).toBe(colors === 'always');
});

it('takes the store from the command line, else from the environment', () => {
  expect(readConfig({ TROUPE_STORE: 'env.db' }, { store: 'line.db' }).store).toBe('line.db');
  expect(readConfig({ TROUPE_STORE: 'env.db' }).store).toBe('env.db');
  expect(readConfig({ TROUPE_STORE: ' ' }).store).toBeUndefined();
});

it('takes the time of a lease in whole milliseconds, and nothing else', () => {
  expect(readConfig({ TROUPE_LEASE_MS: '250' }).leaseMs).toBe(250);
  expect(() => readConfig({ TROUPE_LEASE_MS: 'soon' })).toThrow('TROUPE_LEASE_MS is "soon".');
});

it.each([
  [{ DISPLAY: ':0' }, true],
  [{ WAYLAND_DISPLAY: 'wayland-0' }, true],
  [{ DISPLAY: ':0', TROUPE_NO_BROWSER: '1' }, false],
])('with %o it is %s that a page may be opened', (env, expected) => {
  expect(readConfig(env).hasDesktop).toBe(expected);
});
