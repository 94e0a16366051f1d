import type { Drawing, DrawnEdge, DrawnLabel, DrawnNode, Row } from './drawing.ts';
import { metrics } from './metrics.ts';
import { rowIcon } from './row-icon.ts';
import { svgStyle } from './svg-style.ts';

export interface SvgOptions {
  readonly theme: 'light' | 'dark';
  /** The ids of the active states. */
  readonly active?: ReadonlySet<string>;
  /** The ids of the transitions that were taken. */
  readonly taken?: ReadonlySet<string>;
  /** What the picture shows, for those who cannot see it. */
  readonly title: string;
}

const nobody: ReadonlySet<string> = new Set();

/** What is marked, by id. */
type Marks = Required<Pick<SvgOptions, 'active' | 'taken'>>;

/** A drawing as a stand-alone SVG text, with its own style. */
export function toSvg(drawing: Drawing, { theme, active = nobody, taken = nobody, title }: SvgOptions): string {
  const { width, height, nodes, edges } = drawing;
  const marks: Marks = { active, taken };
  const isTaken = (edge: DrawnEdge) => edge.ids.some((id) => taken.has(id));
  // Taken edges are drawn last, so that they are not crossed by others.
  const ordered = [...edges].sort((a, b) => Number(isTaken(a)) - Number(isTaken(b)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escapeText(title)}</title>`,
    `<style>${svgStyle(theme)}</style>`,
    `<rect class="canvas" width="${width}" height="${height}"/>`,
    ...nodes.map((node) => nodeSvg(node, marks)),
    ...ordered.map((edge) => edgeSvg(edge, isTaken(edge))),
    ...nodes.map((node) => outerHeadSvg(node, marks)),
    ...ordered.map((edge) => (edge.label ? labelSvg(edge, edge.label, isTaken(edge)) : '')),
    '</svg>',
    '',
  ]
    .filter((line, place, all) => line !== '' || place === all.length - 1)
    .join('\n');
}

function nodeSvg(node: DrawnNode, options: Marks): string {
  const { id, x, y, width, height, kind, header } = node;
  const parts = [
    kind === 'initial' || kind === 'history' ? circle(node) : box(node, 7),
    kind === 'final' ? box({ x: x + 3, y: y + 3, width: width - 6, height: height - 6 }, 4.5, 'inner') : '',
    // A second edge below: there is more inside.
    kind === 'collapsed' ? `<path class="stack" d="M ${x + 6} ${y + height + 3} h ${width - 12}"/>` : '',
    hasInside(node) ? `<path class="rule" d="M ${x} ${y + header} h ${width}"/>` : headSvg(node, options),
  ];
  return `<g class="node ${nodeClass(node, options)}" data-id="${escapeText(id)}">${parts.join('')}</g>`;
}

/** Title and rows of a state with states in it, for which lines make room: edges that lead inside may run behind them. */
const outerHeadSvg = (node: DrawnNode, options: Marks) =>
  hasInside(node) ? `<g class="head ${nodeClass(node, options)}">${headSvg(node, options)}</g>` : '';

const headSvg = (node: DrawnNode, { taken }: Marks) =>
  [titleSvg(node), ...node.rows.map((row, place) => rowSvg(row, node.x, rowY(node.y, place), taken))].join('');

const nodeClass = ({ id, kind, depth }: DrawnNode, { active }: Marks) =>
  [kind, `level-${Math.min(depth, 3)}`, ...(active.has(id) ? ['active'] : [])].join(' ');

const hasInside = ({ kind }: DrawnNode) => kind === 'compound' || kind === 'parallel' || kind === 'region';

const circle = ({ x, y, width, height }: DrawnNode) =>
  `<circle class="box" cx="${x + width / 2}" cy="${y + height / 2}" r="${width / 2}"/>`;

type Box = Pick<DrawnNode, 'x' | 'y' | 'width' | 'height'>;

const box = ({ x, y, width, height }: Box, radius: number, kind = 'box') =>
  `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>`;

function titleSvg(node: DrawnNode): string {
  const { x, y, width, height, title, kind, rows } = node;
  if (kind === 'initial') return '';
  const baseline = kind === 'history' ? y + height / 2 + 4 : y + metrics.box.padY + metrics.title.size;
  const isCentered = rows.length === 0 && !hasInside(node);
  const place = isCentered ? `x="${x + width / 2}" text-anchor="middle"` : `x="${x + metrics.box.padX}"`;
  return `<text class="title" ${place} y="${baseline}">${escapeText(title)}</text>`;
}

/** The baseline of a row. */
const rowY = (y: number, place: number) =>
  y + metrics.box.padY + metrics.title.line + 1 + place * metrics.row.line + metrics.row.size;

function rowSvg(row: Row, x: number, y: number, taken: ReadonlySet<string>): string {
  const left = x + metrics.box.padX;
  const classes = ['row', row.kind, ...(row.edges.some((id) => taken.has(id)) ? ['taken'] : [])].join(' ');
  const icon = `<path class="icon" transform="translate(${left} ${y - 8})" d="${rowIcon(row)}"/>`;
  const text = `<text x="${left + metrics.row.icon}" y="${y}">${escapeText(row.text)}</text>`;
  return `<g class="${classes}"${dataEdges(row.edges)}>${icon}${text}</g>`;
}

function edgeSvg({ id, ids, kind, path, arrow }: DrawnEdge, isTaken: boolean): string {
  const { length, width } = metrics.arrow;
  const head = `M 0 0 L ${-length} ${-width / 2} L ${-length} ${width / 2} Z`;
  const classes = ['edge', kind, ...(isTaken ? ['taken'] : [])].join(' ');
  const place = `translate(${arrow.x} ${arrow.y}) rotate(${arrow.angle})`;
  return `<g class="${classes}" data-id="${escapeText(id)}"${dataEdges(ids)}><path class="line" d="${path}"/><path class="arrow" transform="${place}" d="${head}"/></g>`;
}

function labelSvg({ kind, ids }: DrawnEdge, label: DrawnLabel, isTaken: boolean): string {
  const { size, line, padY } = metrics.label;
  const { x, y, width, lines } = label;
  const middle = x + width / 2;
  const texts = lines.map(({ text, part }, place) => {
    const baseline = y + padY + place * line + size;
    return `<text class="${part}" x="${middle}" y="${baseline}">${escapeText(text)}</text>`;
  });
  const classes = ['label', kind, ...(isTaken ? ['taken'] : [])].join(' ');
  return `<g class="${classes}"${dataEdges(ids)}>${box(label, 5)}${texts.join('')}</g>`;
}

const dataEdges = (ids: readonly string[]) => (ids.length === 0 ? '' : ` data-edges="${escapeText(ids.join(' '))}"`);

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The text as it may stand in SVG; characters that XML forbids are replaced. */
function escapeText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML forbids
  const allowed = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
  return allowed.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}
