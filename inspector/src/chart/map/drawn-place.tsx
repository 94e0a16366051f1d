import type { DrawnNode } from '../../../../src/inspect/chart/drawing.ts';
import { chip, letters, mostChipRows } from '../../../../src/inspect/chart/map/map-options.ts';
import { DrawnRow, Gutter } from '../drawn-state.tsx';
import { cutText } from '../measured-text.ts';
import { chipsInRow } from './map-drawing.ts';
import type { PlaceFact } from './map-facts.ts';

interface Props {
  readonly node: DrawnNode;
  readonly fact: PlaceFact;
  /** What happens in a room. */
  readonly caption: string;
  readonly isActive: boolean;
  readonly isFound: boolean;
  readonly isUncovered: boolean;
  readonly uncovered: ReadonlySet<string> | undefined;
  readonly hasBreak: boolean;
  readonly isFocusStop: boolean;
  readonly isPinned: boolean;
  readonly onFold: (id: string) => void;
  readonly onBreak: (id: string) => void;
  readonly onPin: () => void;
}

const pad = 12;

/** A place of a map: a room, a state of an open one, an end, or what stands beside the rooms. */
export function DrawnPlace(props: Props) {
  const { node, fact, isActive, hasBreak, isFocusStop, onFold, onBreak, onPin } = props;
  const { id, kind, x, y, width, height } = node;
  const isRoom = kind === 'room' || kind === 'open-room';
  const classes = [
    'node place',
    kind,
    ...(isActive ? ['active'] : []),
    ...(fact.tone ? [`tone-${fact.tone}`] : []),
    ...(fact.isVisited ? ['visited'] : []),
    ...(hasBreak ? ['breaks'] : []),
    ...(props.isFound ? ['found'] : []),
    ...(props.isUncovered ? ['uncovered'] : []),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot stand inside of a drawing
    <g
      class={classes.join(' ')}
      role="button"
      {...(id.startsWith('|') ? {} : { 'data-state': id, 'data-testid': `state-${id}` })}
      aria-current={isActive}
      {...(isRoom ? { 'aria-expanded': kind === 'open-room' } : {})}
      tabindex={isFocusStop ? 0 : -1}
      onClick={({ target }) => {
        const isHead = kind === 'room' || (target as Element).closest('.head') !== null;
        if (isRoom && isHead) onFold(id);
      }}
      onKeyDown={(event) => {
        if (event.key === 'b') onBreak(id);
        else if (event.key === 'Enter' && isRoom) onFold(id);
        else if (event.key === 'p' && kind === 'open-room') onPin();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <rect class="box" x={x} y={y} width={width} height={height} rx={isRoom ? 10 : 8} />
      {kind === 'final' ? (
        <rect class="inner" x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx="6" />
      ) : null}
      {kind === 'room' ? <ClosedRoom {...props} /> : null}
      {kind === 'open-room' ? <OpenRoom {...props} /> : null}
      {kind === 'state' ? <State node={node} fact={fact} /> : null}
      {kind === 'side' ? <Side node={node} fact={fact} /> : null}
      {kind === 'final' ? (
        <text class="title" x={x + pad + 2} y={y + height / 2 + 5}>
          {cutText(node.title, width - pad - 6, letters.name, 'semibold')}
        </text>
      ) : null}
      {kind === 'state' || kind === 'final' ? <Gutter node={node} hasBreak={hasBreak} onBreak={onBreak} /> : null}
    </g>
  );
}

/** Name, what happens there, a dot for each state, and how long it took. */
function ClosedRoom({ node, fact, caption, uncovered }: Props) {
  const { x, y, width, height, title } = node;
  const isFlat = height < 60;
  const step = fact.dots.length > 5 ? 10 : 12;
  const dotsWidth = fact.dots.length * step - 4;
  const [dotsX, dotsY] = isFlat ? [x + width - pad - dotsWidth + 4, y + 18] : [x + pad + 4, y + height - 16];
  return (
    <g class="head folds">
      <rect class="grip" x={x} y={y} width={width} height={height} rx="10" />
      <text class="title" x={x + pad} y={y + (isFlat ? 22 : 24)}>
        {cutText(title, width - 2 * pad - (isFlat ? dotsWidth : 0), letters.name, 'semibold')}
      </text>
      <text class="note" x={x + pad} y={y + (isFlat ? 40 : 43)}>
        {cutText(caption, width - pad - 1 - (isFlat ? 60 : 0), letters.note)}
      </text>
      {fact.dots.map(({ id, isVisited, isActive }, place) => (
        <circle
          key={id}
          class={`dot-state${isVisited ? ' visited' : ''}${isActive ? ' on' : ''}${uncovered?.has(id) ? ' uncovered' : ''}`}
          cx={dotsX + place * step}
          cy={dotsY}
          r={step === 10 ? 3.5 : 4}
        />
      ))}
      <text class="note end" x={x + width - pad} y={isFlat ? y + 40 : dotsY + 4}>
        {fact.time}
      </text>
    </g>
  );
}

/** The head of an open room; a click closes it, the pin keeps it open. */
function OpenRoom({ node, fact, isPinned, onPin }: Props) {
  const { x, y, width, title } = node;
  return (
    <>
      <g class="head folds">
        <rect class="grip" x={x} y={y} width={width} height="36" rx="10" />
        <text class="title" x={x + 20} y={y + 25}>
          {title}
        </text>
        <text class="note end" x={x + width - 20} y={y + 25}>
          {fact.note}
        </text>
      </g>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: it never has the focus; its key is p */}
      <g
        class={isPinned ? 'pin on' : 'pin'}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          onPin();
        }}
      >
        <title>{isPinned ? 'Let it close with the next (p)' : 'Keep it open (p)'}</title>
        <rect class="grip" x={x + width - 32} y={y + 10} width="22" height="22" rx="6" />
        <path
          transform={`translate(${x + width - 28} ${y + 14})`}
          d="M4 1.500h6M5 1.500v4L3 8h8L9 5.500v-4M7 8v4.500"
        />
      </g>
    </>
  );
}

