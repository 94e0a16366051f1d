import { readResult } from '../domain/read-move.ts';
import { wordsIn } from './languages.ts';
import { planSteps } from './plan-steps.ts';
import { text, tool } from './tool-schema.ts';

/** The moves of the charts as tools, in the language of the conversation. Only what a chart or a person reads is asked for; those of a verdict are in `verdict-moves.ts`. */
export function movesIn(language: string) {
  const { moves: words } = wordsIn(language);
  return {
    plan: (specialists: readonly string[]) =>
      tool(
        'plan',
        words.plan,
        {
          thought: text(words.planThought),
          steps: planSteps(language, specialists, words.steps),
          answer_from: text(words.answerFrom),
        },
        ['thought', 'steps'],
      ),
    handOver: () => tool('plan', words.handOver, { thought: text(words.planThought) }, ['thought']),
    askUser: () => tool('ask_user', words.askUser, { question: text() }, ['question']),
    refuse: () =>
      tool('cannot', words.refuse, { reason: text(), what: text(words.refusedPart), whole: { type: 'boolean' } }, [
        'reason',
      ]),
    cannot: () => tool('cannot', words.cannot, { reason: text() }, ['reason']),
    useResult: (ids: readonly string[]) =>
      tool('use_result', words.useResult, { step: { type: 'string', enum: [...ids] } }, ['step']),
    readResult: (ids: readonly string[]) =>
      tool(readResult, words.readResult, { result: { type: 'string', enum: [...ids] }, from: { type: 'integer' } }, [
        'result',
      ]),
    answerWithThis: words.answerWithThis,
  };
}
