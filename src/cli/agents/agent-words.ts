import type { AgentAction, AgentEvent } from '../../agents/agent-event.ts';
import { exitName, transferName } from '../../agents/moves.ts';
import type { Message } from '../../domain/message.ts';
import { onOneLine } from '../charts/chart-words.ts';
import { toPrintableLine } from '../terminal/printable.ts';

/** Who it is: all agents from the root of the run to this one. */
export const pathWords = (runPath: readonly string[]): string => runPath.join(' > ');

/** What happened in a run of agents, a line each; nothing for the words of the root, which are the answer or on the way to it. */
export function agentWords({ runPath, output, action, error }: AgentEvent): string[] {
  const who = pathWords(runPath);
  const lines = [
    ...(output && 'message' in output ? messageWords(output.message, runPath.length === 1) : []),
    ...(action ? actionWords(action) : []),
    ...(error ? [` failed: ${error.message}`] : []),
  ];
  return lines.map((line) => toPrintableLine(`${who}${line}`));
}

/** Moves are told as what they are. */
const moves: ReadonlySet<string> = new Set([transferName, exitName]);

function messageWords({ role, content, toolCalls = [], name = 'a tool' }: Message, isRoot: boolean): string[] {
  if (role === 'tool') return moves.has(name) ? [] : [` has from ${name}: ${content}`];
  const said = content.trim() !== '' && (!isRoot || toolCalls.length > 0) ? [`: ${content}`] : [];
  return [
    ...said,
    ...toolCalls.filter((call) => !moves.has(call.name)).map((call) => ` calls ${call.name} ${call.arguments}`),
  ];
}

function actionWords(action: AgentAction): string[] {
  switch (action.type) {
    case 'transfer':
      return [` hands over to ${pathWords(action.to)}`];
    case 'exit':
      return [' ends the work'];
    case 'move':
      return [` decides ${action.move.name} ${onOneLine(action.move.arguments)}`];
    case 'limit':
      return [` has reached its limit: ${action.limit.name} (${action.limit.max})`];
    case 'failover':
      return [` goes on with ${action.to} in the place of ${action.from}: ${action.reason}`];
    case 'interrupted':
      return [` asks: ${action.ask.question}`];
    case 'resumed':
      return [` has an answer to ${action.id}: ${answerWords(action.answer)}`];
  }
}

function answerWords(answer: Extract<AgentAction, { type: 'resumed' }>['answer']): string {
  switch (answer.given) {
    case 'answered':
      return onOneLine(answer.value);
    case 'approved':
      return answer.arguments ? `approved, with ${onOneLine(answer.arguments)}` : 'approved';
    case 'refused':
      return answer.reason ? `refused: ${answer.reason}` : 'refused';
    case 'nothing':
      return 'nobody answered in time';
  }
}
