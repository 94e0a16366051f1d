/** A hostile text of any length, by its name. */
export interface HostileText {
  readonly name: string;
  of(length: number): string;
}

/** What tries to make a reader slow when it comes over and over. */
const units: readonly string[] = [
  // blanks, line breaks, letters and digits
  ...[' ', '\n', '\r\n', 'a', '1', '1,', '1.', '1,000,', 'a ', 'A. ', 'a.', 'a@', 'a-'],
  // brackets, quotes and marks
  ...['(', ')', '[', '{', '{}', '{"', '[1,', '"', "'", '`', '```\n', '<', '|', '#', '#a\n', '*', '**a', '- [ ] 1: a\n'],
  ...['.', ',', ', ', ';', ':', '?', '%', '&amp;', '\\', '-'],
  // escape sequences and what cannot be seen
  ...['\u001b', '\u001b]', '\u001b[1;', '\u001b]8;;', '\u001b#', '\u0007'],
  // other scripts, halves of pairs, marks on letters
  ...['汉', '的', '、', '。', '😀', '\ud83d', '\u0301\u0323'],
  // words that readers know
  ...[
    '<think>',
    '<tool_call>',
    'and ',
    'a and b ',
    '和',
    '的平方',
    '关于',
    'report on ',
    'sqrt(',
    'not (',
    'a.csv',
    'please ',
  ],
  ...['step 1 failed and ', '\nCANNOT:', 'sk-', 'Bearer ', 'password=', 'eyJ'],
];

/** What begins and never ends is as hostile as what has as many ends as beginnings. */
const pairs: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['[', ']'],
  ['{"a":', '}'],
  ['[{"a":', '}]'],
  ['<think>', '</think>'],
];

const repeated = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** The blocks of Markdown: begun and never ended, nested, interrupted, underlined. */
const markdownUnits: readonly string[] = [
  ...['>', '> ', '> a\n', '> ```\n', '> - ', '- ', '- a\n', '* a\n\n', '- > ', '- - ', '- ```\n', '- [ ] ', '-\n'],
  ...[
    '1. ',
    '1) ',
    '1. a\n',
    '- a\n  ',
    ' - a\n',
    '-\ta\n',
    '    a\n',
    '\t',
    'a\n',
    'a\n---\n',
    'a\n=\n',
    '---\n',
    '* * ',
  ],
  ...[
    '# ',
    '# a\n',
    '#\n',
    '~~~\n',
    '~~~a\n',
    '<!--',
    '-->',
    '<div>\n',
    '<a ',
    '</',
    '<?',
    '<![CDATA[',
    '<script>',
    '<pre>\n',
  ],
  ...['[a]: ', '[a]: b\n', '[a]:\n', "[a]: b '", '|a', '|-|\n', '|a|\n|-|\n', '\\\n', 'a  \n'],
];

/** For readers of Markdown: each unit alone, and at the beginning of lines. */
export const hostileMarkdown: readonly HostileText[] = markdownUnits.flatMap((unit) => [
  { name: JSON.stringify(unit), of: (length: number) => repeated(unit, length) },
  { name: `lines with ${JSON.stringify(unit)}`, of: (length: number) => repeated(`${unit}a\n`, length) },
]);

/** Each alone, and between words: a pattern that looks for the end of a text gives up late when something else stands there. */
export const hostileTexts: readonly HostileText[] = [
  ...units.flatMap((unit) => [
    { name: JSON.stringify(unit), of: (length: number) => repeated(unit, length) },
    { name: `${JSON.stringify(unit)} between words`, of: (length: number) => `x1${repeated(unit, length)}x\u0001` },
  ]),
  ...pairs.map(([open, close]) => ({
    name: `${JSON.stringify(open)} and as many ${JSON.stringify(close)}`,
    of: (length: number) => {
      const depth = Math.ceil(length / (open.length + close.length));
      return `${open.repeat(depth)}1${close.repeat(depth)}`;
    },
  })),
];
