import { TroupeError } from '../../errors.ts';

/** A whole number from 1 up. */
export function parseCount(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (Number.isSafeInteger(count) && count >= 1) return count;
  throw new TroupeError('usage', `--${name} is "${text}". Give a whole number from 1 up.`);
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
