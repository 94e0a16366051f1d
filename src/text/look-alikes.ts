/** Letters of other scripts that look like ours. */
const twins: Readonly<Record<string, string>> = {
  ...{ a: 'аɑα', c: 'сϲⅽ', d: 'ԁⅾ', e: 'еҽε', f: 'ƒϝ', g: 'ɡց', i: 'іıιɩ', k: 'кκ', l: 'ӏⅼ|', m: 'мⅿ' },
  ...{ n: 'пռո', o: 'оοօσ', r: 'гɾ', s: 'ѕꜱ', t: 'тτ', u: 'սυ', v: 'ѵν', w: 'ԝѡω', y: 'уүγ' },
};

/** Where letters stand that are compatible with ours: raised, circled, in other type, in the width of Han characters. */
const ranges = [
  [0x02b0, 0x02ff],
  [0x1d2c, 0x1d6a],
  [0x2070, 0x209f],
  [0x2100, 0x214f],
  [0x2460, 0x24ff],
  [0xff00, 0xff5f],
  [0x1d400, 0x1d7ff],
  [0x1f110, 0x1f189],
] as const;

const compatible = new Map<string, string>();
for (const [from, to] of ranges) {
  for (let code = from; code <= to; code++) {
    const character = String.fromCodePoint(code);
    const plain = character.normalize('NFKD').toLowerCase().replace(/[()]/g, '');
    if (/^[a-z]$/.test(plain)) compatible.set(plain, (compatible.get(plain) ?? '') + character);
  }
}

/** What nobody sees, or only on the letter before it. */
const unseen = '[\\p{Cf}\\p{M}\\p{Default_Ignorable_Code_Point}]*';

/** A pattern, for the flags `i` and `u`, of a word in whatever letters it may be written. */
export const lookAlikes = (word: string): string =>
  [...word].map((letter) => `[${letter}${twins[letter] ?? ''}${compatible.get(letter) ?? ''}]`).join(unseen);

/** The same of what stands between the begin of a tag and its name. */
export const beforeName = '[\\s\\p{Cf}\\p{M}\\p{Default_Ignorable_Code_Point}/／⁄∕⧸]*';
