import { useLayoutEffect, useRef } from 'react';
import { useRun, useRunSelector } from 'troupe/react';
import type { OrderRun } from '../order.ts';

interface Props {
  readonly run: OrderRun | undefined;
  readonly onShown: (text: string) => void;
}

/** A run, in a line of text and with buttons. */
export function Order({ run, onShown }: Props) {
  const { snapshot, send, status, isPaused, output, error } = useRun(run);
  const text = [
    status,
    ...(snapshot ? [snapshot.value, snapshot.context.items] : []),
    ...(isPaused ? ['paused'] : []),
    ...(output ? [`sent ${output.sent}`] : []),
    ...(error instanceof Error ? [error.message] : []),
  ].join(' ');
  useLayoutEffect(() => onShown(text));
  return (
    <>
      <p data-testid="text">{text}</p>
      <button type="button" onClick={() => send({ type: 'item.added' })}>
        Add
      </button>
      <button type="button" onClick={() => send({ type: 'order.placed' })}>
        Place
      </button>
    </>
  );
}

/** A part of a run, made anew by every selection. */
export function Basket({ run, onShown }: Props) {
  const basket = useRunSelector(
    run,
    ({ context }) => ({ items: context.items }),
    (one, other) => one.items === other.items,
  );
  const text = basket ? `items ${basket.items}` : 'no basket';
  const before = useRef(basket);
  useLayoutEffect(() => {
    onShown(before.current === basket ? text : `${text}, another part`);
    before.current = basket;
  });
  return <p data-testid="text">{text}</p>;
}
