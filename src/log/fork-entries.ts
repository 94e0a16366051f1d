import { TroupeError } from '../errors.ts';
import { asWritten, type Entry, seqOf, sumOf } from './entry.ts';

/** The entries of a run up to number `at`, with all that the last fact among them caused, as the beginning of another run that is made now. */
export function forkEntries(entries: readonly Entry[], at: number, run: string, now: number): Entry[] {
  if (!Number.isInteger(at) || at < 1 || at > entries.length) {
    throw new TroupeError('usage', `A fork begins at one of the entries 1 to ${entries.length}, not at ${at}.`);
  }
  const next = entries.findIndex((entry) => entry.seq > at && entry.kind === 'fact');
  return entries.slice(0, next < 0 ? entries.length : next).map((read) => {
    const entry = asWritten(read);
    const { parent } = entry;
    const own = {
      run,
      id: `${run}:${entry.seq}`,
      ...(parent === undefined ? {} : { parent: `${run}:${seqOf(parent)}` }),
    };
    if (entry.type !== 'request.received' && entry.type !== 'chart.started') return { ...entry, ...own };
    const forkedAt = new Date(now).toISOString();
    const first = { ...entry, ...own, data: { ...entry.data, run, forkedAt } } as typeof entry; // of the same type
    return { ...first, sum: sumOf(first) };
  });
}

/** The keys of the effects that were done after an entry, and are done again when the run continues from there. */
export function effectsAfter(entries: readonly Entry[], seq: number): string[] {
  return entries
    .slice(seq)
    .flatMap(({ type, data }) => (type === 'effect.completed' && data.kind !== 'analyze' ? [data.key] : []));
}
