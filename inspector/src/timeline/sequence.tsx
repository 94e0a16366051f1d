import { computed } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { nameOf } from '../state/format.ts';
import { session } from '../state/store.ts';

interface Arrow {
  readonly seq: number;
  readonly from: string;
  readonly to: string;
  readonly event: string;
}

const [before, after] = [150, 30];
const [laneWidth, rowHeight, headHeight] = [136, 26, 30];
const outside = 'outside';

/** Events around the cursor, oldest first. */
const arrows = computed<Arrow[]>(() => {
  const { history, at, frameCount } = session.value;
  const total = frameCount.value;
  const middle = history.countAt(at.value);
  const gather = (start: number, step: 1 | -1, most: number) => {
    const found: Arrow[] = [];
    for (let index = start; index >= 0 && index < total && found.length < most; index += step) {
      const frame = history.frames[index];
      const inFrame = (frame?.changes ?? []).flatMap((change): Arrow[] =>
        change.type === 'event' && !change.event.startsWith('xstate.init')
          ? [{ seq: frame?.seq ?? 0, from: change.from ?? outside, to: change.actor, event: change.event }]
          : [],
      );
      if (step === 1) found.push(...inFrame);
      else found.unshift(...inFrame);
    }
    return found;
  };
  return [...gather(middle - 1, -1, before), ...gather(middle, 1, after)];
});

const short = (event: string) =>
  event
    .replace(/^xstate\.done\.actor\..*/, 'done')
    .replace(/^xstate\.error\.actor\..*/, 'error')
    .replace(/^xstate\./, '');

/** Who sent what to whom: a lane for each actor, an arrow for each event. */
export function Sequence() {
  const box = useRef<HTMLElement>(null);
  const list = arrows.value;
  const { state, group } = session.value;
  const lanes = [...new Set(list.flatMap(({ from, to }) => [from, to]))];
  const xOf = (id: string) => lanes.indexOf(id) * laneWidth + laneWidth / 2;
  const nameLane = (id: string) => (id === outside ? outside : nameOf(state.value.get(id)?.path ?? id));
  const cursorRow = list.findLastIndex(({ seq }) => seq <= group.value);
  const cursorX = xOf(list[cursorRow]?.to ?? '');
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = element;
    const top = headHeight + cursorRow * rowHeight;
    const isHigh = top < scrollTop + headHeight || top > scrollTop + clientHeight - 2 * rowHeight;
    if (isHigh) element.scrollTop = top - clientHeight / 2;
    const isAside = cursorX < scrollLeft + laneWidth / 2 || cursorX > scrollLeft + clientWidth - laneWidth / 2;
    if (isAside) element.scrollLeft = cursorX - clientWidth / 2;
  }, [cursorRow, cursorX]);
  if (list.length === 0) return <p class="empty">No events yet.</p>;
  const [width, height] = [lanes.length * laneWidth, headHeight + list.length * rowHeight + 16];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section class="sequence" ref={box} tabIndex={0} aria-label="Sequence of events">
      <div class="lanes" style={{ width: `${width}px` }}>
        {lanes.map((id) => (
          <span key={id} style={{ width: `${laneWidth}px` }} title={state.value.get(id)?.path ?? id}>
            {nameLane(id)}
          </span>
        ))}
      </div>
      <svg
        width={width}
        height={height - headHeight}
        role="img"
        aria-label={`${list.length} events between ${lanes.length} actors`}
      >
        {lanes.map((id) => (
          <line key={id} class="lane" x1={xOf(id)} x2={xOf(id)} y1="0" y2={height} />
        ))}
        {list.map((arrow, row) => (
          <DrawnArrow
            key={`${arrow.seq}-${row}`}
            y={row * rowHeight + 18}
            ends={[xOf(arrow.from), xOf(arrow.to)]}
            when={arrow.seq === group.value ? 'now' : arrow.seq > group.value ? 'later' : ''}
            text={short(arrow.event)}
          />
        ))}
      </svg>
    </section>
  );
}

interface ArrowProps {
  readonly y: number;
  /** Where it begins and ends, from the left. */
  readonly ends: readonly [number, number];
  readonly when: 'now' | 'later' | '';
  readonly text: string;
}

/** An event on its way; one that an actor sends to itself is a loop. */
function DrawnArrow({ y, ends: [x1, x2], when, text }: ArrowProps) {
  const isSelf = x1 === x2;
  const way = x2 > x1 ? 1 : -1;
  const path = isSelf ? `M${x1} ${y - 4}h26v8h-20` : `M${x1} ${y}H${x2 - way * 7}`;
  const tip = isSelf ? `M${x1 + 8} ${y}l-8 4 8 4z` : `M${x2} ${y}l${-way * 8}-4v8z`;
  return (
    <g class={`arrow ${when}`}>
      <path class="arrow-line" d={path} />
      <path class="arrow-tip" d={tip} />
      <text
        x={isSelf ? x1 + 32 : x2 - way * Math.min(Math.abs(x2 - x1) / 2, 1.5 * laneWidth)}
        y={isSelf ? y + 3 : y - 5}
        text-anchor={isSelf ? 'start' : 'middle'}
      >
        {text}
      </text>
    </g>
  );
}
