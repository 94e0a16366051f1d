import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

/** Long enough that only what hangs takes longer, on the busiest machine: no test is about time. */
const hangMs = 600_000;

export default defineConfig({
  resolve: {
    alias: [
      { find: /^troupe$/, replacement: source('index.ts') },
      { find: 'troupe/openai', replacement: source('models/openai/openai-model.ts') },
      { find: 'troupe/offline', replacement: source('offline/index.ts') },
      { find: 'troupe/sqlite', replacement: source('stores/sqlite-store.ts') },
      { find: 'troupe/postgres', replacement: source('stores/postgres-store.ts') },
      { find: 'troupe/machines', replacement: source('machines/index.ts') },
      { find: 'troupe/inspect', replacement: source('inspect/index.ts') },
      { find: 'troupe/testing', replacement: source('testing/index.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: hangMs,
    hookTimeout: hangMs,
    expect: { poll: { timeout: hangMs } },
    // Many files wait for processes of their own: one worker for each core keeps all of them at work.
    maxWorkers: availableParallelism(),
    // The processes that tests start load the same code again and again.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)) },
  },
});
