import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TroupeError } from '../errors.ts';

/** Where a language model is to be found. */
export interface EndpointConfig {
  readonly model: string;
  readonly apiKey: string | undefined;
  readonly baseURL: string | undefined;
  /** The name of a known endpoint; the adapter says which there are. */
  readonly preset?: string;
}

/** What the environment says. */
export interface Config {
  /** Absent: only the offline rules are there. */
  readonly endpoint?: EndpointConfig;
  /** The file that keeps the runs. Absent: none is configured. */
  readonly store?: string;
  /** How long a run belongs to a process that has gone silent. Absent: the library's default. */
  readonly leaseMs?: number;
  /** Whether a page may be opened in a browser of this desktop. */
  readonly hasDesktop: boolean;
  /** Whether colours are wanted where there is a terminal, everywhere, or nowhere. */
  readonly colors: 'terminal' | 'always' | 'never';
  /** Whether a terminal may be repainted. */
  readonly isRepaintable: boolean;
}

/** The variables of an environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The model when none is named. */
export const defaultModel = 'gpt-5.4-mini';

/** Reads the configuration from an environment. What the command line names takes precedence. */
export function readConfig(env: Environment, named: { model?: string; store?: string } = {}): Config {
  const [apiKey, baseURL] = [read(env, 'OPENAI_API_KEY'), read(env, 'OPENAI_BASE_URL')];
  const preset = read(env, 'TROUPE_PRESET');
  const hasEndpoint = apiKey !== undefined || baseURL !== undefined || preset !== undefined;
  const name = named.model ?? read(env, 'TROUPE_MODEL') ?? defaultModel;
  const store = named.store ?? read(env, 'TROUPE_STORE');
  const lease = read(env, 'TROUPE_LEASE_MS');
  return {
    ...(hasEndpoint ? { endpoint: { model: name, apiKey, baseURL, ...(preset === undefined ? {} : { preset }) } } : {}),
    ...(store === undefined ? {} : { store }),
    ...(lease === undefined ? {} : { leaseMs: parseLease(lease) }),
    hasDesktop: !isOn(read(env, 'TROUPE_NO_BROWSER')) && Boolean(read(env, 'DISPLAY') ?? read(env, 'WAYLAND_DISPLAY')),
    colors: colorsOf(env),
    isRepaintable: !isOn(read(env, 'CI')) && read(env, 'TERM') !== 'dumb',
  };
}

/** An empty variable counts as not set. */
function read(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

/** NO_COLOR and a terminal that knows none take precedence: what must not hold colours never does. */
function colorsOf(env: Environment): Config['colors'] {
  const forced = read(env, 'FORCE_COLOR');
  if (read(env, 'NO_COLOR') !== undefined || (forced !== undefined && !isOn(forced))) return 'never';
  if (forced !== undefined) return 'always';
  return read(env, 'TERM') === 'dumb' ? 'never' : 'terminal';
}

/** Whether what is written there is coloured. */
export const isColorful = ({ colors }: Pick<Config, 'colors'>, { isTTY }: { readonly isTTY?: boolean }): boolean =>
  colors === 'always' || (colors === 'terminal' && isTTY === true);

function parseLease(text: string): number {
  const ms = /^\d+$/.test(text) ? Number(text) : 0;
  if (ms >= 1) return ms;
  throw new TroupeError('bad-config', `TROUPE_LEASE_MS is "${text}". Give whole milliseconds from 1 up.`);
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '0' && value.toLowerCase() !== 'false';
}

/** What is asked when no question is given: a question about a table that comes with the package. */
export const demo = {
  question: 'sales.csv: revenue by region, and which product dropped most, then write a short report',
  file: fileURLToPath(new URL('../../examples/data/sales.csv', import.meta.url)),
};

/** The version of this package. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string; // npm refuses a package without one
  };
  return version;
}
