import type { FeedbackResult } from '../domain/feedback.ts';
import type { ToolCall } from '../domain/message.ts';
import { argumentsOf, judgedIn, retriesIn, textArgument } from '../domain/read-move.ts';
import type { SpecialistCard } from '../domain/specialist-card.ts';
import { type OpenVerdict, openVerdicts, verdicts } from '../domain/verdict.ts';
import { toPlanMarkdown } from '../plan/plan-markdown.ts';
import { readPlan } from '../plan/read-plan.ts';
import type { Language } from '../text/language-of.ts';
import { wordsIn } from './languages.ts';
import { planSteps } from './plan-steps.ts';
import { listOf, record, type Schema, text, tool } from './tool-schema.ts';

/** What a verdict is about: the steps of the plan, and who can work. */
interface Round {
  readonly ids: readonly string[];
  readonly cards: readonly SpecialistCard[];
}

/** The move by which a model asks for a verdict: what it is told about it, and what a call comes to. */
interface VerdictMove {
  readonly does: Readonly<Record<Language, string>>;
  properties(language: Language, specialists: readonly string[]): Record<string, Schema>;
  readonly required: readonly string[];
  read(call: ToolCall, round: Round): Partial<FeedbackResult>;
}

const newSteps = {
  en: 'The steps that are still to be done, with new ids.',
  zh: '还要完成的步骤，使用新的编号。',
} as const;

const verdictMoves: Readonly<Record<OpenVerdict, VerdictMove>> = {
  continue: {
    does: { en: 'Has these steps done again, each with what was wrong.', zh: '让这些步骤重做，每一步写明问题。' },
    properties(language) {
      const score: Schema = { type: 'number', description: wordsIn(language).moves.score };
      return { steps: listOf(record({ step: text(), why: text(), score }, ['step', 'why'])) };
    },
    required: ['steps'],
    read(call, { ids }) {
      const retries = retriesIn(call, ids);
      const reasons = retries.map(({ step, why }) => `${step}: ${why}`).join('\n');
      return { feedback: reasons || textArgument(call, 'why', 'reason'), retries };
    },
  },
  update: {
    does: { en: 'Changes the plan. Finished steps stay.', zh: '修改计划。已完成的步骤保留。' },
    properties: (language, specialists) => ({
      why: text(),
      steps: planSteps(language, specialists, newSteps[language]),
    }),
    required: ['why', 'steps'],
    read(call, { cards }) {
      const outline = readPlan(argumentsOf(call), cards);
      const why = textArgument(call, 'why', 'reason', 'change');
      const plan = outline.steps.length === 0 ? {} : { plan: toPlanMarkdown(outline) };
      return { feedback: why, planUpdateSuggestion: why, ...plan };
    },
  },
};

/** The moves as tools. */
export function verdictTools(language: string, specialists: readonly string[]) {
  const known = language === 'zh' ? 'zh' : 'en';
  const contradictions = listOf(
    record({ steps: listOf(text()), what: text() }, ['steps', 'what']),
    wordsIn(known).moves.contradictions,
  );
  return openVerdicts.map((verdict) => {
    const { does, properties, required } = verdictMoves[verdict];
    return tool(verdicts[verdict].move, does[known], { ...properties(known, specialists), contradictions }, required);
  });
}

/** What calls come to; nothing when none of them is such a move. Of several, the one that changes most counts, which stands last in the table. */
export function readVerdict(calls: readonly ToolCall[], round: Round): Partial<FeedbackResult> | undefined {
  const verdict = openVerdicts.findLast((each) => calls.some(({ name }) => name === verdicts[each].move));
  const call = verdict && calls.find(({ name }) => name === verdicts[verdict].move);
  if (!call) return undefined;
  const said = verdictMoves[verdict].read(call, round);
  return { shouldContinue: true, suggestedAction: verdicts[verdict].action, ...said, ...judgedIn(call, round.ids) };
}
