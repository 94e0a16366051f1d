import type { TaskComplexity } from '../domain/status.ts';

const signs: readonly (readonly [weight: number, pattern: RegExp])[] = [
  [2, /\b(?:then|after that|afterwards|finally|and (?:also|then)|step by step|first\b.{1,200}\bthen)\b/i],
  [2, /然后|接着|之后再|最后|并且|同时|分步|一步一步|先.{1,60}再/],
  [
    1,
    /\b(?:analy[sz]e|compare|evaluate|design|plan|research|investigate|forecast|optimi[sz]e|strategy|report|review)\b/i,
  ],
  [1, /分析|比较|对比|评估|设计|规划|方案|研究|调查|预测|优化|报告|总结/],
  [1, /\band\b.{1,200}\band\b|、.{1,60}、|(?:^|\n)\s{0,4}(?:[-*]|\d{1,2}[.)、])\s?\S/i],
  [1, /[?？].{1,400}[?？]/s],
];

/** Guesses how much work a request is, by its length, its parts and its verbs. */
export function complexityHint(text: string): TaskComplexity {
  const read = text.slice(0, 2_000);
  const found = signs.reduce((sum, [weight, pattern]) => sum + (pattern.test(read) ? weight : 0), 0);
  const points = found + (text.length > 200 ? 1 : 0) + (text.length > 600 ? 1 : 0);
  return points >= 2 ? 'complex' : points === 1 ? 'moderate' : 'simple';
}
