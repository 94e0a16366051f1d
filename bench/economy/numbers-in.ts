/** A number as it stands in a text. */
export interface FoundNumber {
  /** Without its sign. */
  readonly value: number;
  /** What the last digit that is written counts: 0.1 for 3.5, 1,000 for 12.3 万. */
  readonly step: number;
  /** How many digits are written, zeros in front not counted. */
  readonly digits: number;
}

const scales: Readonly<Record<string, number>> = {
  万: 1e4,
  亿: 1e8,
  千: 1e3,
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
};
/** In groups of three, with a decimal comma or a decimal point, or plain. */
const pattern =
  /(?<![\d.,])(\d{1,3}(?:[. ]\d{3})+,\d+|\d{1,3}(?:[, '’]\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?)(?!\d)(?:\s?(万|亿|千|thousand|million|k|m)(?![a-z]))?/giu;

/** The numbers of a text in all usual writings. What can be read in two ways is there twice. */
export function numbersIn(text: string): FoundNumber[] {
  const spaced = text.replace(/[\u00a0\u2009\u202f]/g, ' ').replaceAll('**', '');
  return [...spaced.matchAll(pattern)].flatMap(([, number = '', scale = '']) => {
    const readings = number.includes(' ') ? [number, ...number.split(' ')] : [number];
    return readings.map((reading) => toNumber(reading, scales[scale.toLowerCase()] ?? 1));
  });
}

function toNumber(written: string, scale: number): FoundNumber {
  const isDecimalComma = /[. ]\d{3},\d+$|^\d+,(?!\d{3}$)\d+$/.test(written);
  const decimal = isDecimalComma ? written.replace(/[. ]/g, '').replace(',', '.') : written.replace(/[, '’]/g, '');
  const [whole = '', fraction = ''] = decimal.split('.');
  return {
    value: Number(decimal) * scale,
    step: 10 ** -fraction.length * scale,
    digits: `${whole}${fraction}`.replace(/^0+/, '').length,
  };
}
