const focusable =
  'a[href], button:not(:disabled), select:not(:disabled), textarea:not(:disabled), input:not(:disabled), [tabindex="0"]';

/**
 * Whoever works with keys goes on where they were: when what has the focus goes away, the first control of what it stood in gets it. Where the
 * focus is not shown, as after a click, it is left alone; a dialog that closes gives it back by itself.
 */
export function keepFocus(): void {
  let last: Element | undefined;
  let around: readonly Element[] = [];
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    last = target.matches(':focus-visible') && !target.closest('dialog') ? target : undefined;
    around = boxesAround(target);
  });
  new MutationObserver(() => {
    if (!last || last.isConnected) return;
    last = undefined;
    if (document.activeElement !== document.body) return;
    const box = around.find((each) => each.isConnected && each.querySelector(focusable) !== null);
    box?.querySelector<HTMLElement>(focusable)?.focus();
  }).observe(document.body, { childList: true, subtree: true });
}

function boxesAround(element: Element): readonly Element[] {
  const boxes: Element[] = [];
  for (let box = element.parentElement; box; box = box.parentElement) boxes.push(box);
  return boxes;
}
