import { patientFetch } from './patient-fetch.ts';
import { inputTokensOf, spokenIn } from './spoken.ts';

/** One request to the endpoint, answered or not. */
export interface RecordedCall {
  /** In milliseconds since the first call began. */
  readonly began: number;
  readonly ended: number;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A `fetch` that counts: both sides speak through it, so both are counted alike. */
export interface Recorder {
  readonly fetch: typeof globalThis.fetch;
  /** What went over it so far. */
  calls(): RecordedCall[];
  /** What the model wrote, call by call. */
  words(): string[];
}

interface Exchange {
  readonly sent: string;
  readonly began: number;
  ended: number;
  status: number;
  received: string;
}

/** Opens a recorder for one request. */
export function createRecorder(): Recorder {
  const exchanges: Exchange[] = [];
  return {
    async fetch(input, init) {
      const began = performance.now();
      const exchange: Exchange = { sent: String(init?.body ?? '{}'), began, ended: began, status: 0, received: '' };
      exchanges.push(exchange);
      try {
        const response = await patientFetch(input, init);
        exchange.status = response.status;
        return new Response(response.body?.pipeThrough(listener(exchange)) ?? null, response);
      } finally {
        exchange.ended = performance.now();
      }
    },
    calls() {
      const first = exchanges[0]?.began ?? 0;
      return exchanges.map(({ sent, began, ended, status, received }) => ({
        began: began - first,
        ended: ended - first,
        status,
        inputTokens: inputTokensOf(sent),
        outputTokens: spokenIn(received).tokens,
      }));
    },
    words: () => exchanges.map(({ received }) => spokenIn(received).words),
  };
}

/** Passes an answer on as it arrives. An answer that nobody reads to its end ended with its last piece. */
function listener(exchange: Exchange): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  return new TransformStream({
    transform(piece, controller) {
      exchange.received += decoder.decode(piece, { stream: true });
      exchange.ended = performance.now();
      controller.enqueue(piece);
    },
  });
}
