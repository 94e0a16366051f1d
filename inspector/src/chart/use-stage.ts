import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { isFollowing } from '../state/page-state.ts';
import { zoomed } from './camera.ts';
import { cameraGoal, glideTo, placeCamera } from './glide.ts';
import { view } from './shown-drawing.ts';

/** How long a turn of the wheel takes to be seen. */
const wheelMs = 110;

/** Keeps the room of the chart measured, and lets the wheel move the camera over it. */
export function useStage(stage: RefObject<HTMLElement | null>, onMove: () => void): void {
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    const measure = () => {
      view.value = { width: element.clientWidth, height: element.clientHeight };
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    // A listener by hand: only so may it keep the page from scrolling.
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      onMove();
      isFollowing.value = false;
      const { left, top } = element.getBoundingClientRect();
      const at = { x: event.clientX - left, y: event.clientY - top };
      const goal = cameraGoal();
      if (event.shiftKey) placeCamera({ ...goal, x: goal.x - event.deltaY });
      else glideTo(zoomed(goal, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), at), wheelMs);
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', wheel);
    };
  }, []);
}
