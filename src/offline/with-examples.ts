import type { AgentBrief, Brief } from '../prompts/brief.ts';
import { readRequest } from './read-request.ts';
import { isProblem } from './reading/problem.ts';
import { readQuestion } from './reading/read-question.ts';
import { examplesFor } from './reading/suggest.ts';
import type { Surroundings } from './surroundings.ts';

/** For what will be refused, a question of the same kind that was tried out and has an answer. */
export async function withExamples(
  brief: Brief | AgentBrief,
  around: Surroundings,
  signal: AbortSignal,
): Promise<Surroundings> {
  const isRead = brief.purpose === 'think' || brief.purpose === 'answer';
  if (!isRead || !around.tryOut) return around;
  const { readings, language } = readRequest(brief.messages, around);
  const examples = new Map<string, string>();
  for (const { meaning } of readings) {
    if (meaning.kind !== 'refused' || meaning.refusal.why !== 'unread') continue;
    const { problem, file, clause } = meaning.refusal;
    const table = around.tables.find(({ name }) => name === file);
    if (!table) continue;
    for (const example of examplesFor(problem, clause, table, language).slice(0, 3)) {
      const read = readQuestion(example, table);
      if (isProblem(read) || !(await around.tryOut(read.queries, signal))) continue;
      examples.set(`${file}\n${clause}`, example);
      break;
    }
  }
  return { ...around, examples };
}
