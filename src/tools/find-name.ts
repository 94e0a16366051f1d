import { TroupeError } from '../errors.ts';
import { editDistance, nearestName } from '../text/nearest-name.ts';
import { toPlainLine } from './plain-text.ts';

const bare = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
/** One or many of it: `unit` is `units`. */
const one = (name: string) => bare(name).replace(/s$/, '');
const digits = (name: string) => name.replace(/\D/g, '');

function onlyOne(names: readonly string[], fits: (name: string) => boolean): string | undefined {
  const found = names.filter(fits);
  return found.length === 1 ? found[0] : undefined;
}

/** The name that is written: by its letters, by its case, or by its decoration (`Unit Price` is `unit_price`). */
export function findSameName(written: string, names: readonly string[]): string | undefined {
  const wanted = written.trim();
  const exact = names.find((name) => name === wanted);
  const byCase = exact ?? onlyOne(names, (name) => name.toLowerCase() === wanted.toLowerCase());
  return byCase ?? (bare(wanted) === '' ? undefined : onlyOne(names, (name) => bare(name) === bare(wanted)));
}

/** The name that is meant: the one that is written, or one that differs in number (`unit` is `units`) or in one letter. */
export function findName(written: string, names: readonly string[]): string | undefined {
  const wanted = written.trim();
  const same = findSameName(wanted, names);
  const byNumber = same ?? (bare(wanted).length < 3 ? undefined : onlyOne(names, (name) => one(name) === one(wanted)));
  // Short names, and names with other numbers in them, are too easily other names.
  const isSlip = (name: string) =>
    Math.abs(name.length - wanted.length) <= 1 &&
    digits(name) === digits(wanted) &&
    editDistance(bare(name), bare(wanted)) <= 1;
  return byNumber ?? (wanted.length >= 5 && wanted.length <= 100 ? onlyOne(names, isSlip) : undefined);
}

const listed = 30;

/** What to say when no name is meant: what there is, and which is nearest. */
export function noSuchName(what: string, written: string, names: readonly string[]): TroupeError {
  const near = written.length <= 100 ? nearestName(written, names) : undefined;
  // A guess that is far off leads further off: profit is not product.
  const isNear = near !== undefined && editDistance(written.toLowerCase(), near.toLowerCase()) <= 2;
  const guess = isNear ? ` Perhaps "${near}"?` : '';
  const all = names.slice(0, listed).join(', ');
  const rest = names.length > listed ? ` and ${names.length - listed} more` : '';
  return new TroupeError('tool', `${what} "${toPlainLine(written, 60)}".${guess} There are: ${all || 'none'}${rest}.`);
}
