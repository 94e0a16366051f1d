import { computed } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { SystemState } from '../state/fold.ts';
import { nameOf } from '../state/format.ts';
import { isPlaying } from '../state/page-state.ts';
import { session } from '../state/store.ts';
import { type Arrow, type LanePart, type Lanes, lanesOf } from './sequence-lanes.ts';

const [before, after] = [150, 30];
const [rowHeight, headHeight] = [26, 30];
const outside = 'outside';

/** Whose event it is: an effect, or one call of a tool, is folded into the actor that asked for it. */
function ownerOf(id: string, state: SystemState): string {
  const actor = state.get(id);
  const isOwn = !actor || (actor.chart !== undefined && !/^tool-[\d.-]+$/.test(nameOf(actor.path)));
  return isOwn || actor.parent === undefined ? id : ownerOf(actor.parent, state);
}

/** Every actor that has been there: also those that come after the cursor have names. */
const everybody = computed<SystemState>(() => {
  const { history, frameCount } = session.value;
  frameCount.value;
  return history.stateAt(Number.MAX_SAFE_INTEGER);
});

/** Events around the cursor, oldest first. */
const arrows = computed<Arrow[]>(() => {
  const { history, at, frameCount } = session.value;
  const total = frameCount.value;
  const middle = history.countAt(at.value);
  const actors = everybody.value;
  const toArrow = (seq: number, from: string, to: string, event: string): Arrow => {
    const [sender, taker] = [from === outside ? outside : ownerOf(from, actors), ownerOf(to, actors)];
    const effect = sender !== from ? `${nameOf(actors.get(from)?.path ?? '')} ` : '';
    return { seq, from: sender, to: taker, text: `${effect}${short(event)}` };
  };
  const gather = (start: number, step: 1 | -1, most: number) => {
    const found: Arrow[] = [];
    for (let index = start; index >= 0 && index < total && found.length < most; index += step) {
      const frame = history.frames[index];
      const inFrame = (frame?.changes ?? []).flatMap((change): Arrow[] => {
        if (change.type !== 'event' || change.event.startsWith('xstate.init')) return [];
        // What an effect is told by whoever carries it out is its own affair.
        if (change.from === undefined && ownerOf(change.actor, actors) !== change.actor) return [];
        return [toArrow(frame?.seq ?? 0, change.from ?? outside, change.actor, change.event)];
      });
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

/** Keeps what happens at the cursor in view. */
function useView(row: number, x: number) {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = element;
    const top = headHeight + row * rowHeight;
    const isHigh = top < scrollTop + headHeight || top > scrollTop + clientHeight - 2 * rowHeight;
    if (isHigh) element.scrollTop = top - clientHeight / 2;
    if (x < scrollLeft + 60 || x > scrollLeft + clientWidth - 60) element.scrollLeft = x - clientWidth / 2;
  }, [row, x]);
  return box;
}

/** Who sent what to whom: a lane for each actor while it has something to do, an arrow for each event. */
export function Sequence() {
  const list = arrows.value;
  const { group } = session.value;
  const pathOf = (id: string) => everybody.value.get(id)?.path ?? id;
  const lanes = lanesOf(list, (id) => nameOf(pathOf(id)));
  const row = list.findLastIndex(({ seq }) => seq <= group.value);
  const xOf = (id: string) => lanes.xs[lanes.laneOf(id)] ?? 0;
  const box = useView(row, xOf(list[row]?.to ?? ''));
  if (list.length === 0) return <p class="empty">No events yet.</p>;
  const height = list.length * rowHeight + 16;
  const move = (seq: number) => {
    isPlaying.value = false;
    session.value.moveToSeq(seq);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section class="sequence" ref={box} tabIndex={0} aria-label="Sequence of events" data-testid="sequence">
      <div class="sequence-space" style={{ width: `${lanes.width}px`, height: `${height + headHeight}px` }}>
        <svg
          width={lanes.width}
          height={height + headHeight}
          role="img"
          aria-label={`${list.length} events between ${lanes.parts.length} actors`}
        >
          {lanes.parts.map((part) => (
            <line key={part.actor} class="lane" {...ends(part, lanes)} />
          ))}
          {list.map((arrow, place) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the page go from entry to entry
            <g key={`${arrow.seq}-${place}`} class={`arrow ${whenOf(arrow.seq)}`} onClick={() => move(arrow.seq)}>
              <rect class="arrow-row" y={headHeight + place * rowHeight} width={lanes.width} height={rowHeight} />
              <DrawnArrow
                y={headHeight + place * rowHeight + 18}
                ends={[xOf(arrow.from), xOf(arrow.to)]}
                text={arrow.text}
              />
            </g>
          ))}
        </svg>
        <div class="lanes">
          {lanes.parts.map(({ actor, lane, first }) => (
            <span
              key={actor}
              title={pathOf(actor)}
              style={{ left: `${lanes.xs[lane] ?? 0}px`, top: `${headHeight + (first - 1) * rowHeight + 4}px` }}
            >
              {nameOf(pathOf(actor))}
            </span>
          ))}
        </div>
      </div>
    </section>
  );
}

const whenOf = (seq: number) => {
  const now = session.value.group.value;
  return seq === now ? 'now' : seq > now ? 'later' : '';
};

function ends({ lane, first, last }: LanePart, { xs }: Lanes) {
  const x = xs[lane] ?? 0;
  return { x1: x, x2: x, y1: headHeight + first * rowHeight, y2: headHeight + (last + 1) * rowHeight };
}

interface ArrowProps {
  readonly y: number;
  /** Where it begins and ends, from the left. */
  readonly ends: readonly [number, number];
  readonly text: string;
}

/** An event on its way; one that an actor sends to itself is a loop. */
function DrawnArrow({ y, ends: [x1, x2], text }: ArrowProps) {
  const isSelf = x1 === x2;
  const way = x2 > x1 ? 1 : -1;
  const path = isSelf ? `M${x1} ${y - 4}h20v8h-14` : `M${x1} ${y}H${x2 - way * 7}`;
  const tip = isSelf ? `M${x1 + 8} ${y}l-8 4 8 4z` : `M${x2} ${y}l${-way * 8}-4v8z`;
  return (
    <>
      <path class="arrow-line" d={path} />
      <path class="arrow-tip" d={tip} />
      <text x={isSelf ? x1 + 26 : (x1 + x2) / 2} y={isSelf ? y + 3 : y - 5} text-anchor={isSelf ? 'start' : 'middle'}>
        {text}
      </text>
    </>
  );
}
