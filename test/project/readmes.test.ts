import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createOrchestrator, type OrchestratorConfig } from 'troupe';
import { scriptedModel } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { runSettingsSchema } from '../../src/domain/options.ts';
import { codeBlocks, codeSpans, headings, pages, proseOf, read, root } from './pages.ts';

const english = read('README.md');
const chinese = read('README.zh-CN.md');

describe('the two READMEs', () => {
  it('have the same headings, level by level', () => {
    expect(headings(chinese).map(({ level }) => level)).toEqual(headings(english).map(({ level }) => level));
  });

  it('have the same code, save for what is said in words: Hello, and what it prints', () => {
    const translated = (page: string, hello: string) =>
      codeBlocks(page).map(({ language, code }) => ({
        language,
        code: code === read(hello) ? 'hello' : language === 'text' ? 'what is printed' : code,
      }));
    const wanted = translated(english, 'examples/hello.ts');
    expect(wanted).toContainEqual({ language: 'ts', code: 'hello' });
    expect(translated(chinese, 'examples/hello-chinese.ts')).toEqual(wanted);
  });

  it('have as many rows in each table, and as many points in each list, section by section', () => {
    const shape = (page: string) =>
      proseOf(page)
        .split(/^#+ /m)
        .map((section) => [section.match(/^\|/gm)?.length ?? 0, section.match(/^- /gm)?.length ?? 0]);
    expect(shape(chinese)).toEqual(shape(english));
  });
});

it.each(['README.md', 'README.zh-CN.md'])(
  '%s names files that are in a clone where it shows commands for one',
  (page) => {
    const commands = codeBlocks(read(page)).flatMap(({ language, code }) =>
      language === 'sh' ? code.split('\n') : [],
    );
    const files = commands.flatMap((line) => /^npm start .*--file (\S+)/.exec(line)?.[1] ?? []);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  },
);

/** Where a page shows an example of its own language, or what it prints. */
const inWords: Readonly<Record<string, RegExp>> = {
  'docs/zh/start.md': /stock_level|Ordered 38|已订购/,
  'docs/zh/offline-rules.md': /^(?:Not done:|未完成：)/,
};
const translated = pages.filter((page) => page.startsWith('docs/zh/'));

it.each(translated)('%s has the headings, tables, lists and code of the English page', (page) => {
  const shape = (text: string) => ({
    headings: headings(text).map(({ level }) => level),
    rows: proseOf(text).match(/^\|/gm)?.length ?? 0,
    points: proseOf(text).match(/^(?:-|\d+\.) /gm)?.length ?? 0,
    code: codeBlocks(text).map(({ language, code }) => (inWords[page]?.test(code) ? language : code)),
  });
  expect(shape(read(page))).toEqual(shape(read(page.replace('/zh/', '/'))));
});

it('docs/options.md gives the defaults of the settings', () => {
  const given = [...read('docs/options.md').matchAll(/^\| *`([\w.]+)` *\| *`([^`]+)` *\|/gm)].map(([, name, value]) => [
    name,
    value,
  ]);
  // What messages do is a table of its own, in docs/steering.md.
  const { steering: _, ...settings } = runSettingsSchema.parse({});
  const defaults = Object.entries(settings).flatMap(([name, value]) =>
    typeof value === 'object'
      ? Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, String(each)])
      : [[name, String(value)]],
  );
  expect(given.sort()).toEqual([...defaults, ['allow', '[]']].sort());
});

it('docs/options.md names every option of an orchestrator', () => {
  const wrong = { model: scriptedModel([]), specialists: [], nothing: {} } as unknown as OrchestratorConfig; // "nothing" is no option
  const refusal = (() => {
    try {
      createOrchestrator(wrong);
    } catch (error) {
      return String(error);
    }
    return '';
  })();
  const names = /allowed are ([^.;]*)/.exec(refusal)?.[1]?.split(', ') ?? [];
  expect(names.length).toBeGreaterThan(30);
  const named = new Set(codeSpans(read('docs/options.md')).map((span) => span.split('.')[0]));
  expect(names.filter((name) => !named.has(name))).toEqual([]);
});

/** The anchor that a heading gets. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

it.each([...pages, 'CONTRIBUTING.md', 'CHANGELOG.md', 'bench/economy/README.md', 'inspector/README.md'])(
  'every local link of %s leads somewhere',
  (page) => {
    const targets = [...proseOf(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
    const broken = targets
      .filter((target) => !/^\w+:/.test(target))
      .filter((target) => {
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? page : join(dirname(page), path);
        if (!existsSync(join(root, file))) return true;
        return anchor !== undefined && !headings(read(file)).some(({ text }) => anchorOf(text) === anchor);
      });
    expect(broken).toEqual([]);
  },
);

it('every code of an error has a section in docs/errors.md', () => {
  const sections = headings(read('docs/errors.md')).map(({ text }) => text.split(' ')[0] ?? '');
  const codes = ['src/errors.ts', 'src/models/model-error.ts'].flatMap((file) => {
    const [, union = ''] = /export type \w+ErrorCode =([\s\S]*?);/.exec(read(file)) ?? [];
    return [...union.matchAll(/'([\w-]+)'/g)].map((match) => match[1] ?? '');
  });
  expect(codes.length).toBeGreaterThan(20);
  const wanted = Object.groupBy(codes, (code) => code);
  const missing = codes.filter((code) => sections.filter((each) => each === code).length < (wanted[code]?.length ?? 0));
  expect(missing).toEqual([]);
});

it('every test that docs/guarantees.md names exists', () => {
  const tests = [...read('docs/guarantees.md').matchAll(/`(test\/[^`]+)`/g)].map((match) => match[1] ?? '');
  expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
