import type { ReachedLimit } from '../../domain/limit.ts';
import type { Message } from '../../domain/message.ts';
import type { Usage } from '../../models/model.ts';
import type { AgentProblem } from '../agent.ts';
import type { WaitingAsk } from '../agent-event.ts';
import type { HistoryEntry } from '../history.ts';

/** How a run of an agent stands. */
export interface AgentResult<Output = unknown> {
  readonly runId: string;
  /** `waiting`: nothing happens until a person answers. */
  readonly status: 'completed' | 'failed' | 'cancelled' | 'waiting';
  readonly message?: Message;
  /** The answer in the shape that was wanted. */
  readonly output?: Output;
  readonly error?: AgentProblem;
  /** What the agents said and did. */
  readonly history: readonly HistoryEntry[];
  /** What people are asked. */
  readonly waiting: readonly WaitingAsk[];
  readonly limit?: ReachedLimit;
  readonly usage: Usage;
}
