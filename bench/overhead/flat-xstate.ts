import { assign, createActor, enqueueActions, fromPromise, setup, stopChild, toPromise } from 'xstate';
import {
  addedSteps,
  type CallKind,
  type ChatMessage,
  digestOf,
  firstSteps,
  type PlannedStep,
  promptFor,
  reply,
} from './job.ts';

const call = fromPromise<string, { kind: CallKind; messages: readonly ChatMessage[] }>(({ input }) =>
  reply(input.kind),
);

interface Context {
  readonly messages: readonly ChatMessage[];
  readonly steps: readonly PlannedStep[];
  readonly started: ReadonlySet<string>;
  readonly results: ReadonlyMap<string, string>;
  readonly round: number;
  readonly answer: string;
}

const asking = (kind: CallKind, { messages, results }: Context) => ({
  kind,
  messages: [...messages, { role: 'user' as const, content: digestOf(results) }],
});

/** The job as one flat host: each call a promise actor, which is stopped when it is done. */
const host = setup({
  types: { context: {} as Context, input: {} as { messages: readonly ChatMessage[] }, output: {} as string },
  actors: { call },
  actions: {
    startReady: enqueueActions(({ context, enqueue }) => {
      const { messages, steps, started, results } = context;
      const ready = steps.filter(({ id, after }) => !started.has(id) && after.every((need) => results.has(need)));
      if (ready.length === 0) return;
      for (const step of ready) {
        const content = promptFor(step, results);
        enqueue.spawnChild('call', {
          id: step.id,
          input: { kind: 'work', messages: [...messages, { role: 'user', content }] },
        });
      }
      enqueue.assign({ started: new Set([...started, ...ready.map(({ id }) => id)]) });
    }),
    keepResult: assign(({ context }, { id, text }: { id: string; text: string }) => ({
      results: new Map(context.results).set(id, text),
    })),
  },
  guards: {
    isDone: ({ context }) => context.results.size === context.steps.length,
    isFirst: ({ context }) => context.round === 1,
  },
}).createMachine({
  context: ({ input }) => ({
    messages: input.messages,
    steps: [],
    started: new Set(),
    results: new Map(),
    round: 1,
    answer: '',
  }),
  initial: 'thinking',
  states: {
    thinking: {
      invoke: { src: 'call', input: ({ context }) => asking('think', context), onDone: 'planning' },
    },
    planning: {
      invoke: {
        src: 'call',
        input: ({ context }) => asking('plan', context),
        onDone: { target: 'executing', actions: assign({ steps: () => firstSteps }) },
      },
    },
    executing: {
      entry: 'startReady',
      always: { guard: 'isDone', target: 'judging' },
      on: {
        'xstate.done.actor.*': {
          actions: [
            // Only steps are done here.
            {
              type: 'keepResult',
              params: ({ event }) => ({
                id: (event as unknown as { actorId: string }).actorId,
                text: event.output as string,
              }),
            },
            stopChild(({ event }) => (event as unknown as { actorId: string }).actorId),
            'startReady',
          ],
        },
      },
    },
    judging: {
      invoke: {
        src: 'call',
        input: ({ context }) => asking(context.round === 1 ? 'judge' : 'close', context),
        onDone: [
          { guard: 'isFirst', target: 'updating' },
          { target: 'done', actions: assign({ answer: ({ event }) => event.output }) },
        ],
      },
    },
    updating: {
      invoke: {
        src: 'call',
        input: ({ context }) => asking('update', context),
        onDone: {
          target: 'executing',
          actions: assign({ round: 2, steps: ({ context }) => [...context.steps, ...addedSteps] }),
        },
      },
    },
    done: { type: 'final' },
  },
  output: ({ context }) => context.answer,
});

export function flatXStateJob(messages: readonly ChatMessage[]): Promise<string> {
  const actor = createActor(host, { input: { messages } }).start();
  return toPromise(actor);
}
