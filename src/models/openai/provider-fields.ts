import type { JsonValue } from '../../domain/json.ts';
import type { ProviderFields } from '../../domain/message.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of these names, as they came. */
export function pickProviderFields(piece: Fields, names: readonly string[]): ProviderFields {
  const there = names.filter((name) => piece[name] !== undefined && piece[name] !== null);
  return Object.fromEntries(there.map((name) => [name, piece[name] as JsonValue])); // parsed from JSON
}

/** Puts the fields of a message together, which may arrive in pieces. */
export function createMessageFields() {
  let fields: ProviderFields = {};
  const details: Detail[] = [];
  return {
    add(piece: Fields): void {
      const { reasoning_content, reasoning_details } = piece;
      // DeepSeek wants its thought back, and an empty one, too.
      if (typeof reasoning_content === 'string') {
        fields = { ...fields, reasoning_content: `${fields.reasoning_content ?? ''}${reasoning_content}` };
      }
      if (Array.isArray(reasoning_details)) for (const each of reasoning_details) addDetail(details, each);
      fields = { ...fields, ...pickProviderFields(piece, ['extra_content']) };
    },
    all: (): ProviderFields => (details.length > 0 ? { ...fields, reasoning_details: details } : fields),
  };
}

/** A part of a thought at OpenRouter: a text, a summary, or something encrypted. */
type Detail = { readonly [name: string]: JsonValue };

/** Adds a part, or extends the last one: they arrive in pieces that share an index. */
function addDetail(details: Detail[], piece: Detail): void {
  const last = details.at(-1);
  if (!last || piece.index === undefined || last.index !== piece.index || last.type !== piece.type) {
    details.push(piece);
    return;
  }
  const merged = Object.entries(piece)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      const isText = typeof value === 'string' && ['text', 'summary', 'data'].includes(name);
      return [name, isText ? `${last[name] ?? ''}${value}` : value];
    });
  details[details.length - 1] = { ...last, ...Object.fromEntries(merged) };
}
