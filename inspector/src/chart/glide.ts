import { computed, signal } from '@preact/signals';
import type { Camera } from './camera.ts';

export const camera = signal<Camera>({ x: 0, y: 0, scale: 1 });

/** Where the drawing stands under the camera. Given to the page as it is, so that a move draws nothing again. */
export const cameraTransform = computed(
  () => `translate(${camera.value.x} ${camera.value.y}) scale(${camera.value.scale})`,
);

let goal: Camera | undefined;
let picture = 0;

/** Where the camera is, or is on its way to. */
export const cameraGoal = (): Camera => goal ?? camera.value;

/** Puts the camera somewhere at once. */
export function placeCamera(to: Camera): void {
  cancelAnimationFrame(picture);
  goal = undefined;
  camera.value = to;
}

/** Moves the camera gently; at once for those who want no motion. */
export function glideTo(to: Camera, ms = 200): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || document.visibilityState !== 'visible') {
    placeCamera(to);
    return;
  }
  cancelAnimationFrame(picture);
  goal = to;
  const from = camera.value;
  const begin = performance.now();
  const draw = () => {
    const share = Math.min(1, (performance.now() - begin) / ms);
    if (share === 1) {
      placeCamera(to);
      return;
    }
    const eased = 1 - (1 - share) ** 3;
    const between = (key: keyof Camera) => from[key] + (to[key] - from[key]) * eased;
    camera.value = { x: between('x'), y: between('y'), scale: between('scale') };
    picture = requestAnimationFrame(draw);
  };
  picture = requestAnimationFrame(draw);
}
