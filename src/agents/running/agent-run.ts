import { isRecord } from '../../domain/is-record.ts';
import type { JsonValue } from '../../domain/json.ts';
import { schemaProblem } from '../../domain/schemas/schema-problem.ts';
import { TroupeError } from '../../errors.ts';
import type { Entry } from '../../log/entry.ts';
import type { OwnEntry } from '../../log/own/define-entry.ts';
import type { ChartRun } from '../../run/chart-run.ts';
import { answerProblem } from '../../tools/ask.ts';
import type { AgentEvent, WaitingAsk } from '../agent-event.ts';
import type { Answer } from '../ask.ts';
import type { PersonAnswered } from '../model/tool-call-work.ts';
import type { AgentFeed } from './agent-feed.ts';
import type { OpenAsk } from './agent-fold.ts';
import type { AgentResult } from './agent-result.ts';

/** Who has answered, for the log. */
interface Said {
  readonly by?: string;
}

/** A run of an agent. It is its events, from the first one on: `for await (const event of run)`. */
export interface AgentRun<Output = unknown> extends AsyncIterable<AgentEvent> {
  readonly id: string;
  readonly log: readonly Entry[];
  /** Resolves when the run has ended; rejects as that of a chart does. */
  readonly result: Promise<AgentResult<Output>>;
  /** What people are asked, now. */
  readonly waiting: readonly WaitingAsk[];
  /** Resolves when the run has ended, or nothing happens until a person answers. */
  settled(): Promise<AgentResult<Output>>;
  /** Calls back with every event from now on; the returned function ends that. */
  subscribe(listener: (event: AgentEvent) => void): () => void;
  /** Answers a question. @throws TroupeError `usage` for a question that is not open, and for an answer that does not fit. */
  answer(id: string, value: JsonValue, said?: Said): Promise<void>;
  /** Approves a call of a tool, with other arguments on wish. */
  approve(id: string, approval?: Said & { readonly arguments?: Readonly<Record<string, JsonValue>> }): Promise<void>;
  refuse(id: string, reason?: string, said?: Said): Promise<void>;
  /** Writes an entry of one's own, made with `defineEntry` of `troupe/log`, and resolves when it is stored. */
  record(entry: OwnEntry): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  cancel(reason?: string): Promise<void>;
  /** Stops driving the run in this process, without ending it. */
  leave(): Promise<void>;
  /** The run of its chart. */
  readonly chart: ChartRun;
}

/** The handle of a run for users. */
export function toAgentRun<Output>(chart: ChartRun, feed: AgentFeed): AgentRun<Output> {
  const reply = async (id: string, answer: Answer, { by }: Said = {}): Promise<void> => {
    const open = openAsk(feed, id);
    const problem = problemOf(open.shown, answer);
    if (problem) throw new TroupeError('usage', `${id} cannot be answered like this: ${problem}`);
    const event: PersonAnswered = {
      type: 'person.answered',
      ask: open.number,
      answer,
      ...(by === undefined ? {} : { by }),
    };
    const eventId = `${id}.answered`;
    await chart.send(event as never, { to: open.path, id: eventId }); // for the actor that asked, not for the root
    const taken = chart.log.find((entry) => entry.type === 'event.received' && entry.data.id === eventId);
    if (taken?.type === 'event.received' && !isSame(taken.data.event, event)) {
      throw new TroupeError('usage', `${id} was answered by somebody else in the same moment.`);
    }
  };
  const result = chart.result.then((ended) => feed.resultOf(ended));
  // Somebody who follows the events alone must not be bothered by this promise.
  result.catch(() => {});
  return {
    id: chart.id,
    chart,
    get log() {
      return chart.log;
    },
    result,
    get waiting() {
      return feed.fold.asks.map(({ shown }) => shown);
    },
    settled: () => feed.settled(chart.result),
    subscribe: (listener) => feed.subscribe(listener),
    answer: (id, value, said) => reply(id, { given: 'answered', value }, said),
    approve: (id, { arguments: edited, ...said } = {}) =>
      reply(id, { given: 'approved', ...(edited === undefined ? {} : { arguments: edited }) }, said),
    refuse: (id, reason, said) => reply(id, { given: 'refused', ...(reason === undefined ? {} : { reason }) }, said),
    record: (entry) => chart.record(entry),
    pause: () => chart.pause(),
    resume: () => chart.resume(),
    cancel: (reason) => chart.cancel(reason),
    leave: () => chart.leave(),
    [Symbol.asyncIterator]: () => feed.events(),
  } as AgentRun<Output>; // its result has the output of the agent
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Says why an answer does not fit a question, or nothing when it does. */
function problemOf(ask: WaitingAsk, answer: Answer): string | undefined {
  if (answer.given === 'refused') return undefined;
  if (ask.kind === 'approval') {
    if (answer.given !== 'approved') return 'it is an approval. Use approve or refuse.';
    if (answer.arguments === undefined) return undefined;
    if (ask.by !== 'policy') return 'it is no call of a tool: it has no arguments to edit.';
    if (!isRecord(answer.arguments)) return 'the arguments of a call are an object, such as {"to":"Ada"}.';
    const misfit = ask.schema && schemaProblem(ask.schema, answer.arguments);
    return misfit && `the edited arguments do not fit ${ask.tool}: ${misfit}.`;
  }
  return answer.given === 'answered' ? answerProblem(ask, answer.value) : `it is a ${ask.kind}. Use answer, or refuse.`;
}

function openAsk({ fold, run }: AgentFeed, id: string): OpenAsk {
  const open = fold.asks.find(({ shown }) => shown.id === id);
  if (open) return open;
  const others = fold.asks.map(({ shown }) => shown.id).join(', ');
  throw new TroupeError(
    'usage',
    `Run ${run} does not wait for an answer to "${id}". ${others ? `It waits for: ${others}.` : 'It waits for no answer.'}`,
  );
}
