import { withoutEnd } from '../../text/without-end.ts';
import { evaluate } from '../../tools/calculator/expression.ts';
import { toText } from '../../tools/calculator/expression-value.ts';
import { toCompatible } from '../../tools/plain-text.ts';

// Blanks are single by then, and a number is looked at from its first digit only: no text makes these slow.
const rewrites: readonly (readonly [RegExp, string])[] = [
  [
    /^\s*(?:please\s+)?(?:what(?:'s| is)|how much is|calculate|compute|work out|evaluate|solve)\s+(?:the\s+)?|^\s*(?:请)?(?:帮我)?(?:计算|算一下|算算|求)\s*/i,
    '',
  ],
  [/百分之\s*(\d+(?:\.\d+)?)/g, '$1%'],
  [/(?<!\d)(\d+(?:\.\d+)?)\s*(?:percent|per cent)\b/gi, '$1%'],
  [/(?<![\d,.])([\d.][\d,.]*)\s*的\s*(\d+(?:\.\d+)?%)/g, '$2 of $1'],
  [/(?:the\s+)?square root of\s+(\d[\d.]*)/gi, 'sqrt($1)'],
  [/(?<![\d.])([\d.]+)\s*的平方根/g, 'sqrt($1)'],
  [/(?<![\d.])([\d.]+)\s*(?:squared|的平方)/gi, '$1^2'],
  [/\s*\b(?:to the power of|raised to)\b\s*|的?次方/gi, '^'],
  [/\s*\b(?:multiplied by|times)\b\s*|乘以|乘|(?<=\d)\s*[x×]\s*(?=\d)/gi, '*'],
  [/\s*\bdivided by\b\s*|除以/gi, '/'],
  [/\s*\bplus\b\s*|加上?/gi, '+'],
  [/\s*\bminus\b\s*|减去?/gi, '-'],
];

/** The expression in a request that is nothing but arithmetic ("what is 12% of 250?", 250的12%是多少), or nothing. */
export function toExpression(text: string): string | undefined {
  const asked = withoutQuestion(toCompatible(text).replace(/\s+/g, ' '));
  const expression = rewrites.reduce((rest, [pattern, to]) => rest.replace(pattern, to), asked).trim();
  if (!/\d/.test(expression) || /^\d{4}(?:-\d{1,2}){1,2}$/.test(expression)) return undefined;
  const names = expression.match(/[\p{L}]+/gu) ?? [];
  const known = /^(?:of|sqrt|abs|floor|ceil|round|ln|log|exp|sin|cos|tan|min|max|sum|avg|pi|e)$/i;
  if (!names.every((name) => known.test(name)) || /[^\p{L}\d\s.,+\-*/^%()×÷−]/u.test(expression)) return undefined;
  const hasOperation = names.length > 0 || /[+*/^%×÷−-]/.test(expression.slice(1));
  return hasOperation ? expression : undefined;
}

const questions = ['=', '是多少', '等于多少', '等于几', '是几', '等于'];

/** A request without the words and marks at its end that make it a question. */
function withoutQuestion(text: string): string {
  const rest = withoutEnd(text, /[?？。.! ]/);
  const question = questions.find((each) => rest.endsWith(each)) ?? '';
  return rest.slice(0, rest.length - question.length).trimEnd();
}

/** The value of an expression with all its digits, or why it has none. */
export function computed(expression: string): { value: string } | { problem: string } {
  try {
    return { value: toText(evaluate(expression).value) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
