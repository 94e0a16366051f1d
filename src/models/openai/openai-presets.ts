import { type Dialect, fullDialect } from './dialect.ts';

/** What is known of an endpoint before it was asked anything. */
interface Preset {
  /** Where it is, if that is the same for everyone. */
  readonly baseURL?: string;
  /** The hosts at which it answers, beside that of its base URL. */
  readonly hosts?: RegExp;
  /** The header that carries the key. @default 'Authorization', after "Bearer" */
  readonly keyHeader?: string;
  /** What it takes otherwise than most. Everything else is found out by its refusals. */
  readonly quirks?: Partial<Dialect>;
}

const presets = {
  openai: {
    baseURL: 'https://api.openai.com/v1',
    hosts: /(^|\.)openai\.com$/,
    quirks: { outputField: 'max_completion_tokens' },
  },
  // The model is the name of the deployment.
  azure: {
    hosts: /\.(openai|services\.ai|cognitiveservices)\.azure\.com$/,
    keyHeader: 'api-key',
    quirks: { outputField: 'max_completion_tokens' },
  },
  openrouter: { baseURL: 'https://openrouter.ai/api/v1' },
  ollama: { baseURL: 'http://127.0.0.1:11434/v1' },
  vllm: { baseURL: 'http://127.0.0.1:8000/v1' },
  // It takes a tool choice as a word only, and no json_object.
  lmstudio: { baseURL: 'http://127.0.0.1:1234/v1', quirks: { toolChoice: 'required' } },
  // Its tools are described in the words of OpenAPI.
  gemini: {
    baseURL: 'https://generativelanguage.googleapis.com/v1beta/openai',
    quirks: { toolSchemas: 'plain' },
  },
  deepseek: { baseURL: 'https://api.deepseek.com/v1', quirks: { format: 'json_object' } },
  // It counts without being asked, and knows no fields of others.
  mistral: { baseURL: 'https://api.mistral.ai/v1', quirks: { counting: 'left out', afterTool: 'bridged' } },
  // Few of its models take a schema; all of them take an object.
  qwen: {
    baseURL: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    hosts: /(^|\.)dashscope(-\w+)?\.aliyuncs\.com$/,
    quirks: { format: 'json_object' },
  },
} as const satisfies Record<string, Preset>;

/** An endpoint that is known by name. */
export type PresetName = keyof typeof presets;

export const presetNames = Object.keys(presets) as readonly PresetName[]; // the keys of the table

/** What is known of the endpoint with that name. */
export const presetOf = (name: PresetName): Preset => presets[name];

/** The dialect to begin with: that of the preset, else of the one whose host it is. */
export function startingDialect(name: PresetName | undefined, url: URL): Dialect {
  const preset = name ? presetOf(name) : Object.values<Preset>(presets).find((each) => isAt(each, url));
  return { ...fullDialect, ...preset?.quirks };
}

/** Nothing reliable distinguishes one server on this machine from another. */
function isAt({ baseURL, hosts }: Preset, { hostname }: URL): boolean {
  return hosts?.test(hostname) || (hostname !== '127.0.0.1' && hostname === (baseURL && new URL(baseURL).hostname));
}
