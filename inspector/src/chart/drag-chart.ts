import { camera } from './camera.ts';

/** How far the pointer goes before it is a drag and no longer a click. */
const least = 4;

/** Moves the camera with the pointer that was pressed on an element, until it is released. */
export function dragChart(element: HTMLElement, pressed: PointerEvent, onMove: () => void): void {
  if (pressed.button !== 0) return;
  const before = camera.value;
  let isMoving = false;
  const move = (event: PointerEvent) => {
    const [dx, dy] = [event.clientX - pressed.clientX, event.clientY - pressed.clientY];
    if (!isMoving && Math.hypot(dx, dy) < least) return;
    if (!isMoving) element.setPointerCapture(pressed.pointerId);
    isMoving = true;
    onMove();
    camera.value = { ...before, x: before.x + dx, y: before.y + dy };
  };
  const end = () => {
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', end);
    element.removeEventListener('pointercancel', end);
    // The click that ends a drag is none.
    if (isMoving) element.addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true });
  };
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', end);
  element.addEventListener('pointercancel', end);
}
