import { clausesIn } from '../text/clauses-in.ts';
import { asks, bareMark, leadIn, politeWish, reports, rules } from './memory-rules.ts';

/** What is said in a sentence without what leads in to it. */
export function pointOf(text: string): string {
  let point = text;
  for (let turn = 0; turn < 4; turn++) point = point.replace(leadIn, '');
  return point;
}

/**
 * The statements of a sentence, each as it stands there: "call me Bo and always answer in metric units" has two. A clause that could not stand alone
 * stays with the one before. Of a sentence that ends in a question, what stands before the question is stated.
 */
export function statementsIn(sentence: string): string[] {
  const clauses = clausesIn(sentence);
  const textOf = (place: number) => sentence.slice(clauses[place]?.from, clauses[place]?.to);
  const isQuestion = /[?？][”"」』)）]?$/.test(sentence) && !politeWish.test(pointOf(sentence));
  const asked = isQuestion ? clauses.findIndex((_, place) => asks.test(pointOf(textOf(place)))) : clauses.length;
  const found: string[] = [];
  let first = 0;
  for (let place = 1; place <= asked; place++) {
    const head = sentence.slice(clauses[first]?.from, clauses[place - 1]?.to);
    if (place < asked && !isApart(head, sentence.slice(clauses[place]?.from))) continue;
    found.push(head);
    first = place;
  }
  return found;
}

/** Whether what follows in a sentence is a statement of its own. After a request, "always" and the like belong to the request. */
function isApart(head: string, rest: string): boolean {
  if (reports.test(head) || bareMark.test(pointOf(head)) || pointOf(`${head}, `) === '') return false;
  const rule = ruleOf(rest);
  return rule !== undefined && (rule.kind !== 'instruction' || rule.isStanding === true || ruleOf(head) !== undefined);
}

const ruleOf = (text: string) => rules.find(({ pattern, isWhole }) => !isWhole && pattern.test(pointOf(text)));