/** A state of an open room: its name, how often and how long; below it the steps of the plan, or the ways out. */
function State({ node, fact }: { node: DrawnNode; fact: PlaceFact }) {
  const { x, y, width, height, title, rows } = node;
  const steps = chipPlaces(node, fact);
  const extra = rows.length * letters.line + (steps.length > 0 ? steps.rows * (chip.size + chip.gap) + 6 : 0);
  const isFlat = height - extra < 44;
  const noteWidth = isFlat ? width / 2 - pad : width - 2 * pad;
  const middle = y + (height - extra) / 2;
  return (
    <>
      <text class="title" x={x + pad} y={isFlat ? middle + 5 : y + 18}>
        {cutText(title, isFlat ? width / 2 : width - 2 * pad, letters.name, 'semibold')}
      </text>
      <text
        class={isFlat ? 'note end' : 'note'}
        x={isFlat ? x + width - pad : x + pad}
        y={isFlat ? middle + 4 : y + 35}
      >
        {cutText(fact.note, noteWidth, letters.note)}
      </text>
      {steps.map((step) => (
        <g key={step.text} class={`chip ${step.status}`}>
          <title>{step.title}</title>
          <rect x={step.x} y={step.y} width={step.width} height={chip.size} rx="5" />
          <text x={step.x + step.width / 2} y={step.y + 14}>
            {step.text}
          </text>
        </g>
      ))}
      {rows.map((row, place) => (
        <DrawnRow
          key={place}
          row={row}
          x={x + pad}
          baseline={y + height - extra + place * letters.line + 8}
          isTaken={false}
        />
      ))}
    </>
  );
}

interface Chip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly text: string;
  readonly title: string;
  readonly status: string;
}

/** The steps of the plan by their numbers, as many as there is room for; the last place says how many more. */
function chipPlaces({ x, y, width, height }: DrawnNode, { steps }: PlaceFact): Chip[] & { rows: number } {
  const inRow = chipsInRow(width);
  const room = inRow * mostChipRows;
  const shown = steps.length > room ? steps.slice(0, room - 2) : steps;
  const rows = Math.min(mostChipRows, Math.ceil(steps.length / inRow));
  const top = y + height - rows * (chip.size + chip.gap) - 4;
  const at = (place: number) => ({
    x: x + pad + (place % inRow) * (chip.size + chip.gap),
    y: top + Math.floor(place / inRow) * (chip.size + chip.gap),
  });
  const chips = shown.map(({ id, description, status }, place): Chip => {
    const text = String(place + 1);
    return { ...at(place), width: chip.size, text, status, title: `${id}: ${description} (${status})` };
  });
  const more = steps.length - shown.length;
  if (more > 0) {
    const title = `${more} more steps`;
    chips.push({ ...at(shown.length), width: 2 * chip.size + chip.gap, text: `+${more}`, status: 'more', title });
  }
  return Object.assign(chips, { rows });
}

/** What stands beside the rooms. */
function Side({ node, fact }: { node: DrawnNode; fact: PlaceFact }) {
  const { id, x, y, height, width, title } = node;
  const middle = y + height / 2;
  const icon = id.startsWith('|')
    ? 'M8 2.500a5.500 5.500 0 1 0 .01 0ZM8 5v3.200l2 1.300'
    : 'M3.500 2.500v11M12.500 2.500v11M3.500 6h9M3.500 10h9';
  return (
    <>
      <path class="side-icon" transform={`translate(${x + pad} ${middle - 8})`} d={icon} />
      <text class="title" x={x + 36} y={fact.note === '' ? middle + 5 : middle - 3}>
        {title}
      </text>
      <text class="note" x={x + 36} y={middle + 14}>
        {cutText(fact.note, width - 44, letters.note)}
      </text>
    </>
  );
}
