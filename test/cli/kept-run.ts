import { join } from 'node:path';
import { createOrchestrator, type Entry, type RunResult } from 'troupe';
import { offlineModel, shippedSpecialists } from 'troupe/offline';
import { openaiModel } from 'troupe/openai';
import { sqliteStore } from 'troupe/sqlite';
import { onTestFinished } from 'vitest';
import { type ChatEndpoint, startChatEndpoint } from './chat-endpoint.ts';
import { salesFile, temporaryFolder } from './run-cli.ts';

/** An endpoint that is gone after the test. */
export async function endpoint(options: Parameters<typeof startChatEndpoint>[0] = {}): Promise<ChatEndpoint> {
  const started = await startChatEndpoint(options);
  onTestFinished(() => started.close());
  return started;
}

/** The path of a store that is gone after the test. */
export const newStoreFile = () => join(temporaryFolder(), 'runs.db');

/** Runs to their end in a store, as the command line would: offline, or on an endpoint. */
export async function keepRuns(file: string, questions: readonly string[], baseURL?: string): Promise<RunResult[]> {
  const files = [salesFile];
  const store = sqliteStore(file);
  const troupe = createOrchestrator({
    model: baseURL === undefined ? offlineModel({ files }) : openaiModel({ model: 'test', baseURL }),
    specialists: shippedSpecialists(baseURL === undefined ? { files } : {}),
    store,
  });
  const results: RunResult[] = [];
  for (const content of questions) results.push(await troupe.invoke([{ role: 'user', content }]));
  await store.close();
  return results;
}

/** The runs of a store with their logs, the newest first. */
export async function storedLogs(file: string): Promise<{ run: string; log: readonly Entry[] }[]> {
  const store = sqliteStore(file);
  try {
    return await Promise.all((await store.runs()).map(async ({ run }) => ({ run, log: await store.read(run) })));
  } finally {
    await store.close();
  }
}
