import { messageOf, TroupeError } from '../../errors.ts';
import type { RunState } from './run-state.ts';
import { parseRunState, serializeState } from './serialize-state.ts';

/** A state as few bytes (gzip), to be kept for long. */
export async function compressState(state: RunState): Promise<Uint8Array> {
  const text = new Blob([serializeState(state)]);
  return bytesOf(text.stream().pipeThrough(new CompressionStream('gzip')));
}

export interface DecompressOptions {
  /** What a state may unpack to at most, in bytes. @default 100 MB */
  maxBytes?: number;
}

/**
 * Reads what `compressState` made.
 *
 * @throws TroupeError `bad-state` for damaged bytes, for bytes of something else and for what unpacks to more than it may.
 */
export async function decompressState(
  bytes: Uint8Array,
  { maxBytes = 100_000_000 }: DecompressOptions = {},
): Promise<RunState> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
    throw new TroupeError(
      'bad-state',
      'These bytes are not a compressed state: they are not gzip. Make them with compressState().',
    );
  }
  let json: string;
  try {
    // A copy on a buffer of its own: a view on shared memory is no part of a Blob.
    const packed = new Blob([new Uint8Array(bytes)]);
    const plain = packed.stream().pipeThrough(new DecompressionStream('gzip'));
    json = new TextDecoder('utf-8', { fatal: true }).decode(await bytesOf(plain.pipeThrough(atMost(maxBytes))));
  } catch (cause) {
    if (cause instanceof TroupeError) throw cause;
    throw new TroupeError('bad-state', `The compressed state is damaged: ${messageOf(cause)}. Take it from a copy.`, {
      cause,
    });
  }
  return parseRunState(json);
}

/** Passes on what comes until it is too much. */
function atMost(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(piece, controller) {
      size += piece.length;
      if (size <= maxBytes) controller.enqueue(piece);
      else {
        const advice = 'Check where it comes from; if it is yours, allow more with maxBytes.';
        throw new TroupeError('bad-state', `The compressed state unpacks to more than ${maxBytes} bytes. ${advice}`);
      }
    },
  });
}

const bytesOf = async (stream: ReadableStream<Uint8Array>) => new Uint8Array(await new Response(stream).arrayBuffer());
