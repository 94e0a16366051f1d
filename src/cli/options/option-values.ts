import { TroupeError } from '../../errors.ts';

/** A whole number, from 1 up unless `least` says otherwise. */
export function parseCount(name: string, text: string | undefined, least = 1): number | undefined {
  if (text === undefined) return undefined;
  const count = /^\d+$/.test(text) ? Number(text) : -1;
  if (Number.isSafeInteger(count) && count >= least) return count;
  throw new TroupeError('usage', `--${name} is "${text}". Give a whole number from ${least} up.`);
}

/** A port of this machine; 0 is any that is free. */
export function parsePort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new TroupeError('usage', `--port is "${text}". Give a number from 0 to 65535.`);
}

/** A number above 0. */
export function parseAmount(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const amount = Number(text);
  if (Number.isFinite(amount) && amount > 0) return amount;
  throw new TroupeError('usage', `--${name} is "${text}". Give a number above 0.`);
}

/** A switch that is either on or not there. */
export const toSwitch = (value: boolean | undefined): true | undefined => (value ? true : undefined);

const ages: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** A time such as `90m`, `12h`, `30d` or `2w`, in milliseconds. */
export function parseAge(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, count, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  const ms = Number(count) * (ages[unit] ?? Number.NaN);
  if (ms >= 0) return ms;
  throw new TroupeError(
    'usage',
    `--${name} is "${text}". Give a time in minutes, hours, days or weeks: 90m, 12h, 30d, 2w.`,
  );
}

const sizes: Readonly<Record<string, number>> = { kb: 1e3, mb: 1e6, gb: 1e9 };

/** A size such as `500MB` or `2GB`, in bytes. */
export function parseSize(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, count, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)\s?([kmg]b)$/i.exec(text) ?? [];
  const bytes = Number(count) * (sizes[unit.toLowerCase()] ?? Number.NaN);
  if (bytes >= 0) return bytes;
  throw new TroupeError('usage', `--${name} is "${text}". Give a size such as 500kB, 20MB or 2GB.`);
}
