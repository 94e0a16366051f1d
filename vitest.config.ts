import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^troupe$/, replacement: source('index.ts') },
      { find: 'troupe/openai', replacement: source('models/openai-model.ts') },
      { find: 'troupe/offline', replacement: source('offline.ts') },
      { find: 'troupe/sqlite', replacement: source('stores/sqlite-store.ts') },
      { find: 'troupe/postgres', replacement: source('stores/postgres-store.ts') },
      { find: 'troupe/machines', replacement: source('machines/index.ts') },
      { find: 'troupe/inspect', replacement: source('inspect.ts') },
      { find: 'troupe/testing', replacement: source('testing/index.ts') },
    ],
  },
  test: { include: ['test/**/*.test.ts'], testTimeout: 30_000 },
});
