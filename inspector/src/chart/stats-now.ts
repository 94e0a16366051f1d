import { computed } from '@preact/signals';
import { activeNodes } from '../../../src/inspect/chart/active-nodes.ts';
import { type ActorStats, StatsHistory } from '../state/actor-stats.ts';
import { session } from '../state/store.ts';

let counted: { readonly of: readonly unknown[]; readonly history: StatsHistory } | undefined;

/** The numbers of the actor that is looked at, up to the end of the group that is looked at. */
export const statsNow = computed<ActorStats | undefined>(() => {
  const { actor, chart, history, entries, upTo, frameCount, entryCount } = session.value;
  const [own, drawn] = [actor.value, chart.value];
  frameCount.value;
  entryCount.value;
  if (!own || !drawn) return undefined;
  const { id, path } = own;
  const of = [session.value, id, drawn];
  if (!counted || of.some((each, place) => counted?.of[place] !== each)) {
    counted = { of, history: new StatsHistory({ chart: drawn, actor: { id, path }, activeNodes }) };
  }
  return counted.history.at({ frames: history.frames, entries }, upTo.value);
});
