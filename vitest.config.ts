import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = new URL('.', import.meta.url);
const { compilerOptions } = JSON.parse(readFileSync(new URL('tsconfig.json', root), 'utf8')) as {
  compilerOptions: { paths: Record<string, [string]> };
};
/** `troupe` and its sub-paths stand for the sources, as tsconfig.json says. */
const alias = Object.entries(compilerOptions.paths).map(([name, [path]]) => ({
  find: new RegExp(`^${name}$`),
  replacement: fileURLToPath(new URL(path, root)),
}));

/** Long enough that only what hangs takes longer, on the busiest machine: no test is about time. */
const hangMs = 600_000;

/** Files that take long although they are short: begun last, they would keep one core busy while the others wait. */
const longest =
  /test\/(?:linear-time|offline\/questions|run\/killed-charts|scheduler|inspect\/page\/(?:axe|letters|history))/;

/** The order of Vitest, after the files that take longest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  resolve: { alias },
  test: {
    include: ['test/**/*.test.ts'],
    sequence: { sequencer: LongestFirst },
    testTimeout: hangMs,
    hookTimeout: hangMs,
    expect: { poll: { timeout: hangMs } },
    // Many files wait for processes of their own: one worker for each core keeps all of them at work.
    maxWorkers: availableParallelism(),
    // The processes that tests start load the same code again and again.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)) },
  },
});
