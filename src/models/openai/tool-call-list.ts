import { z } from 'zod';
import type { ProviderFields, ToolCall } from '../../domain/message.ts';
import type { ModelRequest } from '../model.ts';
import { pickProviderFields } from './provider-fields.ts';

/** A part of a call as it arrives. */
export const callPieceSchema = z.looseObject({
  index: z.number().nullish(),
  id: z.string().nullish(),
  function: z
    .object({
      name: z.string().nullish(),
      // Some servers give the arguments as a value, and not as the text of one.
      arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
    })
    .nullish(),
});
type CallPiece = z.infer<typeof callPieceSchema>;

/** An id for a call that came without one. */
export const callId = (key: string, position: number) => `${key}-call-${position}`;

interface Call {
  readonly index: number;
  id: string;
  name: string;
  arguments: string;
  /** What of the arguments has not been emitted yet. */
  untold: string;
  provider: ProviderFields;
}

/** Puts tool calls together that arrive in pieces, and emits the pieces of their arguments. */
export function createToolCallList({ key, onCallDelta }: Pick<ModelRequest, 'key' | 'onCallDelta'>) {
  const calls: Call[] = [];
  const emit = (call: Call) => {
    if (call.name === '' || call.untold === '') return;
    onCallDelta?.({ index: calls.indexOf(call), name: call.name, text: call.untold });
    call.untold = '';
  };
  const addArguments = (call: Call, text: string) => {
    call.arguments += text;
    call.untold += text;
    emit(call);
  };
  return {
    add(piece: CallPiece, position: number): void {
      const index = piece.index ?? position;
      const last = calls.findLast((call) => call.index === index);
      // Some servers give every call the same index and distinguish them by id.
      const isNew = !last || (piece.id && last.id && piece.id !== last.id);
      const call = isNew ? { index, id: '', name: '', arguments: '', untold: '', provider: {} } : last;
      if (isNew) calls.push(call);
      call.id ||= piece.id ?? '';
      call.name ||= piece.function?.name ?? '';
      call.provider = { ...call.provider, ...pickProviderFields(piece, callFields) };
      const given = piece.function?.arguments ?? '';
      addArguments(call, typeof given === 'string' ? given : JSON.stringify(given));
    },
    all: (): ToolCall[] =>
      calls.map(({ id, name, arguments: text, provider }, position) => ({
        id: id || callId(key, position),
        name,
        arguments: text,
        ...(Object.keys(provider).length > 0 ? { provider } : {}),
      })),
    /** The calls are whole: one that came without arguments has none to give. */
    end(): void {
      for (const call of calls) if (call.arguments === '') addArguments(call, '{}');
    },
  };
}

/** Gemini signs its calls; LiteLLM has such fields under a name of its own. */
const callFields = ['extra_content', 'provider_specific_fields'] as const;

/** The calls of an answer while it arrives. */
export type ToolCallList = ReturnType<typeof createToolCallList>;
