import type { ExecutionStatus } from '../../domain/status.ts';
import type { EffectKind } from '../../log/effect-outputs.ts';

/** What a run does, as far as its status says it. */
export const doingWords: Readonly<Record<ExecutionStatus, string>> = {
  pending: 'starting',
  analyzing: 'thinking',
  planning: 'planning',
  executing: 'working',
  collecting: 'checking the results',
  waiting: 'waiting',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
  timeout: 'timed out',
};

/** What the host does while a call of this kind is under way. A status passes without a word where nothing is done in it. */
export const callWords: Readonly<Partial<Record<EffectKind | 'source', string>>> = {
  think: doingWords.analyzing,
  draft: doingWords.planning,
  reflect: doingWords.collecting,
  answer: 'writing the answer',
  finalize: 'writing the answer',
  structure: 'putting the answer into its form',
};
