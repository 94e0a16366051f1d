import { metrics } from './metrics.ts';
import { svgThemes } from './svg-theme.ts';

/** The style sheet of a stand-alone SVG. */
export function svgStyle(theme: 'light' | 'dark'): string {
  const t = svgThemes[theme];
  return `
text { font-family: Inter, "Helvetica Neue", Helvetica, Arial, "Noto Sans", "Noto Sans CJK SC", sans-serif; fill: ${t.text}; }
.canvas { fill: ${t.canvas}; }
.box { fill: ${t.state}; stroke: ${t.border}; stroke-width: 1; }
.inner, .rule, .stack { fill: none; stroke: ${t.border}; stroke-width: 1; }
.rule { opacity: 0.55; }
${t.levels.map((fill, level) => `.compound.level-${level} > .box, .parallel.level-${level} > .box, .region.level-${level} > .box { fill: ${fill}; }`).join('\n')}
${t.levels.map((fill, level) => `.head.level-${level} text { stroke: ${fill}; }`).join('\n')}
.head text { paint-order: stroke; stroke-width: 4px; stroke-linejoin: round; }
.region > .box { stroke-dasharray: 4 3; }
.initial > .box { fill: ${t.text}; stroke: none; }
.title { font-size: ${metrics.title.size}px; font-weight: 600; }
.history .title { font-size: 11px; }
.row text { font-size: ${metrics.row.size}px; fill: ${t.muted}; }
.icon { fill: none; stroke: ${t.muted}; stroke-width: 1.3; stroke-linecap: round; stroke-linejoin: round; }
.row.event text { fill: ${t.text}; }
.row.done text { fill: ${t.done}; }
.row.done .icon { stroke: ${t.done}; }
.row.error text { fill: ${t.error}; }
.row.error .icon { stroke: ${t.error}; }
.row.after text { fill: ${t.after}; }
.row.after .icon { stroke: ${t.after}; }
.row.invoke text { fill: ${t.actor}; }
.row.invoke .icon { fill: ${t.actor}; stroke: none; }
.line { fill: none; stroke: ${t.line}; stroke-width: 1.2; }
.arrow { fill: ${t.line}; }
.edge.always .line { stroke-dasharray: 2 3; }
.edge.error .line { stroke: ${t.error}; }
.edge.error .arrow { fill: ${t.error}; }
.label text { font-size: ${metrics.label.size}px; text-anchor: middle; fill: ${t.muted}; }
.label .box { fill: ${t.pill}; stroke: ${t.pillBorder}; }
.label .event { font-weight: 600; fill: ${t.text}; }
.label.always .event { fill: ${t.muted}; }
.label.done .event { fill: ${t.done}; }
.label.error .event { fill: ${t.error}; }
.label.after .event { fill: ${t.after}; }
.label .guard { fill: ${t.guard}; }
.active > .box { stroke: ${t.accent}; stroke-width: 1.6; }
.active.state > .box, .active.final > .box, .active.collapsed > .box { fill: ${t.accentFill}; }
.edge.taken .line { stroke: ${t.accent}; stroke-width: 2.2; }
.edge.taken .arrow { fill: ${t.accent}; }
.label.taken .box { fill: ${t.accentFill}; stroke: ${t.accent}; }
.row.taken text { font-weight: 600; }
`;
}
