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
  renderMermaidSVG(chart, { ...(THEMES[`github-${look}`] ?? {}), transparent: true, font: 'sans-serif' }).replace(
    /@import url\([^)]*\);?/g,
    '',
  );
