import { z } from 'zod';
import { TroupeError } from '../errors.ts';
import { asData } from './as-data.ts';
import { type EffectKind, effectOutputs } from './effect-outputs.ts';
import type { EntryUsage } from './entries/effect-entries.ts';
import type { ForkedFrom } from './entries/forked-from.ts';
import { asWritten, type Entry, seqOf, sumOf } from './entry.ts';

/** An outcome that a person gives to an effect of a fork, in the place of performing it again. */
export interface GivenOutcome {
  /** The key of an effect that is under way at the last entry that both runs share. */
  readonly key: string;
  readonly output: unknown;
  /** What was used to come to it. */
  readonly usage?: EntryUsage | undefined;
  /** What was changed to come to it. @default 'result' */
  readonly changed?: NonNullable<ForkedFrom['given']>['changed'] | undefined;
}

/** The entries of a run up to number `at`, with all that the last fact among them caused, as the beginning of another run that is made now. */
export function forkEntries(
  entries: readonly Entry[],
  at: number,
  run: string,
  now: number,
  given?: GivenOutcome,
): Entry[] {
  if (!Number.isInteger(at) || at < 1 || at > entries.length) {
    throw new TroupeError('usage', `A fork begins at one of the entries 1 to ${entries.length}, not at ${at}.`);
  }
  const next = entries.findIndex((entry) => entry.seq > at && entry.kind === 'fact');
  const shared = next < 0 ? entries.length : next;
  return entries.slice(0, shared).map((read) => {
    const entry = asWritten(read);
    const parent = entry.parent === undefined ? {} : { parent: `${run}:${seqOf(entry.parent)}` };
    const own = { run, id: `${run}:${entry.seq}`, ...parent };
    if (entry.type === 'entry.recorded' && entry.parent !== undefined && entry.data.parent === entry.parent) {
      // Whoever recorded it said of which entry it is, by its id.
      const recorded = { ...entry, ...own, data: { ...entry.data, ...parent } };
      return { ...recorded, sum: sumOf(recorded) };
    }
    if (entry.type !== 'request.received' && entry.type !== 'chart.started') return { ...entry, ...own };
    const forkedAt = new Date(now).toISOString();
    const forkedFrom: ForkedFrom = {
      run: entry.run,
      at: shared,
      ...(given ? { given: { key: given.key, changed: given.changed ?? 'result' } } : {}),
    };
    const first = { ...entry, ...own, data: { ...entry.data, run, forkedAt, forkedFrom } } as typeof entry; // of the same type
    return { ...first, sum: sumOf(first) };
  });
}

/** The keys of the effects that were done after an entry, and are done again when the run continues from there. */
export function effectsAfter(entries: readonly Entry[], seq: number): string[] {
  return entries
    .slice(seq)
    .flatMap(({ type, data }) => (type === 'effect.completed' && data.kind !== 'analyze' ? [data.key] : []));
}

const ends = new Set(['effect.completed', 'effect.failed', 'effect.cancelled', 'effect.stopped', 'timer.fired']);

/**
 * The outcome that is given to an effect which is under way at the end of a log, as its next fact.
 *
 * @throws TroupeError `usage` for an effect that is not under way, or an output that cannot be one of its kind.
 */
export function outcomeFact(entries: readonly Entry[], given: GivenOutcome, now: number): Entry {
  const started = startOf(entries, given.key);
  const { kind, source } = started.data;
  const { output } = asData({ output: checked(kind, given) }, 'An outcome');
  const about = { key: given.key, kind, ...(source === undefined ? {} : { source }) };
  const { usage } = given;
  return {
    ...started,
    seq: entries.length + 1,
    at: new Date(now).toISOString(),
    kind: 'fact',
    type: 'effect.completed',
    data: { ...about, ...(usage ? { usage } : {}), output },
  } as Entry; // with an output of its kind
}

function startOf(entries: readonly Entry[], key: string) {
  const isOf = ({ data }: Entry) => 'key' in data && data.key === key;
  const last = entries.findLast((entry) => isOf(entry) && (entry.type === 'effect.started' || ends.has(entry.type)));
  if (last?.type === 'effect.started' && last.data.kind !== 'wait') return last;
  const why = last ? 'has its outcome there already, or waits for nothing but time' : 'has not begun there';
  throw new TroupeError(
    'usage',
    `No outcome can be given to the effect "${key}": it ${why}. Fork at the entry before its result.`,
  );
}

function checked(kind: EffectKind | 'source', { key, output }: GivenOutcome): unknown {
  if (kind === 'source') return output;
  const shape: z.ZodType = effectOutputs[kind];
  const { success, error, data } = shape.safeParse(output);
  if (success) return data;
  throw new TroupeError('usage', `This cannot be the outcome of "${key}" (${kind}): ${z.prettifyError(error)}`);
}
