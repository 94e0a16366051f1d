/** The machines of the crash tests, each with what is sent to it. */
import type { AnyEventObject, AnyStateMachine, StateValue } from 'xstate';
import type { Essence } from './essence.ts';
import { announcer } from './machines/announcer.ts';
import { bookingSaga } from './machines/booking-saga.ts';
import { counterReducer } from './machines/counter-reducer.ts';
import { diceGame } from './machines/dice-game.ts';
import { dirtyCounter } from './machines/dirty-counter.ts';
import { downloadProgress } from './machines/download-progress.ts';
import { fetchUsers } from './machines/fetch-users.ts';
import { fuseBox } from './machines/fuse-box.ts';
import { guessing } from './machines/guessing.ts';
import { historyWizard } from './machines/history-wizard.ts';
import { mishaps } from './machines/mishaps.ts';
import { nestedOrders } from './machines/nested-orders.ts';
import { newsFeed } from './machines/news-feed.ts';
import { nightWatch } from './machines/night-watch.ts';
import { parallelCheckout } from './machines/parallel-checkout.ts';
import { pingPong } from './machines/ping-pong.ts';
import { receptionist } from './machines/receptionist.ts';
import { reminders } from './machines/reminders.ts';
import { retryWithBackOff } from './machines/retry-with-back-off.ts';
import { searchBox } from './machines/search-box.ts';
import { selfTalk } from './machines/self-talk.ts';
import { spawnedChildren } from './machines/spawned-children.ts';
import { stopwatch } from './machines/stopwatch.ts';
import { supervisor } from './machines/supervisor.ts';
import { thermometer } from './machines/thermometer.ts';
import { trafficLight } from './machines/traffic-light.ts';
import { trivia } from './machines/trivia.ts';
import { vendingMachine } from './machines/vending-machine.ts';

/** An event, and the state of the machine in which it is sent. */
export interface Step {
  readonly at?: StateValue;
  readonly event: AnyEventObject;
}

/** A machine and its use. */
export interface Case {
  readonly machine: AnyStateMachine;
  readonly input?: unknown;
  readonly script?: readonly Step[];
  /** In what it may differ from plain XState after a crash, and why; `same` leaves only what may not. */
  readonly mayDiffer?: { readonly why: string; same(essence: Essence): unknown };
}

const sent = (...types: readonly string[]): Step[] => types.map((type) => ({ event: { type } }));
const at = (state: StateValue, event: AnyEventObject): Step => ({ at: state, event });

