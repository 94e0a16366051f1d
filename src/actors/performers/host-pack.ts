import type { RunLog } from '../../log/run-log.ts';
import { usageOf } from '../../log/to-run-result.ts';
import type { EffectPack } from '../effect-pack.ts';
import { Ledger } from '../ledger.ts';
import { Speech } from '../speech.ts';
import type { Delta } from '../watcher.ts';
import { spendingOf } from './bill.ts';
import { toOutcomeError } from './outcome-error.ts';
import type { Cast } from './performer.ts';
import { performerOf } from './performers.ts';

/** Performs the effects of the host: with a cast, a ledger for the run's limits, and the messages that actors write, shown as they grow. */
export function hostPack(cast: Cast, log: RunLog, onDelta: (delta: Delta) => void): EffectPack {
  let known: Ledger | undefined;
  /** Opened with the first effect: by then the log holds what was spent before this process took the run over. */
  const ledgerOf = () => {
    known ??= new Ledger(cast.options.limits, { spent: spendingOf(usageOf(log.entries)), keptBack: cast.keptBack });
    return known;
  };
  const speeches = new Map<string, Speech>();
  const speechOf = (actor: string): Speech => {
    const speech =
      speeches.get(actor) ?? new Speech((edit) => onDelta({ type: 'delta', run: log.run, actor, ...edit }));
    speeches.set(actor, speech);
    return speech;
  };
  return {
    perform({ kind, input, address: { key, actor, maxOutputTokens } }, control) {
      const { signal, isOver, whileWaiting, onCall, onPiece, onUsed, progress } = control;
      // Whoever judges a round writes the answer for the host.
      const utterance = speechOf(kind === 'reflect' ? 'host' : actor).begin();
      const speech = {
        add: (piece: string) => (isOver() ? undefined : utterance.add(piece)),
        end: (whole: string) => (isOver() ? undefined : utterance.end(whole)),
      };
      const perform = performerOf(kind);
      const means = { cast, log, ledger: ledgerOf(), key: `${log.run}/${key}`, speech, maxOutputTokens };
      return perform(input, { ...means, signal, whileWaiting, onCall, onPiece, onUsed, progress });
    },
    toProblem: toOutcomeError,
    committed(entries) {
      for (const { type, data } of entries) {
        // Whatever was streamed: in the end it is the answer.
        if (type === 'answer.given') speechOf('host').end(data.content);
        if (type === 'step.completed' || type === 'step.failed') speeches.delete(data.actor ?? '');
      }
    },
  };
}
