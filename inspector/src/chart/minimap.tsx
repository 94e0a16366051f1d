import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Drawing, DrawnNode } from '../../../src/inspect/chart/drawing.ts';
import type { Tone } from '../run/run-words.ts';
import { isFollowing } from '../state/page-state.ts';
import { session } from '../state/store.ts';
import { type Camera, fitted, kept, readable, type Size } from './camera.ts';
import { camera, placeCamera } from './glide.ts';
import type { PlaceFact } from './map/map-facts.ts';
import { view } from './shown-drawing.ts';

const size = { width: 144, height: 80 };
const pad = 6;
const corner = 12;

/** Whether it is wanted over boxes that it covers, and whether it would cover any. */
export const wantsMinimap = signal(false);
export const isMinimapCovering = signal(false);

const holds = new Set<DrawnNode['kind']>(['compound', 'parallel', 'region', 'open-room', 'initial']);

/** Whether a box in the corner would hide states, as a drawing is first seen. One that does not fit is hidden in parts anyway. */
function covers(drawing: Drawing, room: Size): boolean {
  const { x, y, scale } = fitted(drawing, room);
  if (scale < readable(drawing)) return room.width < (drawing.isMap ? 800 : 640);
  const [left, top] = [room.width - size.width - corner - 4, room.height - size.height - corner - 4];
  return drawing.nodes.some(
    (node) =>
      !holds.has(node.kind) && (node.x + node.width) * scale + x > left && (node.y + node.height) * scale + y > top,
  );
}

interface Props {
  readonly drawing: Drawing;
  readonly active: ReadonlySet<string>;
  /** What a map says; of other charts nothing. */
  readonly facts: ReadonlyMap<string, PlaceFact>;
  /** The colour of what is active, where the map does not say another. */
  readonly tone: Tone;
}

/** All of the chart in a corner, with what of it is in view; a click or a drag there moves the camera. */
export function Minimap({ drawing, active, facts, tone }: Props) {
  const { width, height } = view.value;
  const isCovering = useMemo(() => covers(drawing, { width, height }), [drawing, width, height]);
  isMinimapCovering.value = isCovering;
  if (isCovering && !wantsMinimap.value) return null;
  const scale = Math.min((size.width - 2 * pad) / drawing.width, (size.height - 2 * pad) / drawing.height);
  const [dx, dy] = [(size.width - drawing.width * scale) / 2, (size.height - drawing.height * scale) / 2];
  const go = (event: PointerEvent, box: DOMRect) => {
    isFollowing.value = false;
    const x = (event.clientX - box.left - dx) / scale;
    const y = (event.clientY - box.top - dy) / scale;
    const at = camera.value.scale;
    // Beside the drawing there is nothing to look at.
    placeCamera(kept({ scale: at, x: width / 2 - x * at, y: height / 2 - y * at }, drawing, { width, height }));
  };
  return (
    <svg
      class={session.value.facts.value.asks.length > 0 ? 'minimap waits' : 'minimap'}
      aria-hidden="true"
      data-testid="minimap"
      width={size.width}
      height={size.height}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event, event.currentTarget.getBoundingClientRect());
      }}
      onPointerMove={(event) => {
        event.stopPropagation();
        if (event.buttons === 1) go(event, event.currentTarget.getBoundingClientRect());
      }}
    >
      <g transform={`translate(${dx} ${dy}) scale(${scale})`}>
        {drawing.nodes.map(({ id, kind, x, y, width: w, height: h }) =>
          kind === 'initial' ? null : (
            <rect
              key={id}
              class={`mini ${kind} ${kind === 'side' ? '' : lookOf(facts.get(id), active.has(id), tone)}`}
              x={x}
              y={y}
              width={w}
              height={h}
            />
          ),
        )}
      </g>
      <InView at={{ dx, dy, scale }} />
    </svg>
  );
}

/** What is active in the colour of how things stand, what was is done. */
function lookOf(fact: PlaceFact | undefined, isActive: boolean, own: Tone): string {
  const tone = fact?.tone ?? (isActive ? own : undefined);
  return tone ? `active ${tone}` : fact?.isVisited ? 'visited' : '';
}

/** What is in view. By itself: only this moves with the camera. */
function InView({ at }: { at: { dx: number; dy: number; scale: number } }) {
  return <rect class="mini-view" {...viewRect(camera.value, view.value, at)} rx="3" />;
}

function viewRect({ x, y, scale: seen }: Camera, room: Size, at: { dx: number; dy: number; scale: number }) {
  const within = (value: number, most: number) => Math.min(most - 2, Math.max(2, value));
  const left = within(at.dx - (x / seen) * at.scale, size.width);
  const top = within(at.dy - (y / seen) * at.scale, size.height);
  const right = within(at.dx + ((room.width - x) / seen) * at.scale, size.width);
  const bottom = within(at.dy + ((room.height - y) / seen) * at.scale, size.height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}
