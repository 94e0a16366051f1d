import { useRef, useState } from 'preact/hooks';
import type { Hovered } from './chart-card.tsx';
import { view } from './shown-drawing.ts';

/** How long a card stays after the pointer has left what it is about: the time to go to it. */
const stayMs = 220;

/** The card about what is under the pointer or has the focus. */
export function useCard() {
  const [hovered, setHovered] = useState<Hovered | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const keep = () => clearTimeout(timer.current);
  const show = (next: Hovered | undefined) => {
    if (!next) return;
    keep();
    const isSame = hovered?.kind === next.kind && hovered.ids.join() === next.ids.join();
    if (!isSame) setHovered(next);
  };
  const hide = () => {
    keep();
    setHovered(undefined);
  };
  const hideSoon = () => {
    keep();
    timer.current = setTimeout(() => setHovered(undefined), stayMs);
  };
  return { hovered, show, keep, hide, hideSoon };
}

/** What of the chart is under the pointer, and where a card about it fits. */
export function hoveredAt(event: PointerEvent, stage: HTMLElement): Hovered | undefined {
  const target = event.target as Element; // what is drawn
  const edge = target.closest('[data-edge]')?.getAttribute('data-edge');
  const state = target.closest('[data-state]')?.getAttribute('data-state');
  const ids = edge ? edge.split(' ') : state ? [state] : [];
  if (ids.length === 0) return undefined;
  const box = stage.getBoundingClientRect();
  return { kind: edge ? 'edge' : 'state', ids, place: placeNear(event.clientX - box.left, event.clientY - box.top) };
}

/** Beside a point, on the side of it where there is more room. */
export function placeNear(x: number, y: number): Hovered['place'] {
  const { width, height } = view.value;
  return {
    ...(x < width / 2 ? { left: Math.max(8, x + 14) } : { right: Math.max(8, width - x + 14) }),
    ...(y < height / 2 ? { top: Math.max(8, y + 12) } : { bottom: Math.max(8, height - y + 12) }),
  };
}
