import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Takes the focus where what had it is gone, so that keys go on from here. */
export function useFocus<T extends HTMLElement>(): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body || activeElement instanceof HTMLDialogElement) {
      element.current?.focus();
    }
  }, []);
  return element;
}
