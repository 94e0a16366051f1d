import { TroupeError } from '../../errors.ts';
import { present } from '../present.ts';
import type { ValuesOf } from './parse-options.ts';
import { type ServerOptions, serverHelp, serverOptions, toServers } from './server-options.ts';
import { storeOption } from './stored-run.ts';

/** What goes to stdout: the answer, the whole result, or the log. */
export type Output = 'text' | 'json' | 'events';

/** What a million tokens cost in US dollars. */
export interface PriceOption {
  readonly inputUsd: number;
  readonly outputUsd: number;
}

/** Who works on what, and where the result goes: the options of every command that drives runs. */
export interface WorkOptions extends ServerOptions {
  readonly files: readonly string[];
  readonly output: Output;
  readonly store?: string;
  readonly model?: string;
  readonly price?: PriceOption;
  /** Who asks: what they say to be known later is remembered in the store. */
  readonly user?: string;
}

export const workOptions = {
  file: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  events: { type: 'boolean' },
  model: { type: 'string' },
  price: { type: 'string' },
  user: { type: 'string' },
  ...serverOptions,
  ...storeOption,
} as const;

export const toWork = (values: ValuesOf<typeof workOptions>): WorkOptions => ({
  files: values.file ?? [],
  output: outputOf(values),
  ...toServers(values),
  ...present({ store: values.store, model: values.model, price: parsePrice(values.price), user: values.user }),
});

function outputOf({ json, events }: ValuesOf<typeof workOptions>): Output {
  if (json && events) {
    throw new TroupeError('usage', '--json and --events both print to stdout. Give one of them.');
  }
  return json ? 'json' : events ? 'events' : 'text';
}

/** The price of a million tokens in and of a million tokens out. */
function parsePrice(text: string | undefined): PriceOption | undefined {
  if (text === undefined) return undefined;
  const [inputUsd, outputUsd] = /^[\d.]+,[\d.]+$/.test(text) ? text.split(',').map(Number) : [];
  if (inputUsd !== undefined && outputUsd !== undefined && Number.isFinite(inputUsd + outputUsd)) {
    return { inputUsd, outputUsd };
  }
  throw new TroupeError(
    'usage',
    `--price is "${text}". Give US dollars for a million tokens in and out: --price 0.25,2`,
  );
}

export const fileHelp = `  --file F          a file to work on: .csv, .tsv, .json, .jsonl, .md or .txt; a folder, or a pattern such as "data/*.csv";
                    may be given again`;

export const pipedHelp = `                    - is what is piped in; -:csv says of which kind that is`;

export const modelHelp = `  --model M         the name of the model at the endpoint
  --price IN,OUT    what the model costs, in US dollars for a million tokens in and out
  --user U          remember in the store what U says to be known later, and recall it; see: troupe help memory
${serverHelp}`;

export const workHelp = `${fileHelp}
${pipedHelp}
  --json            print the whole result as one JSON document
  --events          print the log of the run, one JSON entry a line
  --store F         keep the log in the SQLite file F
${modelHelp}`;

export const environmentHelp = `  OPENAI_API_KEY    use the model behind this key
  OPENAI_BASE_URL   use another endpoint that speaks OpenAI's chat completions
  TROUPE_PRESET     use a known endpoint: openai, azure, openrouter, ollama, vllm, lmstudio, gemini, deepseek, mistral, qwen
  TROUPE_MODEL      the model when --model is not given
  TROUPE_STORE      the store when --store is not given
  TROUPE_LEASE_MS   how long a run belongs to a process that has gone silent (default 10000)
  NO_COLOR          no colours; FORCE_COLOR=1 has them in files and pipes, too`;

export const keysHelp = 'On a terminal: p pauses and resumes, q or Ctrl-C cancels, Ctrl-Z suspends and fg resumes.';

export const codesHelp =
  'Exit codes: 0 completed, 1 failed, 2 bad usage, 3 waiting for a person, 4 nothing of the request was done, 130 cancelled';
