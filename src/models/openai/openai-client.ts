import OpenAI from 'openai';
import { isRecord } from '../../domain/is-record.ts';
import type { CheckedOptions } from './openai-options.ts';

/** Earlier versions of the SDK drop what an endpoint says in a form of its own, as vLLM, FastAPI and Gemini do. */
class Client extends OpenAI {
  protected override makeStatusError(...[status, body, ...rest]: Parameters<OpenAI['makeStatusError']>) {
    const isOwnForm = isRecord(body) ? body.error == null : Array.isArray(body);
    return super.makeStatusError(status, isOwnForm ? { error: body } : body, ...rest);
  }
}

/** All that the SDK would else read from the environment is given, save OPENAI_CUSTOM_HEADERS: it cannot be declined. */
export function createClient(options: CheckedOptions, fetch = globalThis.fetch): OpenAI {
  return new Client({
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
