import { type Observer, type Subscribable, toObserver } from 'xstate';

/** The least that is an observable: `start` is called for each subscriber and returns what ends it. */
export function observable<T>(start: (observer: Observer<T>) => () => void): Subscribable<T> {
  const subscribe = (first: Observer<T> | ((value: T) => void)) => ({
    unsubscribe: start(typeof first === 'function' ? toObserver(first) : first),
  });
  return { subscribe };
}
