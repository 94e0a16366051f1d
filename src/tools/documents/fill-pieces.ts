/** Slices put together again, in pieces that are not longer than `longest` but for the `head` that each piece after the first begins with. */
export function fillPieces(slices: readonly string[], longest: number, head = ''): string[] {
  const cut = new RegExp(`[\\s\\S]{1,${longest}}`, 'gu');
  const pieces: string[] = [];
  let piece = '';
  for (const slice of slices.flatMap((each) => each.match(cut) ?? [])) {
    if (piece !== '' && piece !== head && piece.length + slice.length > longest) {
      pieces.push(piece);
      piece = head;
    }
    piece += slice;
  }
  return [...pieces, piece];
}
