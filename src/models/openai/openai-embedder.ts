import type { Embedder } from '../embedder.ts';
import { ModelError } from '../model-error.ts';
import { createClient } from './openai-client.ts';
import { toModelError } from './openai-errors.ts';
import { checkOptions, type OpenaiModelOptions } from './openai-options.ts';

/** Where the embedding model is, and how it is asked. */
export interface OpenaiEmbedderOptions
  extends Pick<OpenaiModelOptions, 'model' | 'preset' | 'apiKey' | 'baseURL' | 'headers' | 'query' | 'fetch'> {
  /** The length of the vectors, where the model lets one choose. @default the model's own */
  readonly dimensions?: number | undefined;
  /** How long one request may take, in milliseconds. @default 10_000 */
  readonly timeoutMs?: number | undefined;
  /** Texts in one request at most. @default 100 */
  readonly batch?: number | undefined;
}

const names: Readonly<Record<keyof OpenaiEmbedderOptions, true>> = {
  model: true,
  preset: true,
  apiKey: true,
  baseURL: true,
  headers: true,
  query: true,
  fetch: true,
  dimensions: true,
  timeoutMs: true,
  batch: true,
};

/** An embedding model behind any endpoint that speaks OpenAI's embeddings. @throws ModelError from `embed` for what the endpoint refuses. */
export function openaiEmbedder(options: OpenaiEmbedderOptions): Embedder {
  const { dimensions, timeoutMs = 10_000, batch = 100 } = options;
  const checked = checkOptions(options, Object.keys(names));
  const { baseURL, defaults, hide } = checked;
  const { model } = defaults;
  const place = `${model} at ${baseURL.origin}${baseURL.pathname}`;
  const client = createClient(checked, options.fetch);

  const embedSome = async (input: string[], signal: AbortSignal | undefined): Promise<number[][]> => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const request = { model, input, encoding_format: 'float' as const, ...(dimensions ? { dimensions } : {}) };
    try {
      const { data } = await client.embeddings.create(request, {
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
      return vectorsIn(data, input.length, place);
    } catch (error) {
      if (signal?.aborted) throw new ModelError('aborted', `The request was aborted (${place}).`);
      if (deadline.aborted) {
        throw new ModelError('timeout', `The endpoint gave no vectors within ${timeoutMs} ms (${place}).`);
      }
      throw toModelError(error, { place, hide });
    }
  };

  return {
    name: dimensions === undefined ? model : `${model}, ${dimensions}`,
    async embed(texts, signal) {
      const vectors: number[][] = [];
      for (let from = 0; from < texts.length; from += batch) {
        vectors.push(...(await embedSome(texts.slice(from, from + batch), signal)));
      }
      return vectors;
    },
  };
}

/** The vectors of an answer in the order of the texts. */
function vectorsIn(data: unknown, count: number, place: string): number[][] {
  const rows = (Array.isArray(data) ? data : []) as { index?: unknown; embedding?: unknown }[]; // any value may be asked for a key
  const sorted = rows.toSorted((one, other) => Number(one?.index) - Number(other?.index));
  const vectors = sorted.flatMap(({ embedding }) => (isVector(embedding) ? [embedding] : []));
  if (vectors.length === count) return vectors;
  throw new ModelError('bad-output', `The endpoint gave ${vectors.length} vectors for ${count} texts (${place}).`);
}

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'number');
