/**
 * Lets a program that imports `troupe` run on the sources, without a build: `node --import test/from-source.ts <program>`. Node strips the types
 * itself, which takes half the time of a loader, and less still with NODE_COMPILE_CACHE.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const root = new URL('../', import.meta.url);
const { compilerOptions } = JSON.parse(readFileSync(new URL('tsconfig.json', root), 'utf8')) as {
  compilerOptions: { paths: Record<string, string[]> };
};

registerHooks({
  resolve(specifier, context, next) {
    const source = compilerOptions.paths[specifier]?.[0];
    return source ? { url: new URL(source, root).href, shortCircuit: true } : next(specifier, context);
  },
});
