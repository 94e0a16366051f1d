import fc from 'fast-check';

/** Pieces of a text of any bytes in which the signs that mean something to a URL, a header or a frame are frequent. */
const scrap = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'/:?#[]@%\\.&=*+;, \t"{}\0\u00e9'), maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('http://', 'ws://', '..', '%00', '%ff', '__proto__', 'localhost', '127.0.0.1', '[::1]', '99999'),
);
/** Texts that look a little like an address, a header or a name, and are none. */
export const scraps = fc.array(scrap, { maxLength: 6 }).map((parts) => parts.join(''));
