import type { ToolCall } from '../../domain/message.ts';
import { argumentsOf, isRefusal, moves, notDoneIn, textArgument } from '../../domain/read-move.ts';
import { complexitySchema } from '../../domain/status.ts';
import { type NotDone, notDoneSchema, type ThinkingResult } from '../../domain/thinking.ts';
import { contextOf } from '../../log/views.ts';
import type { ModelResponse, ToolSpec } from '../../models/model.ts';
import { ModelError } from '../../models/model-error.ts';
import { toPlanMarkdown } from '../../plan/plan-markdown.ts';
import { planStepReader } from '../../plan/plan-step-reader.ts';
import { looksLikePlan, readPlan } from '../../plan/read-plan.ts';
import { firstSentence } from '../../prompts/first-sentence.ts';
import { movesIn } from '../../prompts/moves.ts';
import { toToolSpec } from '../../tools/tool.ts';
import { callModel, cardsOf, resourcesOf, withTools } from './call-model.ts';
import { languageOf } from './conversation/conversation-of.ts';
import { fittedExchange } from './exchange.ts';
import { readTools } from './offered-tools.ts';
import type { Cast, Performer } from './performer.ts';

/** Whether somebody else than the host writes the steps of a plan: a model of its own, in a form of its own. */
const handsPlansOver = ({ models, planTemplate, prompts }: Cast) =>
  models.plan !== models.think || planTemplate !== undefined || prompts.plan !== undefined;

const planningOf = ({ options: { complexityThreshold } }: Cast): 'no' | 'free' | 'must' =>
  complexityThreshold === 0 ? 'must' : complexityThreshold === 1 ? 'no' : 'free';

/**
 * Leads the request on by one call: its text is the answer, streamed while it is written; a call of a tool is a move: a look-up, a plan, a
 * question. Steps of a plan are passed on while the rest of it still arrives.
 */
export const think: Performer<'think'> = async ({ remark, mayAsk, exchange, isLast }, performance) => {
  const { cast, log, speech, progress } = performance;
  const began = cast.clock.now();
  const [planning, handsOver] = [planningOf(cast), handsPlansOver(cast)];
  const offer = movesIn(languageOf(log));
  const past = fittedExchange(log, exchange);
  const cards = cardsOf(cast.specialists);
  const names = cards.map(({ name }) => name);
  const plan = handsOver ? offer.handOver() : offer.plan(names);
  const lookups = cast.options.turns > 1 ? readTools(cast).map(toToolSpec) : [];
  const tools: ToolSpec[] =
    planning === 'must'
      ? [plan]
      : [
          ...lookups,
          ...(past.cut.length > 0 ? [offer.readResult(past.cut)] : []),
          ...(planning === 'free' ? [plan] : []),
          ...(mayAsk ? [offer.askUser()] : []),
          offer.refuse(),
        ];
  const topic = {
    purpose: 'think',
    context: contextOf(log),
    specialists: planning === 'must' ? withTools(cards, cast) : cards,
    resources: await resourcesOf(cast.specialists, performance),
    mayAsk,
    planning,
    handsOver,
    hasTools: lookups.length > 0,
    exchange: past.messages,
    data: past.data,
    isLast,
    ...(remark === undefined ? {} : { remark }),
  } as const;
  const streamsSteps = planning !== 'no' && !handsOver && !cast.options.reviewPlan;
  const response = await callModel(performance, topic, {
    tools,
    ...(planning === 'must' ? { toolChoice: { name: 'plan' } } : { onText: speech.add }),
    ...(streamsSteps ? { onCallDelta: ofPlan(planStepReader(progress, cards)) } : {}),
  });
  const move = moveOf(response, { planning, handsOver, mayAsk, cast });
  if (move.answer === undefined || move.responseStrategy !== 'direct') speech.end('');
  const now = cast.clock.now();
  const output: ThinkingResult = {
    thought: '',
    ...(response.reasoning === undefined ? {} : { reasoning: response.reasoning }),
    complexity: move.responseStrategy === 'planned' ? 'complex' : exchange.length > 0 ? 'moderate' : 'simple',
    notDone: [],
    durationMs: now - began,
    timestamp: new Date(now).toISOString(),
    metadata: {},
    ...move,
  };
  return { output, usage: response.usage };
};

