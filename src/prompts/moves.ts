import { readResult } from '../domain/read-move.ts';
import { wordsIn } from './languages.ts';

type Schema = Record<string, unknown>;

const text = (description?: string): Schema => ({ type: 'string', ...(description ? { description } : {}) });
const listOf = (items: Schema, description?: string): Schema => ({
  type: 'array',
  items,
  ...(description ? { description } : {}),
});
const record = (properties: Record<string, Schema>, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required: [...required],
});
const tool = (name: string, description: string, properties: Record<string, Schema>, required: readonly string[]) => ({
  name,
  description,
  parameters: record(properties, required),
});

/** The moves of the charts as tools, in the language of the conversation. Only what a chart or a person reads is asked for. */
export function movesIn(language: string) {
  const { moves: words } = wordsIn(language);
  const steps = (specialists: readonly string[], description: string) =>
    listOf(
      record(
        {
          id: text(),
          task: text(words.task),
          specialist: { type: 'string', enum: [...specialists] },
          after: listOf(text(), words.after),
          when: text(words.when),
          format: text(words.format),
        },
        ['id', 'task', 'specialist'],
      ),
      description,
    );
  const unit: Schema = { type: 'number', description: words.score };
  const contradictions = listOf(
    record({ steps: listOf(text()), what: text() }, ['steps', 'what']),
    words.contradictions,
  );
  return {
    plan: (specialists: readonly string[]) =>
      tool(
        'plan',
        words.plan,
        {
          thought: text(words.planThought),
          steps: steps(specialists, words.steps),
          answer_from: text(words.answerFrom),
        },
        ['thought', 'steps'],
      ),
    handOver: () => tool('plan', words.handOver, { thought: text(words.planThought) }, ['thought']),
    askUser: () => tool('ask_user', words.askUser, { question: text() }, ['question']),
    cannot: () => tool('cannot', words.cannot, { reason: text() }, ['reason']),
    useResult: (ids: readonly string[]) =>
      tool('use_result', words.useResult, { step: { type: 'string', enum: [...ids] } }, ['step']),
    goOn: () =>
      tool(
        'go_on',
        words.goOn,
        { steps: listOf(record({ step: text(), why: text(), score: unit }, ['step', 'why'])), contradictions },
        ['steps'],
      ),
    updatePlan: (specialists: readonly string[]) =>
      tool(
        'update_plan',
        words.updatePlan,
        { why: text(), steps: steps(specialists, words.newSteps), contradictions },
        ['why', 'steps'],
      ),
    readResult: (ids: readonly string[]) =>
      tool(readResult, words.readResult, { result: { type: 'string', enum: [...ids] }, from: { type: 'integer' } }, [
        'result',
      ]),
    answerWithThis: words.answerWithThis,
  };
}
