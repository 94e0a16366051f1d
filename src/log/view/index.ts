import type { ExecutionStatus } from '../../domain/status.ts';
import { typeOf } from '../query/find-entries.ts';
import { type ClarificationState, clarificationView } from './clarification-view.ts';
import { type CollaborationState, collaborationView } from './collaboration-view.ts';
import { type CorrectionState, correctionView } from './correction-view.ts';
import { type MemoryState, memoryView } from './memory-view.ts';
import { type MultiHopState, multiHopView } from './multi-hop-view.ts';
import { defineView } from './view.ts';

/** All of it: the parts, and what is counted. */
export interface ComprehensiveState {
  readonly status: ExecutionStatus | undefined;
  readonly entries: number;
  /** How many entries there are of each type. */
  readonly types: Readonly<Record<string, number>>;
  readonly lastAt: string | undefined;
  readonly memory: MemoryState;
  readonly correction: CorrectionState;
  readonly collaboration: CollaborationState;
  readonly clarification: ClarificationState;
  readonly multiHop: MultiHopState;
}

const parts = {
  memory: memoryView,
  correction: correctionView,
  collaboration: collaborationView,
  clarification: clarificationView,
  multiHop: multiHopView,
};

const comprehensive = defineView<ComprehensiveState>({
  name: 'comprehensive',
  start: {
    status: undefined,
    entries: 0,
    types: {},
    lastAt: undefined,
    memory: memoryView.start,
    correction: correctionView.start,
    collaboration: collaborationView.start,
    clarification: clarificationView.start,
    multiHop: multiHopView.start,
  },
  step: (state, entry) => ({
    status: entry.type === 'status.changed' ? entry.data.status : state.status,
    entries: state.entries + 1,
    types: withOneMore(state.types, typeOf(entry)),
    lastAt: entry.at,
    memory: memoryView.step(state.memory, entry),
    correction: correctionView.step(state.correction, entry),
    collaboration: collaborationView.step(state.collaboration, entry),
    clarification: clarificationView.step(state.clarification, entry),
    multiHop: multiHopView.step(state.multiHop, entry),
  }),
});

/** Notes of charts may have any name, also one that every object has. */
const withOneMore = (counts: ComprehensiveState['types'], type: string) => ({
  ...counts,
  [type]: (Object.hasOwn(counts, type) ? (counts[type] ?? 0) : 0) + 1,
});

/** States that are computed from the entries of a run, or of several, on demand: nothing is stored beside the log. */
export const views = { ...parts, comprehensive } as const;
