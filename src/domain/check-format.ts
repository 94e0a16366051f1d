/** What a check says of a result: `true` when it is fine, else the problem, or how good it is from 0 to 1. */
export type CheckVerdict = true | string | { readonly quality: number; readonly remark?: string };

/** A form that a result can have: the words that ask for it, whether a text has it, and how it is described. */
interface Form {
  readonly words: RegExp;
  readonly fits: (text: string) => boolean;
  readonly expected: string;
}

const json: Form = {
  words: /\bjson\b(?! ?lines)/i,
  fits: isJson,
  expected: 'JSON and nothing else',
};
const yesOrNo: Form = {
  words: /\byes ?(?:\/|or) ?no\b|\btrue ?(?:\/|or) ?false\b|\bboolean\b|是 ?(?:\/|／|或|还是) ?(?:否|不是)|布尔/i,
  fits: (text) => /^[\s*_`#>"“]{0,8}(?:(?:yes|no|true|false)\b|(?:是|否|不是|对|错)(?:的|\P{L}|$))/iu.test(text),
  expected: 'yes or no, as its first word',
};
const number: Form = {
  words: /\b(?:number|integer|decimal|percentage)\b|数字(?!化)|数值|整数|小数|百分比/i,
  // A reader who looks for a number in a result takes the first.
  fits: (text) => (firstLine(text).match(numerals) ?? []).length === 1,
  expected: 'one number, with no other figure on its first line',
};
const forms: readonly Form[] = [
  {
    words: /\btable\b(?! of contents)|表格/i,
    fits: hasTable,
    expected: 'a Markdown table: a row of headings, a row of dashes, then the rows, with "|" between cells',
  },
  {
    words: /\blist\b|\bbullets\b|\bbullet(?:ed)? points?\b|列表|清单|项目符号/i,
    fits: isList,
    expected: 'a list, each item on a line of its own that begins with "- "',
  },
  number,
  {
    words: /(?<!\bto[- ])\bdate\b|日期/i,
    fits: (text) => dates.some((date) => date.test(text)),
    expected: 'a date, such as 2026-01-31',
  },
];

/**
 * Checks that a result has the form that its step asks for. Formats are written freely ("a Markdown table", "一个数字"): the form is recognised
 * by its words, and where they do not make it clear nothing is checked.
 */
export function checkFormat(format: string | undefined, text: string): CheckVerdict | undefined {
  const form = format === undefined ? undefined : formOf(format);
  return form && (form.fits(text) || `The step asks for "${format}": the result has to be ${form.expected}.`);
}

/** What a format asks for comes before remarks about it: "a table | with a date in each row". */
const about =
  /\b(?:with|of(?! contents)|from|by|for|per|that|which|where|containing|including|showing|sorted|about|on|to)\b|[,;:(.，；：（。]/i;
const negated =
  /\b(?:no|not|without|never|avoid)\b[^,;.，；。]{0,40}|(?:不要|不用|不是|无需|不含|没有)[^，；。]{0,12}/gi;

function formOf(format: string): Form | undefined {
  // A format is a line, not a text.
  if (format.length > 300) return undefined;
  const headOf = (said: string) => said.split(about)[0] ?? '';
  if (yesOrNo.words.test(headOf(format))) return yesOrNo;
  const wanted = format.replace(negated, ' ');
  if (json.words.test(wanted)) return json;
  const head = headOf(wanted);
  // One of several forms, or several in one text: the reader has to judge.
  if (/\b(?:or|and)\b|[或和及与]/i.test(head)) return undefined;
  // The noun is the last of the words: "a date list".
  const [form] = forms
    .map((each) => [each, lastPlace(head, each.words)] as const)
    .filter(([, place]) => place >= 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([each]) => each);
  const isForEach = /\b(?:per|each|every|by)\b|[每各]/i.test(format);
  return form === number && isForEach ? undefined : form;
}

const lastPlace = (text: string, words: RegExp) =>
  [...text.matchAll(new RegExp(words, 'gi'))].reduce((_, { index }) => index, -1);

const firstLine = (text: string) => text.trimStart().split('\n', 1)[0] ?? '';

/** Figures, with their separators; not those of a name such as CO2. */
const numerals = /(?<![A-Za-z_\d])\d+(?:[.,'\u00a0\u202f ]\d+)*/g;

const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
const dates = [
  /\d{4}[-/.]\d{1,2}(?!\d)/,
  /\d[-/.]\d{1,2}[-/.]\d{2}/,
  /\d ?[年月]/,
  new RegExp(`\\b${month}[. ]{1,2}\\d`, 'i'),
  new RegExp(`\\d(?:st|nd|rd|th)?\\.? (?:of )?${month}\\b`, 'i'),
];

/** JSON alone, or in the one fence of the text. */
function isJson(text: string): boolean {
  const [whole = '', fenced, , ...more] = text.split('```');
  if (more.length > 0) return false;
  try {
    JSON.parse(fenced === undefined ? whole : fenced.replace(/^\w{0,20}\n/, ''));
    return true;
  } catch {
    return false;
  }
}

function hasTable(text: string): boolean {
  const lines = text.split('\n');
  const isRule = (line: string) => line.includes('-') && line.includes('|') && !/[^\s|:+-]/.test(line);
  return lines.some((line, place) => isRule(line) && lines[place - 1]?.includes('|'));
}

const item = /^\s{0,12}(?:[-*•·]|\d{1,3}[.)、]|[(（]?[\d一二三四五六七八九十]{1,3}[)）、])/;

/** Items with a mark, or lines of which none continues after the end of a sentence. */
function isList(text: string): boolean {
  const lines = text.split('\n');
  return lines.some((line) => item.test(line)) || !lines.some((line) => /[.!?]\s+\S|[。！？]\S/.test(line));
}
