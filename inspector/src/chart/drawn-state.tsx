import { memo } from 'preact/compat';
import type { DrawnNode, Row } from '../../../src/inspect/chart/drawing.ts';
import { metrics } from '../../../src/inspect/chart/metrics.ts';
import { rowIcon } from '../../../src/inspect/chart/row-icon.ts';

const { box, title: heading, row: line } = metrics;

interface Props {
  readonly node: DrawnNode;
  readonly isActive: boolean;
  readonly isFound: boolean;
  readonly isUncovered: boolean;
  readonly hasBreak: boolean;
  readonly isFocusStop: boolean;
  readonly canFold: boolean;
  /** The edges that were taken, of those in its rows. */
  readonly taken: string;
  readonly onFold: (id: string) => void;
  readonly onBreak: (id: string) => void;
}

/** One state of the chart. Only its classes change while a run works. */
export const DrawnState = memo(function DrawnState(props: Props) {
  const { node, isActive, isFound, isUncovered, hasBreak, isFocusStop, canFold, taken, onFold, onBreak } = props;
  const { id, kind } = node;
  const marks = `${isActive ? ' active' : ''}${hasBreak ? ' breaks' : ''}${isFound ? ' found' : ''}${isUncovered ? ' uncovered' : ''}`;
  const classes = `node ${kind} level-${Math.min(node.depth, 3)}${marks}`;
  if (kind === 'initial' || kind === 'history') return <DrawnMark node={node} class={classes} />;
  const isOpen = hasInside(node);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot stand inside of a drawing
    <g
      class={classes}
      data-state={id}
      data-testid={`state-${id}`}
      role="button"
      aria-current={isActive}
      {...(canFold ? { 'aria-expanded': isOpen } : {})}
      tabindex={isFocusStop ? 0 : -1}
      onClick={({ target }) => {
        const isTitle = !isOpen || (target as Element).closest('.head') !== null;
        if (canFold && isTitle) onFold(id);
      }}
      onKeyDown={(event) => {
        if (event.key === 'b') onBreak(id);
        else if (event.key === 'Enter' && canFold) onFold(id);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <Frame node={node} canFold={canFold} />
      {node.rows.map((row, place) => (
        <DrawnRow
          key={place}
          row={row}
          x={node.x + box.padX}
          baseline={node.y + box.padY + heading.line + 1 + place * line.line + line.size}
          isTaken={row.edges.some((e) => taken.includes(e))}
        />
      ))}
      <Gutter node={node} hasBreak={hasBreak} onBreak={onBreak} />
    </g>
  );
});

const hasInside = ({ kind }: DrawnNode) => kind === 'compound' || kind === 'parallel' || kind === 'region';

/** Where a state begins, or its history. */
function DrawnMark({ node: { id, x, y, width, height, kind, title }, class: own }: { node: DrawnNode; class: string }) {
  const [cx, cy] = [x + width / 2, y + height / 2];
  const circle = <circle class="box" cx={cx} cy={cy} r={width / 2} />;
  if (kind === 'initial') return <g class={own}>{circle}</g>;
  return (
    <g class={own} data-state={id} data-testid={`state-${id}`}>
      {circle}
      <text class="title" text-anchor="middle" x={cx} y={cy + 4}>
        {title}
      </text>
    </g>
  );
}

/** The box of a state with its title. */
function Frame({ node, canFold }: { node: DrawnNode; canFold: boolean }) {
  const { x, y, width, height, kind, title, rows, header } = node;
  const isOpen = hasInside(node);
  const isCentered = rows.length === 0 && !isOpen;
  return (
    <>
      <rect class="box" x={x} y={y} width={width} height={height} rx="7" />
      {kind === 'final' ? (
        <rect class="inner" x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx="4.5" />
      ) : null}
      {kind === 'collapsed' ? <path class="stack" d={`M ${x + 6} ${y + height + 3} h ${width - 12}`} /> : null}
      {isOpen ? <path class="rule" d={`M ${x} ${y + header} h ${width}`} /> : null}
      <g class={canFold ? 'head folds' : 'head'}>
        <rect class="grip" x={x} y={y} width={width} height={isOpen ? header : height} rx="7" />
        <text
          class="title"
          x={isCentered ? x + width / 2 : x + box.padX}
          text-anchor={isCentered ? 'middle' : 'start'}
          y={y + box.padY + heading.size}
        >
          {title}
        </text>
      </g>
    </>
  );
}

interface RowProps {
  readonly row: Row;
  readonly x: number;
  readonly baseline: number;
  readonly isTaken: boolean;
}

/** What a state does, or a transition that stays in it: a line inside of its box. */
export function DrawnRow({ row, x, baseline, isTaken }: RowProps) {
  const [first] = row.edges;
  return (
    <g
      class={`row ${row.kind}${isTaken ? ' taken' : ''}`}
      data-edge={first}
      {...(first === undefined ? {} : { 'data-testid': `edge-${first}` })}
    >
      <path class="row-icon" transform={`translate(${x} ${baseline - 8})`} d={rowIcon(row)} />
      <text x={x + line.icon} y={baseline}>
        {row.text}
      </text>
    </g>
  );
}

interface GutterProps {
  readonly node: DrawnNode;
  readonly hasBreak: boolean;
  readonly onBreak: (id: string) => void;
}

/** The edge of a state, where a click sets a breakpoint. */
export function Gutter({ node: { id, x, y }, hasBreak, onBreak }: GutterProps) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it never has the focus
    <g
      class="gutter"
      aria-hidden="true"
      onClick={(event) => {
        event.stopPropagation();
        onBreak(id);
      }}
    >
      <title>{hasBreak ? 'Remove the breakpoint' : 'Break when this state is entered'}</title>
      <circle class="gutter-area" cx={x} cy={y + 16} r="9" />
      <circle class="gutter-dot" cx={x} cy={y + 16} r="4.5" />
    </g>
  );
}
