import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderMermaidSVG, THEMES } from 'beautiful-mermaid';

/** Draws the Mermaid of pages as pictures in a folder, for both looks: the site needs no code for it, and no other host. */
export function chartDrawer(folder: string): (text: string) => string {
  const drawn = new Set<string>();
  mkdirSync(folder, { recursive: true });
  return (text) =>
    text.replace(/^```mermaid\n([\s\S]*?)^```$/gm, (_, chart: string) => {
      const name = createHash('sha256').update(chart).digest('hex').slice(0, 12);
      if (!drawn.has(name)) {
        for (const look of ['light', 'dark'] as const) {
          writeFileSync(join(folder, `${name}-${look}.svg`), draw(chart, look));
        }
        drawn.add(name);
      }
      const picture = (look: string) => `<img class="chart in-the-${look}" alt="" src="/charts/${name}-${look}.svg">`;
      return `${picture('light')}\n${picture('dark')}`;
    });
}

/** Without the font that the drawing would load from elsewhere. */
const draw = (chart: string, look: 'light' | 'dark'): string =>
  renderMermaidSVG(namesFirst(chart), {
    ...(THEMES[`github-${look}`] ?? {}),
    transparent: true,
    font: 'sans-serif',
  }).replace(/@import url\([^)]*\);?/g, '');

/** The drawing takes the name of a state only from before its first transition: so what a state is called goes to the top of its block. */
function namesFirst(chart: string): string {
  const called = new Map([...chart.matchAll(/^\s*(\w+): (.+)$/gm)].map(([, state = '', name = '']) => [state, name]));
  const blocks: { names: string[]; rest: string[] }[] = [{ names: [], rest: [] }];
  for (const line of chart.trimEnd().split('\n')) {
    const block = blocks.at(-1);
    const [, composite] = /^\s*state (\w+) \{$/.exec(line) ?? [];
    if (composite !== undefined) {
      blocks.push({ names: [`state "${called.get(composite) ?? composite}" as ${composite} {`], rest: [] });
    } else if (/^\s*\}$/.test(line) && block && blocks.length > 1) {
      blocks.pop();
      blocks.at(-1)?.rest.push(...block.names, ...block.rest, '}');
    } else if (/^\s*\w+: /.test(line)) {
      if (!new RegExp(`state ${line.trim().split(':')[0]} \\{`).test(chart)) block?.names.push(line);
    } else {
      block?.rest.push(line);
    }
  }
  const [{ names, rest } = { names: [], rest: [] }] = blocks;
  const [head = '', ...lines] = rest;
  return [head, ...names, ...lines].join('\n');
}
