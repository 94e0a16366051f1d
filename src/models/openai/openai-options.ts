import { TroupeError } from '../../errors.ts';
import { optionProblem } from '../../text/nearest-name.ts';
import type { Dialect } from './dialect.ts';
import { createHideKey, type HideKey, isRandomKey } from './hide-key.ts';
import { type PresetName, presetNames, presetOf, startingDialect } from './openai-presets.ts';
import type { RequestDefaults } from './openai-request.ts';

/** Where the model is, how it is asked and how long to wait for it. */
export interface OpenaiModelOptions {
  /** The model's name, as the endpoint knows it. */
  readonly model: string;
  /** An endpoint that is known by name: where it is and what it takes. @default by the host of `baseURL` */
  readonly preset?: PresetName | undefined;
  /** Local servers need none. */
  readonly apiKey?: string | undefined;
  /** @default that of the preset, else 'https://api.openai.com/v1' */
  readonly baseURL?: string | undefined;
  /** Headers that go out with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Parameters of the URL, such as `api-version`. */
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** From 0 to 2. @default the endpoint's own */
  readonly temperature?: number | undefined;
  /** How much the model thinks, in the endpoint's words: "low", "high" … @default the endpoint's own */
  readonly reasoningEffort?: string | undefined;
  /** Fields that only this endpoint has, such as `top_k` or `enable_thinking`. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
  /**
   * How long the answer may take to begin, in milliseconds; the whole answer, where an endpoint does not stream.
   * Above 300 000 the `fetch` of Node gives up first.
   * @default 60_000
   */
  readonly firstTokenMs?: number | undefined;
  /** How long the answer may stall, in milliseconds. @default 30_000 */
  readonly idleMs?: number | undefined;
  /** @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** The options as the adapter uses them. */
export interface CheckedOptions {
  readonly baseURL: URL;
  readonly apiKey: string;
  /** Nothing where the SDK sends the key as it does. */
  readonly headers: Readonly<Record<string, string | null>>;
  readonly query: Readonly<Record<string, string>>;
  readonly defaults: RequestDefaults;
  readonly dialect: Dialect;
  /** Takes every secret out of a text. */
  readonly hide: HideKey;
  /** Whether answers can be searched for secrets without spoiling them. */
  readonly hidesInAnswers: boolean;
}

const names: Readonly<Record<keyof OpenaiModelOptions, true>> = {
  model: true,
  preset: true,
  apiKey: true,
  baseURL: true,
  headers: true,
  query: true,
  temperature: true,
  reasoningEffort: true,
  extraBody: true,
  firstTokenMs: true,
  idleMs: true,
  fetch: true,
};

/** Throws an error of code `bad-config` that names the option: with a misspelt `baseURL` the key would go to another endpoint. Secrets are in no error. */
export function checkOptions(
  options: OpenaiModelOptions,
  known: readonly string[] = Object.keys(names),
): CheckedOptions {
  const problem = optionProblem(options, known, 'a model');
  if (problem) throw refused(problem);
  const { model, preset: name, headers = {}, query = {}, temperature, reasoningEffort, extraBody } = options;
  if (name !== undefined && !presetNames.includes(name)) {
    throw refused(`preset is "${name}". There are ${presetNames.join(', ')}; for any other endpoint give baseURL.`);
  }
  const preset = name && presetOf(name);
  if (name !== undefined && !preset?.baseURL && options.baseURL === undefined) {
    throw refused(`The preset "${name}" needs baseURL, such as https://NAME.openai.azure.com/openai/v1.`);
  }
  const baseURL = checkedURL(options.baseURL ?? preset?.baseURL ?? 'https://api.openai.com/v1');
  const apiKey = checkedKey(options.apiKey);
  checkTexts('headers', headers);
  checkTexts('query', query);
  if (temperature !== undefined && !(temperature >= 0 && temperature <= 2)) {
    throw refused(`temperature is ${temperature}. Give a number from 0 to 2.`);
  }
  if (reasoningEffort !== undefined && !/^\w+$/.test(reasoningEffort)) {
    throw refused(`reasoningEffort is "${reasoningEffort}". Give one word that the endpoint knows, such as "low".`);
  }
  const own = Object.keys(extraBody ?? {}).find((field) => ownFields.has(field));
  if (own !== undefined) throw refused(`extraBody has "${own}", which is written by the adapter. Leave it out.`);
  const keyHeader = preset?.keyHeader;
  const secrets = [apiKey, ...Object.entries(headers).flatMap(([header, value]) => (isSecret(header) ? [value] : []))];
  const hides = secrets.map(createHideKey);
  return {
    baseURL,
    apiKey,
    headers: { ...(keyHeader ? { [keyHeader]: apiKey, Authorization: null } : {}), ...headers },
    query,
    defaults: { model, temperature, reasoningEffort, extraBody },
    dialect: startingDialect(name, baseURL),
    hide: (text) => hides.reduce((shown, hide) => hide(shown), text),
    hidesInAnswers: secrets.some(isRandomKey),
  };
}

const ownFields = new Set(
  'model messages stream stream_options tools tool_choice response_format max_tokens max_completion_tokens n'.split(
    ' ',
  ),
);

const isSecret = (header: string) => /authorization|key|token|secret|cookie/i.test(header);

const refused = (problem: string) => new TroupeError('bad-config', problem);

/** Headers and parameters carry secrets: their values are not shown. */
function checkTexts(option: string, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (!/^[\w.-]+$/.test(name)) throw refused(`${option} has the name "${name}". Use letters, digits, "-" and "_".`);
    if (typeof value !== 'string' || /[^\x20-\x7e]/.test(value)) {
      throw refused(`${option} has a value for "${name}" that is no text of ASCII characters in one line.`);
    }
  }
}

function checkedKey(key = ''): string {
  const trimmed = key.trim();
  // Said without the key: the error of `fetch` would show it.
  if (/[^\x21-\x7e]/.test(trimmed)) {
    throw refused('The API key has a character that cannot be sent in a header. Copy it again.');
  }
  return trimmed;
}

function checkedURL(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw refused('The base URL is not an http URL. Give one such as http://127.0.0.1:11434/v1.');
  }
  if (url.username || url.password) throw refused('The base URL holds a user or password. Give the secret as apiKey.');
  return url;
}
