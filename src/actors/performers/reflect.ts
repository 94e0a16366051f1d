import type { FeedbackResult } from '../../domain/feedback.ts';
import { notDoneIn, readResult, stepNamed, textArgument } from '../../domain/read-move.ts';
import { collectResults } from '../../domain/results.ts';
import type { SpecialistCard } from '../../domain/specialist-card.ts';
import { TroupeError } from '../../errors.ts';
import { lookupsOf, outputsOf, planOf, resultsOf, thoughtOf, wentWrongIn } from '../../log/views.ts';
import type { ModelResponse } from '../../models/model.ts';
import { ModelError } from '../../models/model-error.ts';
import { isShownInPart } from '../../prompts/fences.ts';
import { movesIn } from '../../prompts/moves.ts';
import { readVerdict, verdictTools } from '../../prompts/verdict-moves.ts';
import { callModel, cardsOf, withTools } from './call-model.ts';
import { languageOf } from './conversation/conversation-of.ts';
import { fittedExchange, roomBeside } from './exchange.ts';
import type { Performer } from './performer.ts';

/**
 * Closes a round: judges the results and words the answer in one call. Its text is the answer, streamed; a call of a tool is a move: one result
 * as the answer, steps once more, another plan.
 */
export const reflect: Performer<'reflect'> = async ({ round, isStalled, remark, exchange, isLast }, performance) => {
  const { cast, log, speech } = performance;
  const [thought, plan] = [thoughtOf(log), planOf(log)];
  if (!thought || !plan) throw new TroupeError('bug', 'There is no plan to reflect on.');
  const ids = plan.steps.map((step) => step.id);
  const [outputs, lookups] = [outputsOf(log, ids), lookupsOf(log)];
  const maxRounds = cast.options.limits.rounds;
  const cards = cardsOf(cast.specialists);
  const topic = {
    purpose: 'reflect',
    thought,
    plan,
    specialists: withTools(cards, cast),
    lookups,
    outputs,
    results: collectResults(resultsOf(log)),
    round,
    isStalled,
    maxRounds,
    exchange: fittedExchange(log, exchange, roomBeside(outputs, lookups)).messages,
    isLast,
    ...wentWrongIn(log),
    ...(remark === undefined ? {} : { remark }),
  } as const;
  const offer = movesIn(languageOf(log));
  const found = [...outputs, ...lookups].map(({ stepId }) => stepId);
  const tools = [
    ...(outputs.length > 0 ? [offer.useResult(outputs.map(({ stepId }) => stepId))] : []),
    ...(round < maxRounds
      ? verdictTools(
          languageOf(log),
          cards.map(({ name }) => name),
        )
      : []),
    ...(isShownInPart(outputs, lookups) && !isLast ? [offer.readResult(found)] : []),
  ];
  const response = await callModel(performance, topic, { onText: speech.add, ...(tools.length > 0 ? { tools } : {}) });
  const texts = new Map(outputs.map(({ stepId, text }) => [stepId, text]));
  const move = moveOf(response, { ids, texts, mayChange: round < maxRounds, cards });
  if (move.finalAnswer === undefined) speech.end('');
  const output: FeedbackResult = {
    feedback: '',
    shouldContinue: false,
    suggestedAction: 'direct_answer',
    planUpdateSuggestion: '',
    notDone: notDoneIn(response.toolCalls),
    generatedAt: new Date(cast.clock.now()).toISOString(),
    metadata: {},
    ...move,
  };
  return { output, usage: response.usage };
};

/** What a reply comes to. A move that changes the work goes before words: they would be the answer to unfinished work. */
function moveOf(
  { text, toolCalls, usage, provider }: ModelResponse,
  at: {
    ids: readonly string[];
    texts: ReadonlyMap<string, string>;
    mayChange: boolean;
    cards: readonly SpecialistCard[];
  },
): Partial<FeedbackResult> {
  // Without a word it is the chart that says whether a round is left.
  const verdict = at.mayChange || text.trim() === '' ? readVerdict(toolCalls, at) : undefined;
  if (verdict) return verdict;
  const use = toolCalls.find(({ name }) => name === 'use_result');
  const reads = toolCalls.filter((call) => call.name === readResult);
  if (reads.length > 0) return { suggestedAction: 'reflect', toolCalls: reads, ...(provider ? { provider } : {}) };
  const step = use && stepNamed(textArgument(use, 'step', 'id', 'result'), at.ids);
  // What stands beside a result that is the answer announces it.
  const finalAnswer = at.texts.get(step ?? '') ?? (text.trim() === '' ? undefined : text);
  if (finalAnswer !== undefined) return { finalAnswer };
  const known = [...at.texts.keys()].join(', ');
  const said = use ? `named a step that has no result; these have one: ${known}` : 'was empty';
  throw new ModelError('bad-output', `The reply ${said}.`, { usage });
}
