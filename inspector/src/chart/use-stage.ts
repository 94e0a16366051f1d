import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { camera, zoomed } from './camera.ts';
import { view } from './shown-drawing.ts';

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
      const { left, top } = element.getBoundingClientRect();
      const at = { x: event.clientX - left, y: event.clientY - top };
      if (event.shiftKey) camera.value = { ...camera.value, x: camera.value.x - event.deltaY };
      else camera.value = zoomed(camera.value, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), at);
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', wheel);
    };
  }, []);
}