export const cases: Readonly<Record<string, Case>> = {
  'traffic-light': { machine: trafficLight },
  stopwatch: {
    machine: stopwatch,
    script: [
      at('stopped', { type: 'start' }),
      at('stopped', { type: 'lap' }),
      at('stopped', { type: 'start' }),
      at('stopped', { type: 'lap' }),
      at('stopped', { type: 'reset' }),
    ],
  },
  'retry-with-back-off': { machine: retryWithBackOff, input: { url: 'https://example.org' } },
  trivia: {
    machine: trivia,
    script: [
      at('idle', { type: 'START_GAME' }),
      at('question', { type: 'USER_ANSWER', answer: 'Paris' }),
      at('correct', { type: 'NEXT_QUESTION' }),
      at('question', { type: 'USER_ANSWER', answer: '54' }),
      at('incorrect', { type: 'NEXT_QUESTION' }),
      at('question', { type: 'USER_ANSWER', answer: 'Goethe' }),
      at('correct', { type: 'NEXT_QUESTION' }),
    ],
  },
  'history-wizard': {
    machine: historyWizard,
    script: sent('NEXT', 'NEXT', 'HELP', 'CLOSE', 'NEXT', 'CHAT', 'CLOSE', 'NEXT', 'HELP', 'CLOSE', 'NEXT'),
  },
  'parallel-checkout': {
    machine: parallelCheckout,
    input: { order: 'A-7' },
    script: [...sent('confirm'), at('processing', { type: 'gift', wanted: true })],
  },
  'booking-saga': { machine: bookingSaga, input: { trip: 'Rome' } },
  supervisor: {
    machine: supervisor,
    script: [
      { event: { type: 'JOB', job: 1, name: 'ann' } },
      { event: { type: 'JOB', job: 2 } },
      { event: { type: 'JOB', job: 4, name: 'bob' } },
      { event: { type: 'JOB', job: 5 } },
    ],
  },
  'spawned-children': { machine: spawnedChildren, script: [at('tidying', { type: 'CLOSE' })] },
  'nested-orders': { machine: nestedOrders, script: sent('ORDER') },
  'fetch-users': {
    machine: fetchUsers,
    script: [...sent('FETCH'), at('asking', { type: 'MORE', name: 'Grace' })],
  },
  'ping-pong': { machine: pingPong, script: [at('waiting', { type: 'serve' })] },
  thermometer: {
    machine: thermometer,
    mayDiffer: {
      why: 'An observable that had not completed begins again, so some of its values come twice.',
      same: (essence) => ({ ...essence, context: { ...(essence.context as object), seen: 'some' } }), // the machine's
    },
  },
  'news-feed': { machine: newsFeed, script: [at('read', { type: 'close' })] },
  'counter-reducer': {
    machine: counterReducer,
    script: [
      { event: { type: 'press', by: 5 } },
      { event: { type: 'press', by: 7 } },
      { event: { type: 'clear' } },
      { event: { type: 'press', by: 2 } },
      { event: { type: 'finish' } },
    ],
  },
  receptionist: {
    machine: receptionist,
    script: [
      { event: { type: 'arrive', guest: 'Ann' } },
      { event: { type: 'arrive', guest: 'Bob' } },
      { event: { type: 'arrive', guest: 'Cy' } },
      { event: { type: 'close' } },
    ],
  },
  'vending-machine': {
    machine: vendingMachine,
    script: [
      { event: { type: 'select', item: 'tea' } },
      { event: { type: 'coin', cents: 200 } },
      { event: { type: 'select', item: 'tea' } },
      { event: { type: 'coin', cents: 500 } },
      { event: { type: 'unplug' } },
    ],
  },
  announcer: {
    machine: announcer,
    script: [
      at('ready', { type: 'announce', text: 'doors close' }),
      at('ready', { type: 'announce', text: 'next stop' }),
      at('ready', { type: 'hush' }),
    ],
  },
  reminders: { machine: reminders, script: [at('reminded', { type: 'snooze' }), at('reminded', { type: 'wake' })] },
  'download-progress': { machine: downloadProgress, script: [at('loaded', { type: 'open' })] },
  mishaps: { machine: mishaps },
  'dice-game': {
    machine: diceGame,
    script: [at('holding', { type: 'throw' }), at('holding', { type: 'throw' }), at('holding', { type: 'throw' })],
    mayDiffer: {
      why: 'Its numbers are random and its times are those of the day: another run of plain XState has others as well.',
      same: ({ status, value, context }) => ({
        status,
        value,
        throws: (context as { throws: unknown[] }).throws.length,
      }), // the machine's
    },
  },
  'self-talk': { machine: selfTalk, script: [at('quiet', { type: 'think' }), at('tired', { type: 'enough' })] },
  guessing: {
    machine: guessing,
    input: { secret: 42 },
    script: [
      { event: { type: 'GUESS', number: 50 } },
      { event: { type: 'GUESS', number: 25 } },
      { event: { type: 'HINTS_OFF' } },
      { event: { type: 'GUESS', number: 37 } },
      { event: { type: 'GUESS', number: 42 } },
    ],
  },
  'search-box': {
    machine: searchBox,
    script: [
      at('idle', { type: 'type', text: 'slow' }),
      at('searching', { type: 'type', text: 'fast' }),
      at('found', { type: 'refresh' }),
      at('found', { type: 'type', text: 'again' }),
      at('found', { type: 'quit' }),
    ],
  },
  'night-watch': { machine: nightWatch, script: [at('waiting', { type: 'dawn' })] },
  'fuse-box': {
    machine: fuseBox,
    mayDiffer: {
      why: 'An action is done when the state that calls it is stored, so when it throws that state is there. In plain XState it is not.',
      same: ({ status, value, error }) => ({ status, value, error }),
    },
    script: [
      { event: { type: 'plug', watts: 900 } },
      { event: { type: 'plug', watts: 900 } },
      { event: { type: 'plug', watts: 900 } },
    ],
  },
};

/** A machine that reads what is not in its context: its runs do not replay. */
export const dirtyCase: Case = { machine: dirtyCounter, script: sent('count', 'count', 'stop') };
