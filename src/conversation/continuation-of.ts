import { termsOf } from '../text/terms-of.ts';
import { analyzeIntent, type IntentAnalysis } from './analyze-intent.ts';
import type { HistoryIndex } from './history-index.ts';
import type { Relevance } from './relevance.ts';

/** Words that say that something else begins. */
const change =
  /^(?:new (?:topic|question|subject)|(?:a )?different (?:topic|question|subject)|(?:on )?(?:an )?unrelated|chang(?:e|ing) (?:of )?(?:the )?(?:topic|subject)|something else|forget (?:that|it|about)|换个?话题|换一个话题|另一个问题|别的问题|题外话|说点别的|不说这个)/i;
/** Words that only make sense after something else. */
const cue =
  /^(?:and|also|what about|how about|it|its|that|those|these|they|them|same|again|instead|only|as for|what if|why not|which one|go on|continue|more|another one|the (?:first|second|third|last|other|same) one|(?:compare|sort|group|filter|order|round|convert|split) (?:with|to|by|against|into|from))(?![\p{L}\d])|^(?:那|还有|还|然后|再|另外|它|这|同样|其中|以及|继续|接着|换成|改成|为什么呢|上述|上面|刚才|除此之外|除了|按.{1,12}(?:排序|分组|统计|汇总)|[和跟与同].{1,12}(?:比较|对比|相比)|[画做写]成|详细|具体)/iu;
/** Words that may also begin something new: they count in a short message only. */
const weakCue =
  /^(?:but|so|then|now|or|for|in|with|without|by|from|except|to|at|on|about|per)(?![\p{L}\d])|^(?:但|不过|所以|按|用|只|如果)/iu;
/** Words for what was named before: they count where a message names little itself. */
const pronoun =
  /\b(?:it|its|them|they|their|those|these|he|she|him|her)\b|它|他|她|这些|那些|这个|那个|\b(?:of|for|about|with|in|to|do|make|use) (?:that|this)\b/iu;
/** Words for what was said before. */
const reference =
  /\b(?:that one|this one|the same|instead|above|previous(?:ly)?|earlier|the latter|the former|you (?:just )?(?:said|mentioned|wrote|gave))\b|上面|刚才|之前|前面|上述|前者|后者|第[一二三四五]个/iu;
const closing =
  /(?:anything else|what else|how (?:can|may|else can) i (?:help|assist)|can i help|还有(?:什么|其他|别的)|还需要|有什么可以)[^?？]{0,60}[?？]\s{0,5}$/iu;

/** Words that make a question of its own, however short. */
const asking =
  /\b(?:what|whats|who|whose|when|where|why|which|how|is|are|was|were|do|does|did|can|could|will|would|should)\b|什么|谁|哪|如何|怎么|怎样|多少|几|为何/iu;

/** Messages before the question that count as just said. */
const recent = 10;
/** A message this relevant is taken up again, however old it is. */
const takenUp = 0.5;

/** What a continuation follows up on. */
export interface Continuation {
  readonly isContinuation: boolean;
  /** Whether it only makes sense after what was said last, whatever words it shares. */
  readonly isElliptical: boolean;
  /** Whether it answers what the assistant asked. */
  readonly isAnswer: boolean;
}

const nothing: Continuation = { isContinuation: false, isElliptical: false, isAnswer: false };

/** Says whether the last user message follows up on what was said before. A message that names another topic does not. */
export function continuationOf(
  index: HistoryIndex,
  relevance: Relevance,
  { intent }: Pick<IntentAnalysis, 'intent'>,
  threshold: number,
): Continuation {
  const place = index.users.at(-1);
  const question = index.entries[place ?? -1]?.content.trim() ?? '';
  if (place === undefined || question === '' || change.test(question) || isFirst(index, place)) return nothing;
  const isAnswer = answersQuestion(index, place, question, intent);
  const isElliptical =
    refersBack(question) ||
    intent === 'correction' ||
    intent === 'confirmation' ||
    intent === 'refusal' ||
    intent === 'thanks';
  const isRelevant = isNear(index, relevance, place, threshold);
  return { isContinuation: isAnswer || isElliptical || isRelevant, isElliptical, isAnswer };
}

/** Whether a message refers to what was said before it, by its words alone. */
export function refersBack(text: string): boolean {
  const start = text.slice(0, 400).trim();
  if (cue.test(start)) return true;
  const length = lengthOf(start);
  if (length > 15) return false;
  const named = termsOf(start).length;
  if (reference.test(start)) return true;
  if (length <= 10 && pronoun.test(start) && named <= 2) return true;
  if (length > 8) return false;
  if (/[?？]$/.test(start) && (named === 0 || (length <= 3 && !asking.test(start)))) return true;
  if (/呢\s?[?？]?$/.test(start)) return true;
  return weakCue.test(start) && named <= 3 && !wantsWork(start.replace(weakCue, ''));
}

/** Whether a text asks for something on its own. */
function wantsWork(text: string): boolean {
  const { intent } = analyzeIntent(text.replace(/^[\s,，]{1,5}|\bplease\b|请/giu, ''));
  return intent === 'request' || (intent === 'question' && asking.test(text));
}

/** Whether a message says that something else begins. */
export const changesTopic = (text: string) => change.test(text.slice(0, 100).trim());

/** Words, with two Han characters for one. */
function lengthOf(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return (text.match(/[^\p{Script=Han}\P{L}]+|\p{N}+/gu)?.length ?? 0) + han / 2;
}

function isFirst(index: HistoryIndex, place: number): boolean {
  return index.entries.findIndex(({ role }) => role !== 'system') === place;
}

/** A short message after a question of the assistant that is not itself about something else. */
function answersQuestion(index: HistoryIndex, place: number, text: string, intent: string): boolean {
  const before = index.entries[place - 1];
  if (before?.role !== 'assistant' || before.toolCalls) return false;
  const end = before.content.slice(-400).trimEnd();
  if (!/[?？]["”」)]?$/.test(end) || closing.test(end)) return false;
  return intent !== 'question' && intent !== 'request' && intent !== 'greeting' && lengthOf(text.slice(0, 400)) <= 40;
}

function isNear(index: HistoryIndex, relevance: Relevance, place: number, threshold: number): boolean {
  if (relevance.terms.length === 0) return false;
  for (let other = place - 1; other >= 0; other--) {
    const least = place - other <= recent ? threshold : takenUp;
    if (index.entries[other]?.role !== 'system' && relevance.of(other, least) >= least) return true;
  }
  return false;
}
