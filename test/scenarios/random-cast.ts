import fc from 'fast-check';
import {
  type Clock,
  defineSpecialist,
  defineTool,
  type Model,
  ModelError,
  type ModelRequest,
  type Specialist,
} from 'troupe';
import { type Reply, reflection, thinking } from 'troupe/testing';
import { z } from 'zod';
import { toResponse } from './to-response.ts';

const reasons = ['rate-limit', 'server', 'auth', 'bad-output', 'truncated', 'refusal', 'context-length'] as const;

/** How one call comes out: of a model, of a tool, or of a specialist's own function. */
export const behaviours = fc.record({
  kind: fc.oneof(
    { weight: 24, arbitrary: fc.constant('answer' as const) },
    { weight: 6, arbitrary: fc.constant('stream' as const) },
    { weight: 2, arbitrary: fc.constant('fail' as const) },
    { weight: 1, arbitrary: fc.constantFrom('hang', 'deaf', 'late', 'throw', 'garbage', 'useTool') },
  ),
  /** Which of the possible answers, reasons or tools it is. */
  pick: fc.nat({ max: 1000 }),
  ms: fc.constantFrom(0, 0, 1, 5, 30, 150),
});
export type Behaviour = typeof behaviours extends fc.Arbitrary<infer T> ? T : never;

const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] as T; // lists have something in them

const calling = (name: string, input: object): Reply => ({ toolCalls: [{ name, arguments: JSON.stringify(input) }] });
const steps = [
  { id: 'a', task: 'work', specialist: 'worker' },
  { id: 'b', task: 'look', specialist: 'other', after: ['a'] },
];

function answerTo({ brief: { purpose } }: ModelRequest, number: number, written: readonly string[]): Reply {
  const answers = {
    think: [
      ...Array.from({ length: 6 }, () => thinking()),
      thinking({ answer: 'yes' }),
      thinking({ question: 'Which?' }),
      thinking({ steps }),
      thinking({ steps, answerFrom: 'b' }),
      calling('look', { how: 'answer' }),
      { text: 'I look.', toolCalls: [{ name: 'look', arguments: '{"how":"throw"}' }] },
      calling('cannot', { what: 'all of it', reason: 'so it is' }),
    ],
    plan: written,
    work: [
      'done',
      'done with 7',
      calling('cannot', { reason: 'it does not go' }),
      calling('look', { how: 'answer', answer_with_this: true }),
      calling('read_result', { result: 'a' }),
      '',
    ],
    decide: ['{"run":true,"reason":"so"}', '{"run":false,"reason":"not so"}'],
    reflect: [
      reflection(),
      reflection({ finalAnswer: 'the end' }),
      reflection({ use: 'a' }),
      reflection({ verdict: 'continue' }),
      reflection({ verdict: 'continue', retries: [{ step: 'a', why: 'it is wrong' }] }),
      reflection({ verdict: 'update', planUpdateSuggestion: 'more' }),
      reflection({ verdict: 'update', planUpdateSuggestion: 'more', steps }),
      calling('read_result', { result: 'a' }),
    ],
    answer: ['an answer'],
    finalize: ['the end'],
    structure: ['{"found":1}', '{"found":"one"}', 'nothing'],
  };
  if (purpose === 'agent') throw new Error('This model is for runs of the host.');
  return pick(answers[purpose], number);
}

/** A model and specialists that behave as they are told, call by call. */
export function randomCast(
  clock: Clock,
  onCall: (key: string) => void,
  told: readonly Behaviour[],
  written: readonly string[],
): { model: Model; specialists: Specialist[] } {
  let calls = 0;
  const next = (): Behaviour => pick(told, calls++);
  const aborted = (signal: AbortSignal) => new ModelError('aborted', String(signal.reason));
  const pass = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const stop = ms === Number.POSITIVE_INFINITY ? () => {} : clock.after(ms, resolve);
      const end = () => {
        stop();
        reject(aborted(signal as AbortSignal)); // it has aborted
      };
      if (signal?.aborted) end();
      signal?.addEventListener('abort', end, { once: true });
    });
  /** Everything that can happen before there is an answer. */
  const behave = async ({ kind, ms, pick: number }: Behaviour, signal: AbortSignal) => {
    if (kind === 'hang') await pass(Number.POSITIVE_INFINITY, signal);
    if (kind === 'deaf') await pass(Number.POSITIVE_INFINITY);
    if (kind === 'late') await pass(ms + 300);
    else if (ms > 0) await pass(ms, signal);
    if (kind === 'throw') throw new TypeError('not as the contract says');
    if (kind === 'fail') {
      throw new ModelError(pick(reasons, number), 'it went wrong', { retryAfterMs: number % 3 === 0 ? 20 : undefined });
    }
  };
  const usage = { modelCalls: 1, inputTokens: 10, outputTokens: 5 };
  const model: Model = {
    name: 'random',
    async call(request) {
      onCall(request.key);
      const behaviour = next();
      await behave(behaviour, request.signal);
      if (behaviour.kind === 'useTool' && request.tools) {
        const how = pick(['answer', 'answer', 'hang', 'throw', 'no such'], behaviour.pick);
        const call = {
          id: 'call',
          name: pick(['look', 'look', 'unknown'], behaviour.pick),
          arguments: `{"how":"${how}"}`,
        };
        return { text: '', toolCalls: [call], finishReason: 'tool_calls', usage };
      }
      const reply = behaviour.kind === 'garbage' ? '{ "no' : answerTo(request, behaviour.pick, written);
      const response = toResponse(reply, usage);
      const { text, toolCalls } = response;
      if (behaviour.kind === 'stream') {
        for (let at = 0; at < text.length; at += 60) {
          await pass(behaviour.ms / 20, request.signal);
          request.onDelta?.(text.slice(at, at + 60));
        }
      } else request.onDelta?.(text);
      for (const [index, { name, arguments: input }] of toolCalls.entries()) {
        request.onCallDelta?.({ index, name, text: input });
      }
      return response;
    },
  };
  const look = defineTool({
    name: 'look',
    description: 'looks',
    capability: 'read',
    input: z.object({ how: z.enum(['answer', 'hang', 'throw']) }),
    async run({ how }, { signal }) {
      if (how === 'hang') await pass(Number.POSITIVE_INFINITY, signal);
      if (how === 'throw') throw new Error('nothing to be seen');
      return 'seen';
    },
  });
  const specialists = [
    defineSpecialist({ name: 'worker', description: 'does any kind of work' }),
    defineSpecialist({ name: 'other', description: 'looks', tools: [look] }),
    defineSpecialist({
      name: 'quick',
      description: 'is a function',
      async run({ signal, key }) {
        onCall(key);
        await behave(next(), signal);
        return 'done at once';
      },
    }),
    defineSpecialist({
      name: 'streamer',
      description: 'speaks',
      async *stream({ signal, key }) {
        onCall(key);
        yield 'one ';
        await behave(next(), signal);
        yield 'two';
      },
    }),
  ];
  return { model, specialists };
}
