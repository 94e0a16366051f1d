import { wordsIn } from './languages.ts';
import { listOf, record, type Schema, text } from './tool-schema.ts';

/** The steps of a plan, as a model writes them into a call. */
export function planSteps(language: string, specialists: readonly string[], description: string): Schema {
  const { moves: words } = wordsIn(language);
  const step = {
    id: text(),
    task: text(words.task),
    specialist: { type: 'string', enum: [...specialists] },
    after: listOf(text(), words.after),
    when: text(words.when),
    format: text(words.format),
  };
  return listOf(record(step, ['id', 'task', 'specialist']), description);
}
