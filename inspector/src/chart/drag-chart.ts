import { isFollowing } from '../state/page-state.ts';
import { zoomed } from './camera.ts';
import { camera, placeCamera } from './glide.ts';

/** How far the pointer goes before it is a drag and no longer a click. */
const least = 4;

/** The pointers that are down on the chart, and where. Two of them are a pinch. */
const down = new Map<number, { readonly x: number; readonly y: number }>();

/** Moves the camera with the pointer that was pressed on an element, until it is released; with a second one also nearer and further. */
export function dragChart(element: HTMLElement, pressed: PointerEvent, onMove: () => void): void {
  if (pressed.button !== 0) return;
  const own = pressed.pointerId;
  const at = ({ clientX, clientY }: PointerEvent) => {
    const { left, top } = element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  down.set(own, at(pressed));
  let isMoving = false;
  const move = (event: PointerEvent) => {
    const before = down.get(own);
    if (event.pointerId !== own || !before) return;
    const now = at(event);
    if (!isMoving && Math.hypot(now.x - before.x, now.y - before.y) < least) return;
    if (!isMoving) element.setPointerCapture(own);
    isMoving = true;
    isFollowing.value = false;
    onMove();
    down.set(own, now);
    const other = [...down].find(([id]) => id !== own)?.[1];
    const { x, y, scale } = camera.value;
    if (!other) placeCamera({ scale, x: x + now.x - before.x, y: y + now.y - before.y });
    else placeCamera(pinched(before, now, other));
  };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== own) return;
    down.delete(own);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', end);
    element.removeEventListener('pointercancel', end);
    if (!isMoving) return;
    // The click that ends a drag is none.
    const swallow = (click: Event) => click.stopPropagation();
    element.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => element.removeEventListener('click', swallow, { capture: true }), 0);
  };
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', end);
  element.addEventListener('pointercancel', end);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** One finger has moved while another rests: the distance of the two is the scale, and what is between them stays there. */
function pinched(before: Point, now: Point, other: Point) {
  const apart = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
  const middle = (point: Point) => ({ x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 });
  const [from, to] = [middle(before), middle(now)];
  const { x, y, scale } = zoomed(camera.value, apart(now) / apart(before), from);
  return { scale, x: x + to.x - from.x, y: y + to.y - from.y };
}
