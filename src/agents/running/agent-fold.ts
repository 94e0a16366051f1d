import { isRecord } from '../../domain/is-record.ts';
import { type ExecutionStatus, isEnded } from '../../domain/status.ts';
import type { Entry } from '../../log/entry.ts';
import type { Usage } from '../../models/model.ts';
import { readData } from '../../run/data.ts';
import type { AgentEnd } from '../agent.ts';
import type { AgentAction, AgentEvent, AgentNews, WaitingAsk } from '../agent-event.ts';
import { standBySource } from '../ask.ts';
import { exitName, transferName } from '../moves.ts';

/** A question that waits, and where its answer has to go. */
export interface OpenAsk {
  readonly shown: WaitingAsk;
  /** The path of the actor that asked. */
  readonly path: string;
  readonly number: number;
}

const nothing: Usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };

/** What a move is to whoever watches. */
function actionOf({ move, runPath, offeredBy }: Extract<AgentNews, { type: 'agent.moved' }>): AgentAction {
  if (move.name === exitName) return { type: 'exit' };
  if (move.name !== transferName) return { type: 'move', move };
  return { type: 'transfer', to: [...(offeredBy ?? runPath.slice(0, -1)), String(move.arguments.agent ?? '')] };
}

/** What the log of a run of an agent says, entry by entry: its events, the questions that are open, what it has used, and how it ended. */
export class AgentFold {
  readonly #asks = new Map<string, OpenAsk>();
  readonly #live = new Set<string>();
  /** The timers that are set, and the path of whose they are. */
  readonly #timers = new Map<string, string>();
  #usage: Usage = nothing;
  #end: AgentEnd | undefined;
  #status: ExecutionStatus = 'executing';
  #isPaused = false;

  get asks(): readonly OpenAsk[] {
    return [...this.#asks.values()];
  }

  get usage(): Usage {
    return this.#usage;
  }

  get end(): AgentEnd | undefined {
    return this.#end;
  }

  /** Why the agent has no answer. */
  get failure(): Error | undefined {
    return this.#end?.status === 'failed' ? new Error(this.#end.error?.message ?? 'There is no answer.') : undefined;
  }

  /** As the log has it: `executing` or `waiting` until the run has ended. */
  get status(): ExecutionStatus {
    return this.#status;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Whether nothing happens until a person answers. */
  get isWaiting(): boolean {
    if (this.#asks.size === 0 || this.#live.size > 0 || isEnded(this.#status)) return false;
    // Those who ask, and the root, have a timer for the time that is left. Whoever else has one goes on by itself.
    const askers = new Set(this.asks.map(({ path }) => path));
    return [...this.#timers.values()].every((path) => askers.has(path) || !path.includes('/'));
  }

  /** Takes the next entry; gives the events that it is. */
  add(entry: Entry): readonly AgentEvent[] {
    switch (entry.type) {
      case 'event.emitted':
        return this.#news(readData(entry.data.event), entry);
      case 'effect.started':
        if (entry.data.source !== standBySource) this.#live.add(entry.data.key);
        return [];
      case 'effect.completed':
        this.#live.delete(entry.data.key);
        this.#use(entry.data.output);
        return [];
      case 'effect.failed':
        this.#live.delete(entry.data.key);
        this.#use(readData(entry.data.thrown));
        return [];
      case 'effect.stopped':
        this.#live.delete(entry.data.key);
        return [];
      case 'timer.set':
        this.#timers.set(entry.data.key, entry.actor);
        return [];
      case 'timer.fired':
      case 'timer.cancelled':
        this.#timers.delete(entry.data.key);
        return [];
      case 'status.changed':
        this.#status = entry.data.status;
        if (isEnded(this.#status)) this.#asks.clear();
        return [];
      case 'run.paused':
      case 'run.resumed':
        this.#isPaused = entry.type === 'run.paused';
        return [];
      case 'actor.moved':
        // Nobody waits for an answer to somebody who was stopped.
        if (entry.data.status !== 'active') this.#withdraw(entry.actor);
        // The root is the only actor without a parent.
        if (!entry.actor.includes('/') && entry.data.status === 'done') {
          this.#end = readData(entry.data.output) as AgentEnd; // what the root's chart ends with
        }
        return [];
      default:
        return [];
    }
  }

  #withdraw(path: string): void {
    for (const { shown, path: asker } of this.asks) if (asker === path) this.#asks.delete(shown.id);
  }

  #news(emitted: unknown, entry: Entry): readonly AgentEvent[] {
    // A machine of somebody's own may emit what it likes.
    if (!isRecord(emitted) || !Array.isArray(emitted.runPath)) return [];
    const news = emitted as unknown as AgentNews; // what the charts of agents emit
    const { runPath } = news;
    const about = { runPath, agent: runPath.at(-1) ?? '' };
    switch (news.type) {
      case 'agent.said':
        return [{ ...about, output: { message: news.message } }];
      case 'agent.failed':
        return [{ ...about, error: news.error }];
      case 'agent.moved':
        return [{ ...about, action: actionOf(news) }];
      case 'agent.limited':
        return [{ ...about, action: { type: 'limit', limit: news.limit } }];
      case 'model.failedOver': {
        const { from, to, reason } = news;
        return [{ ...about, action: { type: 'failover', from, to, reason } }];
      }
      case 'ask.opened': {
        const { number, keep: _, ...ask } = news.ask;
        const until =
          ask.deadlineMs === undefined ? {} : { until: new Date(Date.parse(entry.at) + ask.deadlineMs).toISOString() };
        const shown: WaitingAsk = { id: `ask-${entry.seq}`, runPath, ...ask, ...until };
        this.#asks.set(shown.id, { shown, path: entry.actor, number });
        return [{ ...about, action: { type: 'interrupted', ask: shown } }];
      }
      case 'ask.closed': {
        const open = this.asks.find(({ path, number }) => path === entry.actor && number === news.number);
        if (!open) return [];
        this.#asks.delete(open.shown.id);
        return [{ ...about, action: { type: 'resumed', id: open.shown.id, answer: news.answer } }];
      }
      default:
        return [];
    }
  }

  /** Counts what a call of a model has used. */
  #use(outcome: unknown): void {
    const { usage } = (typeof outcome === 'object' && outcome !== null ? outcome : {}) as { usage?: Partial<Usage> }; // what calls of models have
    if (!usage) return;
    const { modelCalls = 0, inputTokens = 0, outputTokens = 0, costUsd } = usage;
    const cost = costUsd === undefined ? this.#usage.costUsd : (this.#usage.costUsd ?? 0) + costUsd;
    this.#usage = {
      modelCalls: this.#usage.modelCalls + modelCalls,
      inputTokens: this.#usage.inputTokens + inputTokens,
      outputTokens: this.#usage.outputTokens + outputTokens,
      ...(cost === undefined ? {} : { costUsd: cost }),
    };
  }
}
