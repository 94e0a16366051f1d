import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { runSettingsSchema } from '../../src/domain/options.ts';
import { entryTypes } from '../../src/log/entry-types.ts';
import { codeSpans, pages, read, root } from './pages.ts';

/** Pages that say how things were, or are about other things than the library. */
const current = pages.filter((page) => !/decisions|design-map/.test(page));

const wordsOf = (patterns: readonly string[]) =>
  new Set(globSync(patterns, { cwd: root }).flatMap((file) => read(file).match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []));

/** Whatever has a name in the project: a name in the docs that is nowhere here is made up. */
const known = wordsOf([
  'src/**/*.ts',
  'inspector/src/**/*.{ts,tsx,css}',
  'examples/*.{ts,tsx}',
  'examples/data/*',
  'bench/**/*.ts',
  'site/**/*.ts',
  'package.json',
  'tsconfig.json',
]);
/** The words of XState, Node and browsers, and of other libraries where a page is about them. */
const foreign = wordsOf(['docs/coming-from/*', 'node_modules/xstate/dist/declarations/src/*.d.ts']);
const others: Readonly<Record<string, string>> = {
  'docs/comparison.md': 'WorkflowAgent ToolLoopAgent recursionLimit',
  'docs/coming-from.md':
    'ChatModelAgent NewAgentTool NewSequentialAgent NewParallelAgent NewLoopAgent RunPath SessionStore RunContext createWorkflow runtimeContext approveToolCall resumeStream responseFormat structuredOutput stopWhen createDurableAgent WorkflowAgent',
  'docs/inspector.md': 'createWebSocketReceiver',
  'docs/install.md': 'exactOptionalPropertyTypes skipLibCheck require',
  'docs/structured-output.md': 'toStandardJsonSchema',
  'docs/tools.md': 'toStandardJsonSchema',
  // What the blocks of the page show, and the limits of a memory.
  'docs/agent-graphs.md': 'lookAgain',
  'docs/memory.md': 'pinnedTokens relevantTokens items characters',
};
const othersOn = (page: string) => (others[page.replace('/zh/', '/')] ?? '').split(' ');

const isKnown = (word: string, page: string) => known.has(word) || foreign.has(word) || othersOn(page).includes(word);

/** Names as a program writes them: with a capital inside, with a call, or with points. */
const nameLike = /^(?:[\p{L}_$][\w$]*\.)*[\p{L}_$][\w$]*(?:\(.*\))?$/u;
const looksLikeCode = (span: string) => nameLike.test(span) && /[a-z][A-Z]|\(|\w\.\w/.test(span);
const isFile = (span: string) => /\.(?:ts|tsx|md|js|json|csv|db|html|go|png|txt|css|jsonl|yml)$/.test(span);

it.each(current)('every name in %s exists', (page) => {
  const names = codeSpans(read(page)).filter((span) => looksLikeCode(span) && !isFile(span));
  const wrong = names.filter(
    (span) =>
      !span
        .replace(/\(.*$/, '')
        .split('.')
        .every((word) => isKnown(word, page)),
  );
  expect([...new Set(wrong)]).toEqual([]);
});

const settings = runSettingsSchema.shape;
const groups = Object.entries({
  limits: settings.limits,
  timeouts: settings.timeouts,
  retry: settings.retry,
  session: settings.session,
}).map(([group, schema]) => [group, Object.keys(schema.unwrap().shape)] as const);

it.each(current)('every setting that %s names is one', (page) => {
  const spans = codeSpans(read(page));
  const wrong = groups.flatMap(([group, keys]) =>
    spans.filter(
      (span) =>
        span.startsWith(`${group}.`) &&
        ![...keys, ...othersOn(page)].includes(span.slice(group.length + 1).split(/\W/)[0] ?? ''),
    ),
  );
  expect(wrong).toEqual([]);
});

const nouns = new Set(Object.keys(entryTypes).map((type) => type.split('.')[0]));
const quoted = new Set(
  globSync(['src/**/*.ts', 'examples/*.ts'], { cwd: root }).flatMap(
    (file) => read(file).match(/(?<=')[a-z]+\.[a-z_]+(?=')/g) ?? [],
  ),
);
/** What objects with the same names as entries can do: `run.cancel`, `plan.steps`. */
const isMember = (span: string) =>
  /^(?:run|plan|step|event|action|message|question|effect|note|context|limit|answer|status|chart|results|actor)\./.test(
    span,
  );

it.each(current)('every type of entry that %s names is one', (page) => {
  const types = codeSpans(read(page)).filter(
    (span) => /^[a-z]+\.[a-z]+(?:ed|en)$/.test(span) && nouns.has(span.split('.')[0]),
  );
  expect(types.filter((type) => !(type in entryTypes) && !quoted.has(type))).toEqual([]);
  // A name of two words with a noun that is no object is an entry or nothing.
  const rest = codeSpans(read(page)).filter(
    (span) => /^[a-z]+\.[a-z]+$/.test(span) && nouns.has(span.split('.')[0]) && !isMember(span),
  );
  expect(rest.filter((type) => !(type in entryTypes) && !quoted.has(type))).toEqual([]);
});

const manifest = JSON.parse(read('package.json')) as {
  exports: Record<string, unknown>;
  scripts: Record<string, string>;
}; // our own package.json

it.each(current)('every sub-path and every script that %s names is there', (page) => {
  const text = read(page);
  const subPaths = [...text.matchAll(/[`']troupe\/([\w-]+)[`']/g)].map(([, name]) => `./${name}`);
  expect(subPaths.filter((path) => !(path in manifest.exports))).toEqual([]);
  const scripts = [...text.matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name = '']) => name);
  expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
});

const flagsIn = (text: string) => text.match(/(?<![\w-])--[a-z][a-zA-Z-]*/g) ?? [];
const flags = new Set(commands.flatMap(({ help }) => flagsIn(help)));
/** Options of npm, Node, Deno and the compiler, and of the benchmarks. */
const elsewhere = new Set([
  ...['--save-dev', '--save-exact', '--import', '--expose-gc', '--noEmit', '--strict', '--types', '--allow-all'],
  ...globSync('bench/**/*.ts', { cwd: root }).flatMap((file) => flagsIn(read(file))),
]);

it.each(current)('every command and every option that %s names is there', (page) => {
  const written = [...codeSpans(read(page)), ...commandLines(read(page))];
  const wrong = written.flatMap((span) => {
    const [, name] = /^(?:npx )?troupe ([a-z]+)\b/.exec(span) ?? [];
    const command = commands.find((each) => each.name === name);
    if (name !== undefined && !command) return [span];
    const allowed = command ? new Set([...flagsIn(command.help), '--help']) : flags;
    return flagsIn(span)
      .filter((flag) => !allowed.has(flag) && !elsewhere.has(flag))
      .map((flag) => `${flag} in ${span}`);
  });
  expect([...new Set(wrong)]).toEqual([]);
});

it('docs/command-line.md has every command', () => {
  const page = read('docs/command-line.md');
  expect(commands.filter(({ name }) => !page.includes(`\`troupe ${name}`)).map(({ name }) => name)).toEqual([]);
});

/** The lines of blocks for a shell, one command each. */
function commandLines(page: string): string[] {
  return [...page.matchAll(/^```(?:sh|bash)\n([\s\S]*?)^```$/gm)].flatMap(([, code = '']) => code.split('\n'));
}
