import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { TroupeError } from '../../errors.ts';
import type { SharedFile } from '../run-page.ts';
import type { Session } from '../sessions/session.ts';
import { shareRun } from './share-run.ts';
import { type SharedRun, sharedIds } from './shared-run.ts';

/**
 * A session as one HTML file: the page, the run and everything that the page would ask a server for. It loads nothing and sends nothing, which its content
 * security policy makes sure of.
 *
 * @param folder where the built page is.
 */
export async function shareHtml(session: Session, folder: string): Promise<SharedFile> {
  const [page, run] = await Promise.all([readPage(folder), shareRun(session)]);
  const html = await toHtml(page, run);
  return {
    name: `${basename(run.info.id).replaceAll(/[^\w.-]+/g, '-') || 'run'}.html`,
    html,
    bytes: Buffer.byteLength(html),
    entries: run.entries.length,
    prompts: run.prompts.length,
    left: run.left,
  };
}

/** The built page, as the texts of its files. */
interface PageTexts {
  readonly script: string;
  readonly style: string;
  /** ELK, unmodified. */
  readonly worker: string;
  readonly licences: string;
}

const licenceFiles = ['elk-worker.LICENSE.md', 'inter.LICENSE.txt', 'jetbrains-mono.LICENSE.txt'];

async function readPage(folder: string): Promise<PageTexts> {
  const text = (name: string) => readFile(join(folder, name), 'utf8');
  try {
    const index = await text('index.html');
    const named = (pattern: RegExp) => {
      const name = pattern.exec(index)?.[1];
      if (name === undefined) throw new Error('index.html names no script or no style');
      return name;
    };
    const style = named(/<link rel="stylesheet"[^>]* href="\.\/([^"]+)"/);
    const [script, css, worker, ...licences] = await Promise.all([
      text(named(/<script type="module"[^>]* src="\.\/([^"]+)"/)),
      text(style),
      text('elk-worker.min.js'),
      ...licenceFiles.map(text),
    ]);
    return { script, style: await withFonts(css, join(folder, style, '..')), worker, licences: licences.join('\n\n') };
  } catch (cause) {
    const problem = `The page in ${folder} cannot be put into a file. Build it again with: npm run build`;
    throw new TroupeError('usage', problem, { cause });
  }
}

/** A style whose fonts are in it. */
async function withFonts(css: string, folder: string): Promise<string> {
  const pattern = /url\(["']?\.\/([\w.-]+\.woff2)["']?\)/g;
  const names = [...new Set([...css.matchAll(pattern)].map(([, name = '']) => name))];
  const fonts = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'base64')] as const)),
  );
  return css.replaceAll(pattern, (_, name: string) => `url(data:font/woff2;base64,${fonts.get(name)})`);
}

async function toHtml({ script, style, worker, licences }: PageTexts, run: SharedRun): Promise<string> {
  const code = inScript(script);
  const hash = createHash('sha256').update(code).digest('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${inHtml(run.info.title)} · Troupe</title>
<style>${style.replaceAll(/<\/style/gi, '<\\/style')}</style>
</head>
<body>
<div id="app"></div>
<noscript>This file shows a run of Troupe, which needs JavaScript.</noscript>
<script type="text/plain" id="${sharedIds.run}">${await packed(JSON.stringify(run))}</script>
<script type="text/plain" id="${sharedIds.worker}">${await packed(worker)}</script>
<script type="text/plain" id="licences">${inHtml(licences)}</script>
<script type="module">${code}</script>
</body>
</html>
`;
}

const zip = promisify(gzip);

/** A text in letters that mean nothing to HTML. */
const packed = async (text: string): Promise<string> => (await zip(text, { level: 9 })).toString('base64');

const inHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Code that can stand in an element: what would end that, or begin a comment in it, is only ever in texts of it, where an escape means the same. */
const inScript = (code: string): string => code.replaceAll(/<(?=\/script|script|!--)/gi, '\\x3c');
