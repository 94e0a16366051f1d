/**
 * 50 actors that get 1,000 events a second together while a page shows them: whether the page has each of them, in order, and how far it is behind
 * when the last was sent. Needs `npm run build` and a Chromium.
 */
import { chromium, type Page } from 'playwright-core';
import { startInspector } from 'troupe/inspect';
import { type ActorRefFrom, assign, createActor, setup } from 'xstate';
import type { ServerMessage } from '../src/inspect/protocol.ts';
import { chromiumPath } from '../test/inspect/page/chromium-path.ts';

declare const PerformanceObserver: new (
  listener: (list: { getEntries(): readonly { duration: number }[] }) => void,
) => { observe(options: object): void };
declare const window: { longTasks: number[] };

const [actors, perSecond, seconds] = [50, 1000, 10];
const total = perSecond * seconds;

const counter = setup({
  types: { context: {} as { count: number; last: number }, events: {} as { type: 'tick'; number: number } },
}).createMachine({
  id: 'counter',
  context: { count: 0, last: -1 },
  initial: 'even',
  on: { tick: { actions: assign(({ context, event }) => ({ count: context.count + 1, last: event.number })) } },
  states: { even: {}, odd: {} },
});

const many = setup({
  types: { context: {} as { counters: readonly ActorRefFrom<typeof counter>[] } },
  actors: { counter },
}).createMachine({
  id: 'many',
  context: ({ spawn }) => ({
    counters: Array.from({ length: actors }, (_, place) => spawn('counter', { id: `counter-${place}` })),
  }),
});

/** Sends all of them as evenly as timers allow; returns how long that took, in milliseconds. */
function sendAll(send: (number: number) => void): Promise<number> {
  const began = performance.now();
  let sent = 0;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * perSecond));
      while (sent < due) send(sent++);
      if (sent < total) return;
      clearInterval(timer);
      resolve(performance.now() - began);
    }, 5);
  });
}

/** The numbers of the ticks that a page was told, in the order in which it was. */
function heardBy(page: Page): number[] {
  const numbers: number[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload)) as ServerMessage;
      if (message.type !== 'frames') return;
      for (const change of message.frames.flatMap(({ changes }) => changes)) {
        if (change.type === 'event' && change.event === 'tick') {
          numbers.push((change.data as { number: number }).number); // the event that was sent
        }
      }
    }),
  );
  return numbers;
}

const root = createActor(many);
const inspector = await startInspector();
const { session } = inspector.attachActor(root, `${actors} actors`);
root.start();
const { counters } = root.getSnapshot().context;

const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
const page = await browser.newPage();
const heard = heardBy(page);
await page.goto(inspector.urlOf(session));
await page.locator('[role="treeitem"]').nth(5).waitFor();
await page.evaluate(() => {
  const tasks: number[] = [];
  window.longTasks = tasks;
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
  });
});
const before = Number(/#(\d+)/.exec((await page.getByTestId('status').textContent()) ?? '')?.[1]);

const took = await sendAll((number) => counters[number % actors]?.send({ type: 'tick', number }));
const sentAt = performance.now();
await page
  .getByTestId('status')
  .filter({ hasText: `#${before + total}` })
  .waitFor();
const behind = performance.now() - sentAt;
const longest = Math.max(50, ...(await page.evaluate(() => window.longTasks)));

let right = 0;
for (let place = 0; place < actors; place++) {
  await page.getByTestId('actor-tree').focus();
  await page.keyboard.press('ArrowDown');
  const row = (text: string) => page.locator('.details .json-row', { hasText: text }).first();
  await row(`last: ${total - actors + place}`).waitFor();
  if ((await row(`count: ${total / actors}`).count()) === 1) right += 1;
}
await browser.close();
await inspector.close();
root.stop();

const isWhole = heard.length === total && heard.every((number, place) => number === place);
const isRight = right === actors;
console.log(
  `${total} events for ${actors} actors in ${took.toFixed(0)} ms: ${((total / took) * 1000).toFixed(0)} a second`,
);
console.log(`the page was told ${heard.length}, in order: ${isWhole ? 'yes' : 'NO'}`);
console.log(`actors whose context on the page counts each of theirs: ${right} of ${actors}`);
console.log(
  `it shows the last one ${behind.toFixed(0)} ms after it was sent; its longest task meanwhile is ${longest.toFixed(0)} ms`,
);
if (!isWhole || !isRight) process.exitCode = 1;
