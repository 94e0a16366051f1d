import OpenAI from 'openai';
import type { CheckedOptions } from './openai-options.ts';

/** All that the SDK would else read from the environment is given, save OPENAI_CUSTOM_HEADERS: it cannot be declined. */
export function createClient(options: CheckedOptions, fetch = globalThis.fetch): OpenAI {
  return new OpenAI({
    apiKey: options.apiKey || 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: options.baseURL.href,
    defaultHeaders: options.headers,
    defaultQuery: options.query,
    maxRetries: 0,
    timeout: 2 ** 31 - 1, // ours are the deadlines
    logLevel: 'off',
    fetch,
  });
}
