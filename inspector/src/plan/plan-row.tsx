import { stepLooks } from '../../../src/plan/step-looks.ts';
import { rowHeight } from '../layout/screen.ts';
import type { PlanRow, StepRow } from './plan-rows.ts';
import type { RailPart } from './rail.ts';

export const planRowHeight = () => rowHeight(40);
const middle = () => planRowHeight() / 2;
/** The first lane, the room between two, and the last that has a place of its own. */
const [first, gap, mostLanes] = [22, 13, 5];

const xOf = (lane: number) => first + Math.min(lane, mostLanes - 1) * gap;

interface Props {
  readonly row: PlanRow;
  readonly part: RailPart;
  readonly lanes: number;
  /** Whether it is what is looked at. */
  readonly isAt: boolean;
  readonly onChoose: (row: StepRow) => void;
}

/** A step, or the heading of a round, with its part of the rail. */
export function PlanRowView({ row, part, lanes, isAt, onChoose }: Props) {
  const width = xOf(Math.max(0, lanes - 1)) + 20;
  return (
    // biome-ignore lint/a11y/useSemanticElements: only the rows in view are drawn, inside of what scrolls
    <div class={`plan-row ${row.kind}`} role="listitem">
      <Rail part={part} width={width} {...(row.kind === 'step' ? { status: row.status } : {})} />
      {row.kind === 'round' ? (
        <div class="plan-round" style={{ paddingLeft: `${width}px` }}>
          <span>Round {row.round}</span>
          <span>{row.time}</span>
        </div>
      ) : (
        <button
          type="button"
          class={`plan-step ${row.status} ${row.isPast ? 'past' : ''} ${isAt ? 'at' : ''}`}
          data-testid={`plan-${row.isPast ? 'past' : 'step'}-${row.step}`}
          style={{ paddingLeft: `${width}px` }}
          tabIndex={-1}
          title={`${row.step}: ${row.title}\n${row.status}\n${row.note}`}
          onClick={() => onChoose(row)}
        >
          <span class="plan-title">
            {row.step} {row.title}
          </span>
          <span class="plan-words">{row.note}</span>
          <span class="plan-time">{row.time}</span>
          <span class="unseen">{row.status}</span>
        </button>
      )}
    </div>
  );
}

function Rail({ part, width, status }: { part: RailPart; width: number; status?: StepRow['status'] }) {
  const { own, through, into, isFollowed } = part;
  return (
    <svg class="rail" width={width} height={planRowHeight()} aria-hidden="true">
      {through.map((lane) => (
        <path key={lane} class="rail-line" d={`M${xOf(lane)} 0V${planRowHeight()}`} />
      ))}
      {own === undefined ? null : (
        <>
          {into.map((lane) => (
            <path key={lane} class="need" d={curve(xOf(lane), xOf(own))} />
          ))}
          {isFollowed ? <path class="rail-line" d={`M${xOf(own)} ${middle()}V${planRowHeight()}`} /> : null}
          <Mark x={xOf(own)} status={status ?? 'pending'} />
        </>
      )}
    </svg>
  );
}

/** From a lane above to the mark in its own. */
function curve(from: number, to: number): string {
  if (from === to) return `M${from} 0V${middle()}`;
  const side = Math.sign(to - from) * 6;
  return `M${from} 0V2q0 4 ${side} 4H${to - side}q${side} 0 ${side} 4V${middle()}`;
}

const person = 'M0-.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM-4 4.500c.4-2.600 2-3.400 4-3.400s3.600.8 4 3.400';

const pathOf = (status: StepRow['status']): string =>
  status === 'waiting' ? person : status === 'pending' ? '' : stepLooks[status === 'stopped' ? 'blocked' : status].path;

function Mark({ x, status }: { x: number; status: StepRow['status'] }) {
  return (
    <g class={`plan-mark ${status}`} transform={`translate(${x} ${middle()})`}>
      <circle r="8" />
      <path d={pathOf(status)} />
    </g>
  );
}
