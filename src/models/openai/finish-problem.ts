import type { ModelErrorCode } from '../model-error.ts';

/** Why an answer is not whole. */
export interface FinishProblem {
  readonly reason: ModelErrorCode;
  readonly message: string;
  /** False where another attempt would end the same. @default by the reason */
  readonly retryable?: boolean;
}

const whole = ['stop', 'eos', 'eos_token', 'end_turn', 'stop_sequence', 'complete'];
const wholeCalls = ['tool_calls', 'tool_call', 'tool_use', 'function_call'];

const cut: FinishProblem = {
  reason: 'truncated',
  message: 'The answer was cut at the limit of tokens. Ask for less, or raise the limit of the endpoint.',
};
const full: FinishProblem = {
  reason: 'truncated',
  message: "The answer was cut because the model's context is full. Send less, or use a model with a longer context.",
  retryable: false,
};
const withheld: FinishProblem = {
  reason: 'filtered',
  message: "The endpoint's content filter withheld the answer.",
};
const broken: FinishProblem = { reason: 'server', message: 'The endpoint gave up in the middle of the answer.' };

/** What endpoints say when an answer has ended, in lower case; nothing stands for a whole answer. */
const known = new Map<string, FinishProblem | undefined>([
  ...[...whole, ...wholeCalls].map((reason) => [reason, undefined] as const),
  ...['length', 'max_tokens', 'max_output_tokens', 'max_length'].map((reason) => [reason, cut] as const),
  ['model_length', full],
  ['model_context_window_exceeded', full],
  ...['content_filter', 'content_filtered', 'safety', 'sensitive', 'recitation'].map((it) => [it, withheld] as const),
  ...['blocklist', 'prohibited_content', 'spii', 'image_safety'].map((reason) => [reason, withheld] as const),
  ['refusal', { reason: 'refusal', message: 'The model refused to answer.' }],
  ...['error', 'abort', 'insufficient_system_resource', 'network_error'].map((reason) => [reason, broken] as const),
  [
    'malformed_function_call',
    { reason: 'bad-output', message: 'The model wrote a call of a tool that the endpoint could not read.' },
  ],
]);

/** What a finish reason says against the answer; nothing when the answer is whole. One that nobody knows may stand for half an answer. */
export function finishProblem(finishReason: string): FinishProblem | undefined {
  const name = finishReason.toLowerCase();
  if (known.has(name)) return known.get(name);
  const message = `The endpoint ended the answer for a reason that is not known, so it may not be whole: "${finishReason.slice(0, 100)}".`;
  return { reason: 'protocol', message };
}
