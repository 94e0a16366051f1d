import { gunzipSync, gzipSync } from 'node:zlib';
import { type Lightened, putPieces, takePieces } from './pieces.ts';
import { brokenArchive } from './run-facts.ts';

/** The log of a run as few bytes, and the pieces that it refers to, packed too, by their names. */
export interface PackedLog {
  readonly packed: Uint8Array;
  readonly pieces: ReadonlyMap<string, Uint8Array>;
}

export function packLog(lines: readonly string[]): PackedLog {
  const { names, lines: light, pieces } = takePieces(lines);
  // A log without pieces is its lines alone, as before there were pieces.
  const all = names.length === 0 ? light : [JSON.stringify(names), ...light];
  return {
    packed: gzipSync(all.join('\n')),
    pieces: new Map([...pieces].map(([name, piece]) => [name, gzipSync(piece)])),
  };
}

/**
 * Lines of an archive as they were.
 *
 * @throws TroupeError `bad-log` for an archive that is damaged, or misses a piece.
 */
export function unpackLines(
  run: string,
  packed: Uint8Array,
  { after, limit }: { readonly after: number; readonly limit?: number | undefined },
  pieceNamed: (name: string) => unknown,
): string[] {
  try {
    const { names, lines } = lightened(packed);
    const known = new Map<number, string>();
    const pieceOf = (number: number) => {
      const piece = known.get(number) ?? gunzipSync(asBytes(pieceNamed(names[number] ?? ''))).toString('utf8');
      known.set(number, piece);
      return piece;
    };
    const page = lines.slice(after, limit === undefined ? undefined : after + limit);
    return page.map((line) => putPieces(line, pieceOf));
  } catch (cause) {
    throw brokenArchive(run, cause);
  }
}

/** The lines of an archive, with nothing where pieces were; none of a damaged one: whoever reads that run is told. */
export function soundLines(packed: unknown): string[] {
  try {
    return lightened(asBytes(packed)).lines.map((line) => putPieces(line, () => '""'));
  } catch {
    return [];
  }
}

function lightened(packed: Uint8Array): Omit<Lightened, 'pieces'> {
  const [first = '', ...rest] = gunzipSync(packed).toString('utf8').split('\n');
  // An entry is an object.
  return first.startsWith('[') ? { names: JSON.parse(first), lines: rest } : { names: [], lines: [first, ...rest] };
}

function asBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new Error('a part of it is missing');
}
