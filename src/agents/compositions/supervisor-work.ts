/** What a supervisor and its agents keep, and how it changes: pure functions for their chart. */
import type { Agent, AgentEnd, AgentStart } from '../agent.ts';
import type { AgentNews } from '../agent-event.ts';
import { type HistoryEntry, withoutTransfers } from '../history.ts';
import { exitName, type MoveSpec, transferName } from '../moves.ts';
import {
  afterPart,
  beginComposition,
  type CompositionContext,
  entriesOf,
  exitMove,
  failedEntry,
  hasExit,
  isOutOfMeans,
  otherMoves,
  partStart,
  wordsOf,
} from './composition.ts';

/** Who may hand work on: the supervisor alone, or its agents too, to each other and back. */
export type Transfers = 'supervisor' | 'free';

/** What is settled about a supervisor when it is made. */
export interface SupervisorSettings {
  readonly name: string;
  /** The name of the agent that supervises. */
  readonly supervisor: string;
  readonly agents: readonly Pick<Agent, 'name' | 'description'>[];
  readonly max: number;
  readonly transfers: Transfers;
}

/** Work that is handed on. */
export interface Transfer {
  readonly to: string;
  readonly task?: string;
  /** Which of the agents hands it on. @default the supervisor */
  readonly from?: string;
}

export interface SupervisorContext extends CompositionContext {
  readonly settings: SupervisorSettings;
  /** How often work was handed on. */
  readonly round: number;
  /** What is under way, and what came of it, at the same places. */
  readonly transfers: readonly Transfer[];
  readonly ends: readonly (AgentEnd | undefined)[];
}

export const beginSupervision = (settings: SupervisorSettings, start: AgentStart): SupervisorContext => ({
  ...beginComposition(settings.name, start),
  settings,
  round: 0,
  transfers: [],
  ends: [],
});

const exit = exitMove(
  'Ends the work. Call it when everything that was asked for is done, or cannot be done.',
  'The whole answer for the user, with what could not be done. Leave it out when you have given it before.',
);

/** The move by which one agent hands the work to another. */
function transferMove(agents: SupervisorSettings['agents'], comesBack: boolean): MoveSpec {
  const back = comesBack
    ? 'When it has ended you are asked again. For parts that do not need each other call this several times in one reply, for the same agent too.'
    : 'Call it when another one is better suited.';
  return {
    name: transferName,
    description: `Hands work on to another agent, which sees the request, what was said so far, and its task. ${back} The agents:\n${agents
      .map(({ name, description }) => `- ${name}: ${description}`)
      .join('\n')}`,
    parameters: {
      type: 'object',
      properties: {
        agent: { type: 'string', enum: agents.map(({ name }) => name), description: 'Who gets the work.' },
        task: {
          type: 'string',
          description: 'What it has to do: only its part. Without a task it works on the whole request.',
        },
      },
      required: ['agent'],
    },
    reply: 'Transferred to {agent}.',
  };
}

/** What the supervisor begins with. When the rounds are spent it reads that last, and can only answer. */
export function supervisorStart(context: SupervisorContext, isLast: boolean): AgentStart {
  const { name, supervisor, agents, max } = context.settings;
  if (!isLast) return partStart(context, supervisor, [transferMove(agents, true), exit]);
  const content = `The maximum of ${max} rounds is reached, so nobody else is asked any more. Answer now with what there is.`;
  return withTask(partStart(context, supervisor, [exit]), name, content);
}

/** What an agent begins with that gets work: it reads nothing of how work was handed on, and its task last. */
export function transferStart(context: SupervisorContext, { to, task, from }: Transfer): AgentStart {
  const { supervisor, agents, transfers } = context.settings;
  const others = agents.filter(({ name }) => name !== to);
  const boss = { name: supervisor, description: 'Has an overview, and decides who works next.' };
  const own = transfers === 'free' ? [transferMove([boss, ...others], false)] : [];
  const start = partStart({ ...context, moves: [] }, to, own);
  const history = withoutTransfers(start.history);
  return task === undefined ? { ...start, history } : withTask({ ...start, history }, from ?? supervisor, task);
}