const moveNames: ReadonlySet<string> = new Set(moves);

type MoveResult = Pick<ThinkingResult, 'nextAction' | 'responseStrategy'> & Partial<ThinkingResult>;

/** What a reply comes to. One that plans and looks up at once plans: what it would look up, the steps do. */
function moveOf(
  response: ModelResponse,
  at: {
    planning: 'no' | 'free' | 'must';
    handsOver: boolean;
    mayAsk: boolean;
    cast: Cast;
  },
): MoveResult {
  const { toolCalls: calls } = response;
  const text = response.text.trim() === '' ? undefined : response.text;
  const notDone = notDoneIn(calls);
  const plan = at.planning === 'no' ? undefined : calls.find((call) => call.name === 'plan');
  if (plan) return planned(plan, { ...at, notDone });
  const asked = calls.find((call) => call.name === 'ask_user');
  const question = asked && textArgument(asked, 'question', 'text');
  if (question && at.mayAsk) {
    // What was written beside the question is the best reading, if nobody answers it.
    const reading = text === undefined ? {} : { answer: text };
    return { nextAction: 'direct_answer', responseStrategy: 'clarification', question, ...reading };
  }
  const lookups = calls.filter((call) => !moveNames.has(call.name));
  if (lookups.length > 0) {
    const { provider } = response;
    const fields = provider ? { provider } : {};
    return { nextAction: 'look_up', responseStrategy: 'direct', toolCalls: lookups, ...fields };
  }
  const isPlan = text !== undefined && at.planning !== 'no' && looksLikePlan(text, cardsOf(at.cast.specialists));
  if (isPlan)
    return { nextAction: 'create_plan', responseStrategy: 'planned', ...(at.handsOver ? {} : { plan: text }) };
  if (text !== undefined) return answered(text, at.planning, calls, isRefusal(calls));
  // Without words beside it, nothing of the request was answered, whatever part it names.
  const whys = notDone.map(({ why }) => why).join('\n');
  if (whys !== '') return answered(whys, at.planning, calls, true);
  // No question may be asked any more: what is unclear is answered by the best reading of it.
  if (question) return { nextAction: 'direct_answer', responseStrategy: 'clarification', question };
  throw new ModelError('bad-output', 'The reply was empty.', { usage: response.usage });
}

/** An answer. Where every request is planned, it is kept in case no plan can be made. */
function answered(
  answer: string,
  planning: 'no' | 'free' | 'must',
  calls: readonly ToolCall[],
  isRefused: boolean,
): MoveResult {
  if (planning === 'must') return { nextAction: 'create_plan', responseStrategy: 'planned', answer };
  const refusal = isRefused ? { isRefusal: true } : {};
  return { nextAction: 'direct_answer', responseStrategy: 'direct', answer, notDone: notDoneIn(calls), ...refusal };
}

const notDoneListSchema = notDoneSchema.array();

function planned(
  call: ToolCall,
  { handsOver, cast, notDone }: { handsOver: boolean; cast: Cast; notDone: readonly NotDone[] },
): MoveResult {
  const given = argumentsOf(call);
  const own = notDoneListSchema.safeParse(given.not_done);
  const complexity = complexitySchema.safeParse(given.complexity);
  const outline = readPlan(given, cardsOf(cast.specialists));
  const thought = textArgument(call, 'thought', 'strategy', 'reasoning');
  const title = outline.title || firstSentence(thought);
  return {
    nextAction: 'create_plan',
    responseStrategy: 'planned',
    thought,
    ...(complexity.success ? { complexity: complexity.data } : {}),
    notDone: [...notDone, ...(own.data ?? [])],
    ...(handsOver || outline.steps.length === 0 ? {} : { plan: toPlanMarkdown({ ...outline, title }) }),
  };
}

/** The pieces of the arguments of the first call, when it is the plan. */
const ofPlan =
  (take: (text: string) => void) =>
  ({ index, name, text }: { index: number; name: string; text: string }) => {
    if (index === 0 && name === 'plan') take(text);
  };
