import { memo } from 'preact/compat';
import type { DrawnNode, Row } from '../../../src/inspect/chart/drawing.ts';
import { metrics } from '../../../src/inspect/chart/metrics.ts';

interface Props {
  readonly node: DrawnNode;
  readonly isActive: boolean;
  readonly hasBreak: boolean;
  readonly isFocusStop: boolean;
  readonly canFold: boolean;
  /** The edges that were taken, of those in its rows. */
  readonly taken: string;
  readonly onFold: (id: string) => void;
  readonly onBreak: (id: string) => void;
}

/** Each fits in 9 by 9 pixels. */
function rowIcon({ kind, goes }: Row): string {
  if (kind === 'invoke') return 'M 2 0.5 L 8 4.5 L 2 8.5 Z';
  if (kind === 'action') return 'M 2.5 8 L 6 0.5';
  if (kind === 'hidden') return 'M 0.5 4.5 h 8 M 4.5 0.5 v 8';
  if (kind === 'error') return 'M 1.5 1.5 l 6 6 m 0 -6 l -6 6';
  if (goes === 'again') return 'M 7.8 3 A 3.7 3.7 0 1 0 8.2 5.2 M 8.4 0.6 V 3.2 H 5.8';
  if (goes === 'away') return 'M 0.5 4.5 h 8 M 5.5 1.5 l 3 3 l -3 3';
  return 'M 4.5 2.7 a 1.8 1.8 0 1 0 0.01 0 Z';
}

/** One state of the chart. Only its classes change while a run goes on. */
export const DrawnState = memo(function DrawnState(props: Props) {
  const { node, isActive, hasBreak, isFocusStop, canFold, taken, onFold, onBreak } = props;
  const { id, x, y, width, height, kind, title, rows, header, depth } = node;
  const classes = `node ${kind} level-${Math.min(depth, 3)}${isActive ? ' active' : ''}${hasBreak ? ' breaks' : ''}`;
  if (kind === 'initial') {
    return (
      <g class={classes}>
        <circle class="box" cx={x + width / 2} cy={y + height / 2} r={width / 2} />
      </g>
    );
  }
  if (kind === 'history') {
    return (
      <g class={classes} data-state={id} data-testid={`state-${id}`}>
        <circle class="box" cx={x + width / 2} cy={y + height / 2} r={width / 2} />
        <text class="title" text-anchor="middle" x={x + width / 2} y={y + height / 2 + 4}>
          {title}
        </text>
      </g>
    );
  }
  const hasInside = kind === 'compound' || kind === 'parallel' || kind === 'region';
  const isCentered = rows.length === 0 && !hasInside;
  const { box, title: heading, row: line } = metrics;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot stand inside of a drawing
    <g
      class={classes}
      data-state={id}
      data-testid={`state-${id}`}
      role="button"
      aria-current={isActive}
      {...(canFold ? { 'aria-expanded': hasInside } : {})}
      tabindex={isFocusStop ? 0 : -1}
      onClick={({ target }) => {
        const isTitle = !hasInside || (target as Element).closest('.head') !== null;
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
      <rect class="box" x={x} y={y} width={width} height={height} rx="7" />
      {kind === 'final' ? (
        <rect class="inner" x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx="4.5" />
      ) : null}
      {kind === 'collapsed' ? <path class="stack" d={`M ${x + 6} ${y + height + 3} h ${width - 12}`} /> : null}
      {hasInside ? <path class="rule" d={`M ${x} ${y + header} h ${width}`} /> : null}
      <g class={canFold ? 'head folds' : 'head'}>
        <rect class="grip" x={x} y={y} width={width} height={hasInside ? header : height} rx="7" />
        <text
          class="title"
          x={isCentered ? x + width / 2 : x + box.padX}
          text-anchor={isCentered ? 'middle' : 'start'}
          y={y + box.padY + heading.size}
        >
          {title}
        </text>
      </g>
      {rows.map((row, place) => {
        const baseline = y + box.padY + heading.line + 1 + place * line.line + line.size;
        const isTaken = row.edges.some((edge) => taken.includes(edge));
        return (
          <g
            key={place}
            class={`row ${row.kind}${isTaken ? ' taken' : ''}`}
            data-edge={row.edges[0]}
            {...(row.edges[0] === undefined ? {} : { 'data-testid': `edge-${row.edges[0]}` })}
          >
            <path class="row-icon" transform={`translate(${x + box.padX} ${baseline - 8})`} d={rowIcon(row)} />
            <text x={x + box.padX + line.icon} y={baseline}>
              {row.text}
            </text>
          </g>
        );
      })}
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: it never has the focus */}
      <g
        class="gutter"
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          onBreak(id);
        }}
      >
        <title>{hasBreak ? 'Take the breakpoint away' : 'Break when this state is entered'}</title>
        <circle class="gutter-area" cx={x} cy={y + 16} r="9" />
        <circle class="gutter-dot" cx={x} cy={y + 16} r="4.5" />
      </g>
    </g>
  );
});
