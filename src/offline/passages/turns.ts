import { type AnswerKind, isOfKind } from './asking-words.ts';
import { countedIn, saysHowMany } from './counts.ts';

/** What a question can turn on, and what a passage that answers it then has to say. */
const turns: readonly (readonly [inQuestion: RegExp, said: RegExp])[] = [
  // "Which may not be lent": what says nothing of "not" is the opposite.
  [
    /\b(?:which|what|who|when|where)\b.*\b(?:not|never|no longer)\b/i,
    /\b(?:no|not|never|nobody|none|nothing|neither|nor|cannot|except|exclude[sd]?|excluding|without|unless|only|forbidden|prohibited|banned|reject(?:ed|s)?)\b|n['’]t\b|[不禁无没未勿莫]|除/i,
  ],
  // What something costs is not who pays it.
  [
    /\bwho(?:['’]s)? (?:(?:has to|must|will|should|is) )?pay(?:s|ing)?\b/i,
    /\b(?:pay(?:s|ing)?|paid|bears?|borne|bearing|cover(?:s|ed)?|reimburse[sd]?|charged to|on us|funds?|funded|expense|free)\b|付|承担|报销|负担/i,
  ],
  [
    /\bhow (?:big|large)\b|多大(?!岁|年)/i,
    /\d\s?x\s?\d|\b(?:mm|cm|m|met(?:er|re)s?|feet|ft|inch(?:es)?|square|acres?|hectares?|lit(?:er|re)s?|[gmt]b|size|dimensions?)\b|米|平|寸|升|岁|亩|[GMT]B/i,
  ],
];

/** Whether a text says what a question asks for: an amount, a figure of what is counted, a no. */
export function canAnswer(text: string, question: string, kind: AnswerKind | undefined): boolean {
  const counted = kind === 'number' ? countedIn(question) : [];
  return (
    (kind === undefined || isOfKind(text, kind)) &&
    (counted.length === 0 || saysHowMany(text, counted)) &&
    turns.every(([inQuestion, said]) => !inQuestion.test(question) || said.test(text))
  );
}

/** What somebody does who is asked for, unless it says as little as "is" or "has". */
export function doingIn(question: string): string | undefined {
  const [, verb, han] =
    /\bwho(?:['’]s)? (?:(?:is|are|was|were|has|have|had|will|can|may|must|should|else|usually|normally) )*(?!(?:do|did|does|got|gets?|take[sn]?|took|ha[sd]|have|i|we|you|they|the|my|our|an?)\b)(\p{L}+)|谁(?:能|会|来|在|给|去)?(?![做是有负来])(\p{Script=Han})/iu.exec(
      question,
    ) ?? [];
  return verb?.toLowerCase() ?? han;
}
