import type { RunState } from '../domain/run-state.ts';
import { messageOf, TroupeError } from '../errors.ts';
import { parseRunState, serializeState } from './serialize-state.ts';

/** A state as few bytes (gzip), to be kept for long. */
export async function compressState(state: RunState): Promise<Uint8Array> {
  const text = new Blob([serializeState(state)]);
  return bytesOf(text.stream().pipeThrough(new CompressionStream('gzip')));
}

/**
 * Reads what `compressState` made.
 *
 * @throws TroupeError `bad-state` for damaged bytes and for bytes of something else.
 */
export async function decompressState(bytes: Uint8Array): Promise<RunState> {
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
    const plain = await bytesOf(packed.stream().pipeThrough(new DecompressionStream('gzip')));
    json = new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch (cause) {
    throw new TroupeError('bad-state', `The compressed state is damaged: ${messageOf(cause)}. Take it from a copy.`, {
      cause,
    });
  }
  return parseRunState(json);
}

const bytesOf = async (stream: ReadableStream<Uint8Array>) => new Uint8Array(await new Response(stream).arrayBuffer());
