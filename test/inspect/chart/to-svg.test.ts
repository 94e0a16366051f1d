import { expect, it } from 'vitest';
import { svgThemes } from '../../../src/inspect/chart/svg-theme.ts';
import { toSvg } from '../../../src/inspect/chart/to-svg.ts';
import { draw, lightChart } from './charts.ts';

const drawing = await draw(lightChart);
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

it('is one picture with a title and its own style, and asks for nothing from outside', () => {
  const svg = toSvg(drawing, { theme: 'light', title: 'A "light" & <more>' });
  expect(svg).toMatch(/^<svg [^>]*role="img"[^>]*>\n<title>A &quot;light&quot; &amp; &lt;more&gt;<\/title>\n<style>/);
  expect(svg.endsWith('</svg>\n')).toBe(true);
  expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/https?:|url\(|@import/);
});

it('draws every node, edge and label', () => {
  const svg = toSvg(drawing, { theme: 'dark', title: 'light' });
  expect(count(svg, /<g class="node /g)).toBe(drawing.nodes.length);
  expect(count(svg, /<g class="edge /g)).toBe(drawing.edges.length);
  expect(count(svg, /<g class="label /g)).toBe(drawing.edges.filter(({ label }) => label).length);
});

it('marks active states and transitions that were taken', () => {
  const active = new Set(['light', 'light.broken']);
  const taken = new Set(['light.working|fault.found|0', 'light.working.red|button.pressed|0']);
  const svg = toSvg(drawing, { theme: 'light', active, taken, title: 'light' });
  expect(svg).toContain('<g class="node state level-1 active" data-id="light.broken">');
  expect(count(svg, /<g class="node [^"]*active"/g)).toBe(2);
  expect(count(svg, /<g class="(edge|label|row) [^"]*taken"/g)).toBe(3);
});

it('replaces what XML forbids', () => {
  const [node] = drawing.nodes;
  const nodes = node ? [{ ...node, title: 'a\u0000b\ud800' }] : [];
  expect(toSvg({ ...drawing, nodes }, { theme: 'light', title: 't' })).toContain('>a\ufffdb\ufffd<');
});

const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => channel(Number.parseInt(colour.slice(at, at + 2), 16) / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it.each(Object.entries(svgThemes))('has a contrast of at least 4.5 for all text: %s', (_, theme) => {
  const fills = [theme.state, theme.pill, theme.accentFill, ...theme.levels];
  const texts = ['text', 'muted', 'done', 'error', 'after', 'guard', 'actor'] as const;
  const weak = texts.flatMap((text) =>
    fills.filter((fill) => contrast(theme[text], fill) < 4.5).map((fill) => `${text} on ${fill}`),
  );
  expect(weak).toEqual([]);
});
