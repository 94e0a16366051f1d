import { memo } from 'preact/compat';
import type { DrawnEdge } from '../../../src/inspect/chart/drawing.ts';
import { metrics } from '../../../src/inspect/chart/metrics.ts';

interface Props {
  readonly edge: DrawnEdge;
  /** It was taken last. */
  readonly isTaken: boolean;
  /** It was taken before. */
  readonly hasGone: boolean;
  /** It leads to where the chart fails. */
  readonly isFailure: boolean;
  readonly isUncovered: boolean;
  readonly hasBreak: boolean;
  readonly onBreak: (id: string) => void;
}

const { arrow, label: text } = metrics;
const head = `M 0 0 L ${-arrow.length} ${-arrow.width / 2} L ${-arrow.length} ${arrow.width / 2} Z`;

/** One edge of the chart with its label. */
export const DrawnTransition = memo(function DrawnTransition(props: Props) {
  const { edge, isTaken, hasGone, isFailure, isUncovered, hasBreak, onBreak } = props;
  const { ids, kind, path, arrow: tip, label } = edge;
  const [first] = ids;
  const marks = [
    kind,
    ...(isTaken ? ['taken'] : hasGone ? ['gone'] : []),
    ...(isFailure && (isTaken || hasGone) ? ['failure'] : []),
    ...(isUncovered ? ['uncovered'] : []),
    ...(hasBreak ? ['breaks'] : []),
  ];
  const classes = marks.join(' ');
  return (
    <g
      class={`edge ${classes}`}
      data-edge={ids.join(' ')}
      {...(first === undefined ? {} : { 'data-testid': `edge-${first}` })}
    >
      {first === undefined ? null : <path class="edge-area" d={path} />}
      <path class="line" d={path} />
      <path class="arrow" transform={`translate(${tip.x} ${tip.y}) rotate(${tip.angle})`} d={head} />
      {label ? (
        <g class={`label ${classes}`}>
          <rect class="box" x={label.x} y={label.y} width={label.width} height={label.height} rx="5" />
          {label.lines.map((line, place) => (
            <text
              key={place}
              class={line.part}
              text-anchor="middle"
              x={label.x + label.width / 2}
              y={label.y + label.height / 2 + 4 + (place - (label.lines.length - 1) / 2) * text.line}
            >
              {line.text}
            </text>
          ))}
          {first === undefined ? null : (
            // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it never has the focus
            <g class="gutter" aria-hidden="true" onClick={() => onBreak(first)}>
              <title>{hasBreak ? 'Remove the breakpoint' : 'Break when this transition is taken'}</title>
              <circle class="gutter-area" cx={label.x} cy={label.y + label.height / 2} r="8" />
              <circle class="gutter-dot" cx={label.x} cy={label.y + label.height / 2} r="4" />
            </g>
          )}
        </g>
      ) : null}
    </g>
  );
});
