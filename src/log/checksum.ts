/**
 * A short sum over a text, to notice that it was changed. Two lanes of multiply and xor, 64 bits in all; it finds accidents and careless hands, it is no
 * signature.
 */
export function checksum(text: string): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b) ^ (b >>> 13);
  }
  return hex(a) + hex(b);
}

const hexBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const hexOf = (byte: number) => hexBytes[byte & 255] ?? ''; // there is one for each
const hex = (lane: number) => hexOf(lane >>> 24) + hexOf(lane >>> 16) + hexOf(lane >>> 8) + hexOf(lane);
