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

const hex = (lane: number) => (lane >>> 0).toString(16).padStart(8, '0');
