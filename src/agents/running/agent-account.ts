import { lastUserText } from '../../domain/message.ts';
import type { Entry } from '../../log/entry.ts';
import { isAgentLog } from '../../log/request-of.ts';
import type { AskedPerson, RunAccount } from '../../run/chart-observer.ts';
import type { WaitingAsk } from '../agent-event.ts';
import type { AgentRequest } from './agent-chart.ts';
import { AgentFold } from './agent-fold.ts';

/** What a run of an agent was started with; nothing before its first entry is there. */
export const requestOf = ([first]: readonly Entry[]): AgentRequest | undefined =>
  first?.type === 'chart.started' ? (first.data.input as unknown as AgentRequest) : undefined; // what the chart was started with

/** What a run of an agent is about and asks people, by its log and what was folded of it. */
export const toAccount = (fold: AgentFold, log: { readonly entries: readonly Entry[] }): RunAccount => ({
  title: () => lastUserText(requestOf(log.entries)?.messages ?? []) ?? '',
  status: () => fold.status,
  waiting: () => fold.asks.map(({ shown, path }) => toAsked(shown, path)),
});

/** The same of a stored log; nothing for a log of another chart. */
export function agentAccount(entries: readonly Entry[]): RunAccount | undefined {
  if (!isAgentLog(entries)) return undefined;
  const fold = new AgentFold();
  for (const entry of entries) fold.add(entry);
  return toAccount(fold, { entries });
}

/** What a tool asks itself is no matter of the arguments of its call: they cannot be changed any more. */
function toAsked({ by, runPath, until, deadlineMs: _, keep: __, ...ask }: WaitingAsk, actor: string) {
  const { arguments: given, ...rest } = ask;
  return {
    ...rest,
    actor,
    runPath,
    ...(by === 'policy' && given !== undefined ? { arguments: given } : {}),
    ...(until === undefined ? {} : { deadline: until }),
  } satisfies AskedPerson;
}
