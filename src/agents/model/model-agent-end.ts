import type { AgentEnd } from '../agent.ts';
import type { AgentNews } from '../agent-event.ts';
import type { ModelAgentContext } from './model-agent-work.ts';

/** What an agent that is a language model ends with. */
export function toEnd(context: ModelAgentContext, status: AgentEnd['status']): AgentEnd {
  const { answer, output, error, entries, made, limit } = context;
  return {
    status,
    ...(answer ? { message: { role: 'assistant', content: answer.content } } : {}),
    ...(output === undefined ? {} : { output }),
    ...(status === 'failed' ? { error: error ?? { code: 'bug', message: 'There is no answer.' } } : {}),
    history: entries,
    moves: made,
    ...(limit ? { limit } : {}),
  };
}

/** What the last turn added to the history, as news. */
export const newsOf = (context: ModelAgentContext, from: number): readonly AgentNews[] =>
  context.entries.slice(from).map(({ message }) => ({ type: 'agent.said', runPath: context.runPath, message }));
