import type { StepStatus } from '../../../src/domain/status.ts';
import type { StateValue, TimelineEntry } from '../../../src/inspect/protocol.ts';
import { isCut } from '../../../src/inspect/set-path.ts';
import { durationOf } from '../run/run-words.ts';
import { stateWords } from '../state/format.ts';
import type { StepSide } from './compare-runs.ts';

const statuses: Readonly<Record<string, StepStatus>> = { done: 'completed', error: 'failed', active: 'executing' };

/** The actors of a run of a chart or an agent, as what is compared in the place of steps: where each ended, and how long that took. */
export function actorSides(entries: readonly TimelineEntry[]): Map<string, StepSide> {
  const began = new Map<string, TimelineEntry>();
  const sides = new Map<string, StepSide>();
  for (const entry of entries) {
    const { type, actor, data, at } = entry;
    if (type !== 'actor.moved') continue;
    const first = began.get(actor) ?? entry;
    began.set(actor, first);
    const value = isCut(data.value) ? '' : stateWords(data.value as StateValue | undefined); // as a log has it
    sides.set(actor, {
      step: actor,
      title: actor,
      status: statuses[String(data.status)] ?? 'skipped',
      note: value || String(data.status),
      result: value,
      time: durationOf(Date.parse(at) - Date.parse(first.at)),
      seq: first.seq,
    });
  }
  return sides;
}
