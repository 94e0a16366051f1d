/**
 * Every type of entry with how it stands in the log. *Facts* come from outside, *moves* are what the charts did because
 * of them. A user's own entries are `standard` or `system`.
 */
export const entryTypes = {
  'request.received': 'fact',
  'run.paused': 'fact',
  'run.resumed': 'fact',
  'run.restored': 'fact',
  'context.edited': 'fact',
  'status.changed': 'move',
  'limit.reached': 'move',
  'run.completed': 'move',
  'run.failed': 'move',
  'run.cancelled': 'fact',
  'context.analyzed': 'move',
  'thought.formed': 'move',
  'answer.given': 'move',
  'plan.created': 'move',
  'plan.updated': 'move',
  'plan.edited': 'fact',
  'plan.restored': 'fact',
  'plan.reviewed': 'fact',
  'step.started': 'move',
  'step.completed': 'move',
  'step.failed': 'move',
  'step.skipped': 'move',
  'step.blocked': 'move',
  'results.collected': 'move',
  'feedback.given': 'move',
  'effect.started': 'move',
  'effect.progressed': 'fact',
  'effect.completed': 'fact',
  'effect.failed': 'fact',
  'effect.cancelled': 'fact',
  'timer.fired': 'fact',
  'clarification.requested': 'move',
  'clarification.answered': 'fact',
  'message.added': 'fact',
  'approval.requested': 'move',
} as const satisfies Record<string, 'fact' | 'move'>;

export type EntryType = keyof typeof entryTypes;

/** Something that a chart, or the world, writes into the log. */
export interface Note {
  readonly type: EntryType;
  readonly data: Readonly<Record<string, unknown>>;
}
