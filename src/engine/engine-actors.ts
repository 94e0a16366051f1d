import { fromPromise } from 'xstate';
import { type Clock, systemClock } from '../actors/clock.ts';
import { requestProblem } from '../domain/message.ts';
import { messageOf, TroupeError } from '../errors.ts';
import type { FollowInput } from '../machines/conversation-setup.ts';
import type { EngineEventData } from '../machines/engine-event.ts';
import type { CallOptions } from '../orchestrator/call-options.ts';
import type { Orchestrator } from '../orchestrator/orchestrator.ts';
import type { ConversationRun, Reading } from './conversation-run.ts';
import { entriesIn, type Rest } from './conversation-snapshot.ts';
import { type Coordinator, type CoordinatorContext, fetchContext, ruleMessages } from './coordinator.ts';
import { answerId, endIn, isPastPlanning, newsIn, tasksIn } from './engine-news.ts';
import { PhaseError } from './phase-error.ts';

/** What a run of an engine is given beside its input: as a run of an orchestrator. */
export type EngineOptions = Pick<CallOptions, 'signal' | 'context' | 'sessionId' | 'metadata'>;

/** What a conversation engine works with. */
export interface EngineParts {
  readonly orchestrator: Orchestrator;
  readonly coordinator: Coordinator;
  readonly clock: Clock;
  /** How long the coordinator may take. */
  readonly contextMs: number;
  /** A person looks at plans. */
  readonly isReviewed: boolean;
}

/**
 * What an engine has to continue with.
 *
 * @throws TroupeError `bad-config` when it was created without anything, with what this conversation needs.
 */
export function configured(parts: EngineParts | undefined, rest: Rest): EngineParts {
  if (parts) return parts;
  const [first] = entriesIn(rest);
  const cards = first?.type === 'request.received' ? (first.data.options.specialists ?? []) : [];
  const names = cards.map(({ name }) => `"${name}"`).join(', ');
  const specialists = names === '' ? 'specialists' : `the specialists ${names}`;
  throw new TroupeError(
    'bad-config',
    `This engine was created without a configuration. To go on it needs a model, ${specialists} and a coordinator: give { model, specialists, coordinator } to createConversationEngine(), or to restoreFromSnapshot() as its second argument.`,
  );
}

/** Tells what comes in the log, until something is found. */
type Follow = <Found>(until: (reading: Reading) => Found | undefined) => Promise<Found>;

/** Fills the slots of the conversation engine's chart with what one conversation needs. */
export function engineActors(run: ConversationRun, parts: EngineParts | undefined, options: EngineOptions) {
  const { signal, ...about } = options;
  const { clock } = parts ?? { clock: systemClock };
  let context: CoordinatorContext = { rules: [], knowledge: [], tools: [] };
  const starts = {
    start: () => {
      const { orchestrator } = configured(parts, run.given);
      return orchestrator.start([...ruleMessages(context), ...run.messages], {
        ...about,
        knowledge: context.knowledge,
      });
    },
    restore: (snapshot: unknown) =>
      configured(parts, run.given).orchestrator.restore(snapshot, { context: about.context }),
  };
  /** A phase that follows the run: it is begun or taken over first, and released if it was held. */
  const following = <Output>(work: (input: FollowInput, follow: Follow, stop: AbortSignal) => Promise<Output>) =>
    fromPromise<Output, FollowInput>(async ({ input, signal: stop }) => {
      signal?.throwIfAborted();
      await run.begin(starts);
      stop.throwIfAborted();
      run.release();
      const follow: Follow = (until) =>
        run.read(input.seen, stop, (reading) => {
          const news = newsIn(run, reading, input.isReviewed);
          if (news) input.tell(news);
          return until(reading);
        });
      return work(input, follow, stop);
    });
  return {
    receive: fromPromise<void, undefined>(async () => {
      const problem = requestProblem(run.messages);
      if (problem !== undefined) throw new PhaseError('bad-request', problem);
    }),
    fetchContext: fromPromise<EngineEventData<'context_received'>, undefined>(async ({ signal: stop }) => {
      const { coordinator, contextMs: timeoutMs } = configured(parts, run.given);
      context = await fetchContext(coordinator, run.messages, { clock, timeoutMs, stop }).catch((cause) => {
        throw new PhaseError('coordinator', messageOf(cause), { cause });
      });
      const { rules, tools, knowledge } = context;
      return { rulesCount: rules.length, toolsCount: tools.length, knowledgeCount: knowledge.length };
    }),
    decompose: following((_, follow) => follow((reading) => tasksIn(run, reading))),
    // A turn, in which a reader that keeps up can pause; then the plan may go, unless a person looks at it first.
    schedule: following(async ({ isReviewed }, follow, stop) => {
      await turn(clock, stop);
      if (isReviewed && run.isPlanned) await follow(isPastPlanning);
    }),
    execute: following(({ seen, tasks, isReviewed, tell }, follow) => {
      const isWaiting = tasks.some((task) => task.id === answerId && task.status === 'pending');
      if (!run.isPlanned && isWaiting) tell({ type: 'task.started', id: answerId, seen });
      if (!isReviewed) run.approve();
      return follow((reading) => endIn(run, reading));
    }),
    hold: fromPromise<void, undefined>(({ signal: stop }) => run.hold(stop)),
    cancel: fromPromise<void, string>(async ({ input }) => run.cancel(input)),
  };
}

function turn(clock: Clock, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    stop.addEventListener('abort', clock.after(0, resolve));
  });
}
