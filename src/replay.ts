import { createActor } from 'xstate';
import type { Effects, Stage } from './actors/effects.ts';
import { journal, machineVersion } from './actors/journal.ts';
import { composeHost } from './compose-host.ts';
import type { EffectError } from './domain/effect.ts';
import type { Message } from './domain/message.ts';
import type { RunOptions } from './domain/options.ts';
import { TroupeError } from './errors.ts';
import type { Entry } from './log/entry.ts';
import type { RunLog } from './log/run-log.ts';

/** What came of recomputing a run: the same log, or the first entry that differs. */
export type ReplayReport =
  | { readonly equal: true; readonly entries: number }
  | {
      readonly equal: false;
      /** The number of the first entry that differs. */
      readonly seq: number;
      readonly stored: Entry | undefined;
      readonly recomputed: Entry | undefined;
    };

/**
 * Recomputes a run from its facts, without a model, a tool, a clock or a network, and compares every entry with the stored one.
 *
 * @throws TroupeError `bad-log` when the log does not begin with a request, or belongs to another version of the charts.
 */
export function replay(entries: readonly Entry[]): ReplayReport {
  const [first] = entries;
  if (first?.type !== 'request.received') {
    throw new TroupeError('bad-log', 'This log does not begin with a request, so it is not the log of a run.');
  }
  // The journal wrote this data.
  const { messages, options, machine, run } = first.data as unknown as {
    run: string;
    messages: readonly Message[];
    options: RunOptions;
    machine: string;
  };
  if (machine !== machineVersion) {
    throw new TroupeError('bad-log', `Run ${run} was made by ${machine}; this version knows ${machineVersion} only.`);
  }

  let now = Date.parse(first.at);
  let open: { effects: () => Effects; log: RunLog } | undefined;
  const stage = (log: RunLog, effects: () => Effects): Stage => {
    open = { effects, log };
    return { now: () => now, commit() {}, committed() {}, dispatch() {}, abort() {}, failed() {} };
  };
  const host = composeHost(journal({ newRunId: () => run, runOptions: options, stage }));
  const actor = createActor(host, { input: { messages, runId: run } });
  actor.subscribe({ error() {} });
  actor.start();
  if (!open) throw new TroupeError('bug', 'The replay did not start.');
  const { effects, log } = open as { effects: () => Effects; log: RunLog }; // assigned when the journal started
  let compared = 0;
  for (const entry of entries.slice(1)) {
    if (entry.kind !== 'fact') continue;
    const difference = compare(entries, log.entries, compared, entry.seq - 1);
    if (difference) return difference;
    compared = entry.seq - 1;
    now = Date.parse(entry.at);
    hand(effects(), entry);
  }
  actor.stop();
  const end = Math.max(entries.length, log.entries.length);
  return compare(entries, log.entries, compared, end) ?? { equal: true, entries: entries.length };
}

/** The first entry from `from` to `to` that differs; before the fact number `to + 1` there have to be exactly `to` entries. */
function compare(
  stored: readonly Entry[],
  recomputed: readonly Entry[],
  from: number,
  to: number,
): ReplayReport | undefined {
  for (let index = from; index < Math.max(to, recomputed.length); index++) {
    const [left, right] = [stored[index], recomputed[index]];
    if (JSON.stringify(left) !== JSON.stringify(right)) {
      return { equal: false, seq: index + 1, stored: left, recomputed: right };
    }
  }
  return undefined;
}

/** Hands a stored fact to the run again. */
function hand(effects: Effects, { type, data }: Entry): void {
  switch (type) {
    case 'effect.completed':
    case 'timer.fired':
    case 'effect.failed': {
      // The effects port wrote this data.
      const { key, output, error, usage } = data as {
        key: string;
        output: unknown;
        error?: EffectError;
        usage?: Record<string, number>;
      };
      effects.settle(key, error ? { ok: false, error, usage } : { ok: true, output, usage });
      return;
    }
    case 'run.restored':
      effects.restored();
      return;
    default:
      effects.tell({ type, ...data });
  }
}
