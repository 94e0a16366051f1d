import { criticalPathLength } from './critical-path.ts';
import { type Fact, missing } from './facts.ts';
import { createRecorder, type RecordedCall } from './recorder.ts';
import type { Request } from './requests.ts';
import type { Outcome, Side } from './side.ts';
import { type Repetition, writtenTwice } from './written-twice.ts';

/** What one request cost on one side, and whether its answer was right. */
export interface Measurement extends Outcome {
  readonly id: string;
  readonly kind: string;
  readonly calls: readonly RecordedCall[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The tokens of the largest call, in and out. */
  readonly largestCall: number;
  readonly criticalPath: number;
  /** Facts that the answer does not say. */
  readonly missing: readonly string[];
  readonly writtenTwice: readonly Repetition[];
}

export interface Setting {
  readonly side: Side;
  readonly facts: readonly Fact[];
  readonly files: readonly string[];
  readonly baseURL: string;
  readonly apiKey?: string | undefined;
  /** The model to ask for. @default the id of the request, by which a reader endpoint tells them apart */
  readonly model?: string | undefined;
}

/** Has a side answer a request, counts what goes over the wire, and checks the answer. The side is told nothing of the facts. */
export async function measureRequest(
  { id, kind, messages, reply }: Request,
  { side, facts, files, baseURL, apiKey, model = id }: Setting,
): Promise<Measurement> {
  const { fetch, ...recorder } = createRecorder();
  const repliesTo = (answer: string) => (missing(facts, answer).length > 0 ? reply : undefined);
  const outcome = await side({ id, messages, files, endpoint: { baseURL, apiKey, model, fetch }, repliesTo });
  const calls = recorder.calls();
  const sum = (count: (call: RecordedCall) => number) => calls.reduce((total, call) => total + count(call), 0);
  return {
    id,
    kind,
    ...outcome,
    missing: missing(facts, outcome.answer),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    largestCall: Math.max(0, ...calls.map(({ inputTokens, outputTokens }) => inputTokens + outputTokens)),
    criticalPath: criticalPathLength(calls),
    writtenTwice: writtenTwice(recorder.words()),
    calls,
  };
}
