import { assign, fromEventObservable, setup } from 'xstate';
import { observable } from '../observable.ts';
import { did } from '../side-file.ts';

type News = { type: 'news'; headline: string };

const feed = (headlines: readonly string[]) =>
  observable<News>((observer) => {
    const left = [...headlines];
    const interval = setInterval(() => {
      const headline = left.shift();
      if (headline !== undefined) observer.next?.({ type: 'news', headline });
      else observer.complete?.();
    }, 2);
    return () => clearInterval(interval);
  });

export const newsFeed = setup({
  types: { context: {} as { headlines: string[] }, events: {} as News | { type: 'close' } },
  actors: {
    follow: fromEventObservable(({ self }) => {
      did('follow', self);
      return feed(['one', 'two', 'three']);
    }),
  },
}).createMachine({
  id: 'news',
  context: { headlines: [] },
  initial: 'following',
  states: {
    following: {
      invoke: { src: 'follow', onDone: 'read' },
      on: {
        news: {
          actions: assign({ headlines: ({ context, event }) => [...new Set([...context.headlines, event.headline])] }),
        },
      },
    },
    read: { on: { close: 'closed' } },
    closed: { type: 'final' },
  },
  output: ({ context }) => context.headlines,
});