function withTask(start: AgentStart, agent: string, content: string): AgentStart {
  const task: HistoryEntry = { agent, message: { role: 'assistant', content }, task: true };
  return { ...start, history: [...start.history, task] };
}

/** The transfers that an end asks for. */
export const transfersIn = ({ moves }: AgentEnd): readonly Transfer[] =>
  moves
    .filter(({ name }) => name === transferName)
    .map(({ arguments: { agent, task } }) => ({
      to: String(agent ?? ''),
      ...(typeof task === 'string' && task !== '' ? { task } : {}),
    }));

export const isAgent = ({ settings }: SupervisorContext, { to }: Transfer) =>
  settings.agents.some(({ name }) => name === to);

/** Whether the supervisor has come to an end: it says so, or does nothing of what it was offered here. */
export const isOver = (end: AgentEnd) => hasExit(end) || isOutOfMeans(end) || transfersIn(end).length === 0;

/** What the supervisor said, with the moves that are for others. */
export const afterSupervisor = (context: SupervisorContext, end: AgentEnd): Partial<SupervisorContext> => ({
  ...afterPart(context, context.settings.supervisor, end),
  made: otherMoves(end, [transferName, exitName]),
});

/** Work is handed on. Whoever it should go to and is not there gets a place in the history instead. */
export function handOn(context: SupervisorContext, wanted: readonly Transfer[]): Partial<SupervisorContext> {
  const lost = wanted.filter((transfer) => !isAgent(context, transfer));
  return {
    round: context.round + 1,
    transfers: wanted.filter((transfer) => isAgent(context, transfer)),
    ends: [],
    entries: [...context.entries, ...lost.map(({ to }) => failedEntry(to, unknownAgent(context, to)))],
  };
}

export const unknownAgent = ({ settings: { name, agents } }: SupervisorContext, to: string) =>
  `"${name}" has no agent "${to}". Its agents are: ${agents.map((each) => each.name).join(', ')}.`;

/** A transfer that came from something other than a model may lead to nobody: that is told. */
export const lostNews = (context: SupervisorContext, wanted: readonly Transfer[]): readonly AgentNews[] =>
  wanted
    .filter((transfer) => !isAgent(context, transfer))
    .map(({ to }) => ({
      type: 'agent.failed',
      runPath: [...context.runPath, context.settings.supervisor],
      error: { code: 'unknown-agent', message: unknownAgent(context, to) },
    }));

export const afterOne = (context: SupervisorContext, index: number, end: AgentEnd): Partial<SupervisorContext> => ({
  ends: context.transfers.map((_, place) => (place === index ? end : context.ends[place])),
});

export const haveAllEnded = ({ transfers, ends }: SupervisorContext) =>
  transfers.every((_, place) => ends[place] !== undefined);

/** What the agents want to hand on themselves; to the supervisor it comes back anyway. */
export const wantedOnward = ({ settings, transfers, ends }: SupervisorContext): readonly Transfer[] =>
  ends.flatMap((end, place) => {
    const from = transfers[place]?.to ?? settings.supervisor;
    const wanted = end ? transfersIn(end).filter(({ to }) => to !== settings.supervisor) : [];
    return wanted.map((transfer) => ({ ...transfer, from }));
  });

/** All have ended: what they said comes in the order of the transfers. */
export function collect(context: SupervisorContext): Partial<SupervisorContext> {
  const { transfers, ends, entries, answer } = context;
  const ended = transfers.flatMap(({ to }, place) => (ends[place] ? [{ to, end: ends[place] }] : []));
  return {
    entries: [...entries, ...ended.flatMap(({ to, end }) => entriesOf(to, end))],
    answer: ended.map(({ end }) => wordsOf(end)).findLast((words) => words !== undefined) ?? answer,
    limit: ended.find(({ end }) => isOutOfMeans(end))?.end.limit ?? context.limit,
    transfers: [],
    ends: [],
  };
}

/** The rounds are spent although more was wanted. */
export const noteSpent = ({ settings: { max } }: SupervisorContext) => ({ limit: { name: 'rounds', max } }) as const;
