import { assign, fromPromise, setup } from 'xstate';
import { did, later } from '../side-file.ts';

interface Question {
  readonly text: string;
  readonly answer: string;
}

const questions: readonly Question[] = [
  { text: 'Capital of France?', answer: 'Paris' },
  { text: 'Seven times eight?', answer: '56' },
  { text: 'Author of Faust?', answer: 'Goethe' },
];

export const trivia = setup({
  types: {
    context: {} as { questions: readonly Question[]; current: number; points: number },
    events: {} as { type: 'START_GAME' } | { type: 'USER_ANSWER'; answer: string } | { type: 'NEXT_QUESTION' },
  },
  actors: {
    loadQuestions: fromPromise<readonly Question[]>(async ({ self }) => {
      did('load questions', self);
      return later(questions);
    }),
    saveScore: fromPromise<void, { points: number }>(async ({ input, self }) => {
      did(`save ${input.points}`, self);
      await later(undefined);
    }),
  },
  actions: {
    playSound: (_, params: { name: string }) => did(`sound ${params.name}`),
  },
  guards: {
    isCorrect: ({ context, event }) =>
      event.type === 'USER_ANSWER' && context.questions[context.current]?.answer === event.answer,
    isLast: ({ context }) => context.current === context.questions.length - 1,
  },
}).createMachine({
  id: 'trivia',
  initial: 'idle',
  context: { questions: [], current: 0, points: 0 },
  states: {
    idle: { on: { START_GAME: 'loading' } },
    loading: {
      invoke: {
        src: 'loadQuestions',
        onDone: { target: 'question', actions: assign({ questions: ({ event }) => event.output }) },
      },
    },
    question: {
      on: {
        USER_ANSWER: [
          {
            guard: 'isCorrect',
            target: 'correct',
            actions: assign({ points: ({ context }) => context.points + 10 }),
          },
          { target: 'incorrect' },
        ],
      },
    },
    correct: {
      entry: { type: 'playSound', params: { name: 'fanfare' } },
      on: { NEXT_QUESTION: [{ guard: 'isLast', target: 'saving' }, { target: 'advancing' }] },
    },
    incorrect: {
      entry: { type: 'playSound', params: { name: 'horn' } },
      on: { NEXT_QUESTION: [{ guard: 'isLast', target: 'saving' }, { target: 'advancing' }] },
    },
    advancing: {
      entry: assign({ current: ({ context }) => context.current + 1 }),
      always: 'question',
    },
    saving: {
      invoke: { src: 'saveScore', input: ({ context }) => ({ points: context.points }), onDone: 'over' },
    },
    over: { type: 'final' },
  },
  output: ({ context }) => ({ points: context.points, of: context.questions.length }),
});
