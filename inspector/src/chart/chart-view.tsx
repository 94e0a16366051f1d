import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { activeNodes } from '../../../src/inspect/chart/active-nodes.ts';
import type { Drawing, DrawnNode } from '../../../src/inspect/chart/drawing.ts';
import type { Chart } from '../../../src/inspect/protocol.ts';
import type { ActorState } from '../state/fold.ts';
import { isFollowing } from '../state/page-state.ts';
import { session } from '../state/store.ts';
import { actorTone } from './actor-tone.ts';
import { ChartCard } from './chart-card.tsx';
import { ChartDrawing, stopsOf } from './chart-drawing.tsx';
import { hiddenInside } from './chart-layout.ts';
import { CoverageLegend } from './coverage/coverage-legend.tsx';
import { dragChart } from './drag-chart.ts';
import { partToFollow } from './followed-part.ts';
import { camera } from './glide.ts';
import { forgetOpened, isMapShown, lastRoom } from './map/map-look.ts';
import { useFacts } from './map/use-facts.ts';
import { Minimap } from './minimap.tsx';
import { follow, reveal, shownDrawing, view } from './shown-drawing.ts';
import { hoveredAt, placeNear, useCard } from './use-card.ts';
import { useDrawing } from './use-drawing.ts';
import { useStage } from './use-stage.ts';

/** The chart of an actor: where it is and what it did last. */
export function ChartView({ chart, actor }: { chart: Chart; actor: ActorState }) {
  const stage = useRef<HTMLDivElement>(null);
  const card = useCard();
  useStage(stage, card.hide);
  const active = useActive(chart, actor);
  const { drawing, isBusy, error, fold } = useDrawing(chart, active);
  useFollowing(chart, active);
  const facts = useFacts(chart, actor);
  const [focused, setFocused] = useState<string | undefined>(undefined);
  const focus = (event: KeyboardEvent) => {
    if (event.key === 'Escape') card.hide();
    const next = drawing && nextStop(drawing, focused, event.key);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    setFocused(next.id);
    reveal({ ...next, height: Math.min(next.height, 60) });
    card.show({ kind: 'state', ids: [next.id], place: cardPlace(next) });
    const selector = `[data-state="${CSS.escape(next.id)}"]`;
    requestAnimationFrame(() => {
      stage.current?.querySelector<SVGElement>(selector)?.focus();
      card.keep();
    });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is done by pointer here has its keys and buttons
    <div
      class="stage"
      aria-busy={isBusy}
      ref={stage}
      data-testid="chart"
      onPointerDown={(event) => dragChart(event.currentTarget, event, card.hide)}
      onPointerMove={(event) => {
        if (event.buttons !== 0 || event.pointerType === 'touch') return;
        const next = hoveredAt(event, event.currentTarget);
        if (next) card.show(next);
        else if (!(event.target as Element).closest('.chart-card')) card.hideSoon();
      }}
      onPointerLeave={card.hideSoon}
      onFocusOut={card.hideSoon}
      onKeyDown={focus}
    >
      {error ? <p class="empty">The chart cannot be drawn: {error}</p> : null}
      {drawing ? (
        <ChartDrawing
          drawing={drawing}
          chart={chart}
          actor={actor}
          active={active}
          facts={facts}
          focused={drawing.nodes.some(({ id }) => id === focused) ? focused : undefined}
          onFold={fold}
        />
      ) : error ? null : (
        <p class="empty">Drawing the chart…</p>
      )}
      {drawing ? (
        <Minimap drawing={drawing} active={active} facts={facts} tone={actorTone(actor, session.value.facts.value)} />
      ) : null}
      <CoverageLegend chart={chart} />
      {card.hovered ? (
        <ChartCard chart={chart} hovered={card.hovered} onEnter={card.keep} onLeave={card.hideSoon} />
      ) : null}
    </div>
  );
}

/** The states in which the actor is, of those that are drawn. */
function useActive(chart: Chart, actor: ActorState): ReadonlySet<string> {
  const hidden = hiddenInside(chart);
  const key = [...hidden].join(' ');
  return useMemo(
    () => (actor.value === undefined ? new Set<string>() : activeNodes(chart, actor.value, hidden)),
    [chart, actor.value, key],
  );
}

/** While the camera follows, what is active stays in view; another room in which the run is now opens. */
function useFollowing(chart: Chart, active: ReadonlySet<string>): void {
  const room = isMapShown(chart) ? lastRoom(chart) : undefined;
  const lastSeen = useRef(room);
  useEffect(() => {
    if (lastSeen.current !== room && isFollowing.value) forgetOpened(chart);
    lastSeen.current = room;
  }, [room]);
  const { width, height } = view.value;
  useEffect(() => {
    // What is on the page now: it may be newer than this picture.
    const shown = shownDrawing.peek();
    if (isFollowing.value && shown?.chart === chart) follow(shown.drawing, partToFollow(shown.drawing, active));
  }, [active, isFollowing.value, width, height]);
}

/** The state to which an arrow key goes. */
function nextStop(drawing: Drawing, focused: string | undefined, key: string) {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return undefined;
  const stops = stopsOf(drawing);
  const place = stops.findIndex(({ id }) => id === (focused ?? stops[0]?.id));
  return stops[Math.min(Math.max(0, place + step), stops.length - 1)];
}

/** Where a card about a state with the focus fits. */
function cardPlace({ x, y, width, height }: DrawnNode) {
  const { x: dx, y: dy, scale } = camera.value;
  const isLeft = (x + width / 2) * scale + dx < view.value.width / 2;
  return placeNear((isLeft ? x + width : x) * scale + dx, (y + height / 2) * scale + dy);
}
