import type { WaitingAsk } from '../../agents/agent-event.ts';
import { feedOf, resultIn } from '../../agents/running/agent-feed.ts';
import type { AgentResult } from '../../agents/running/agent-result.ts';
import type { AgentRun } from '../../agents/running/agent-run.ts';
import { isRecord } from '../../domain/is-record.ts';
import type { JsonValue } from '../../domain/json.ts';
import { TroupeError } from '../../errors.ts';
import type { Entry } from '../../log/entry.ts';
import { agentRequestIn } from '../../log/request-of.ts';
import type { WaitingFor } from '../../log/run-result.ts';
import type { FollowedResult, FollowedRun } from '../following/followed-run.ts';
import { agentDisplay } from './agent-display.ts';
import { pathWords } from './agent-words.ts';

/** A run of agents, for a terminal. */
export function followedAgent(run: AgentRun): FollowedRun {
  return {
    id: run.id,
    get log() {
      return run.log;
    },
    get isPaused() {
      return run.chart.isPaused;
    },
    get waiting() {
      return run.waiting.map(toWaiting);
    },
    isStreamed: true,
    messages: () => agentRequestIn(run.log[0])?.messages ?? [],
    settled: async () => toFollowed(await run.settled()),
    subscribe(entry, words) {
      for (const known of run.log) entry(known);
      const unfollow = run.chart.follow(entry);
      // What the root writes is the answer, or on the way to it.
      const unsubscribe = run.subscribe(({ runPath, output }) => {
        if (runPath.length === 1 && output && 'delta' in output) words?.({ at: output.at, text: output.delta });
      });
      return () => {
        unfollow();
        unsubscribe();
      };
    },
    display: agentDisplay,
    pause: () => quietly(run.pause()),
    resume: () => quietly(run.resume()),
    cancel: (reason) => quietly(run.cancel(reason)),
    answer: (value, id) => run.answer(id ?? onlyOne(run, (kind) => kind !== 'approval'), value),
    approve: (id, { arguments: edited } = {}) => {
      const about = id ?? onlyOne(run, (kind) => kind === 'approval');
      return run.approve(about, edited === undefined ? {} : { arguments: asArguments(edited) });
    },
    refuse: (id, reason) => run.refuse(id, reason === '' ? undefined : reason),
    revise: () => {
      throw new TroupeError('usage', `Run ${run.id} is a run of agents: it has no plan to be revised.`);
    },
    steer: async () => false,
    leave: () => run.leave(),
  };
}

/** What goes wrong with a run is in its result. */
const quietly = (done: Promise<void>) => void done.catch(() => {});

/** The id of the only question that may be meant. */
function onlyOne({ id, waiting }: AgentRun, fits: (kind: WaitingAsk['kind']) => boolean): string {
  const [one, ...others] = waiting.filter(({ kind }) => fits(kind));
  if (one && others.length === 0) return one.id;
  const open = waiting.map((ask) => ask.id).join(', ') || 'nothing';
  throw new TroupeError('usage', `Say by its id what you answer in run ${id}. Open is: ${open}.`);
}

function asArguments(value: JsonValue): Readonly<Record<string, JsonValue>> {
  if (isRecord(value)) return value as Readonly<Record<string, JsonValue>>; // what JSON gives is one
  throw new TroupeError('usage', 'The arguments of a call are a JSON object, such as {"to":"Ada"}.');
}

/** How a stored run of agents stands. */
export function standingOfAgents(entries: readonly Entry[]): FollowedResult {
  const ended = resultIn(entries);
  if (ended) return toFollowed(ended);
  const feed = feedOf(entries);
  const open = toFollowed(feed.resultOf(undefined));
  return feed.fold.isWaiting ? open : { ...open, status: 'running', document: { ...open.document, status: 'running' } };
}

function toFollowed(result: AgentResult): FollowedResult {
  const { runId, status, message, error, waiting: asks } = result;
  const waiting = asks.map(toWaiting);
  const [waitingFor] = status === 'waiting' ? waiting : [];
  return {
    runId,
    status,
    message: { role: 'assistant', content: message?.content ?? error?.message ?? '' },
    waiting,
    ...(waitingFor ? { waitingFor } : {}),
    notDone: [],
    document: result,
  };
}

function toWaiting(ask: WaitingAsk): WaitingFor {
  const { id, kind, by, question, runPath, tool, arguments: input, because, options, schema, until } = ask;
  // What the code of a tool wants to have approved is not its call: there are no arguments to be edited.
  const isAboutCall = tool !== undefined && (by === 'policy' || kind !== 'approval');
  return {
    id,
    kind,
    question: `${pathWords(runPath)}: ${question}`,
    ...(isAboutCall ? { tool, arguments: input ?? '{}' } : {}),
    ...(because === undefined ? {} : { because }),
    ...(options === undefined ? {} : { options }),
    ...(schema === undefined ? {} : { schema }),
    ...(until === undefined ? {} : { deadline: until }),
  };
}
