import { stopWords } from '../text/stop-words.ts';

/** Characters that are read; entities behind them are not found. */
const read = 100_000;

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec';
const month = `(?:${months})(?:[a-z]{0,6})\\.?`;
const amount = '\\d[\\d,]{0,20}(?:\\.\\d{1,10})?';

// Every repetition is bounded: a hostile text takes no more than linear time. The first kind that fits wins.
const kinds = [
  // quoted: the text between the marks
  '"(?<q1>[^"\\n]{1,80})"|“(?<q2>[^”\\n]{1,80})”|「(?<q3>[^」\\n]{1,80})」|『(?<q4>[^』\\n]{1,80})』|《(?<q5>[^》\\n]{1,80})》|`(?<q6>[^`\\n]{1,80})`',
  // addresses and files
  'https?://[^\\s"<>，。）)]{1,200}|[\\w.+-]{1,64}@[\\w-]{1,63}(?:\\.[\\w-]{1,63}){1,4}',
  '(?<![\\w./-])[\\w/-]{1,80}(?:\\.[\\w-]{1,20}){0,3}\\.[A-Za-z][A-Za-z0-9]{1,4}(?![\\w])',
  // dates
  `\\d{4}-\\d{1,2}(?:-\\d{1,2})?(?!\\d)|\\d{1,2}[/.]\\d{1,2}[/.]\\d{2,4}(?!\\d)|\\b${month} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?\\b|\\b\\d{1,2}(?:st|nd|rd|th)? ${month}(?: \\d{4})?\\b`,
  '\\d{2,4} ?年(?: ?\\d{1,2} ?月(?: ?\\d{1,2} ?[日号])?)?|\\d{1,2} ?月(?: ?\\d{1,2} ?[日号])?',
  // money and numbers
  `[$€£¥￥] ?${amount}(?: ?(?:k|m|bn|million|billion|万|亿)(?![a-z]))?|\\b(?:USD|EUR|GBP|CNY|RMB) ?${amount}`,
  `${amount} ?(?:万|亿|千)?(?:美元|欧元|英镑|日元|人民币|元|块)|${amount} ?(?:USD|EUR|GBP|CNY|RMB|dollars|euros|pounds|yuan)\\b`,
  `${amount} ?(?:%|％|万|亿)|${amount}`,
  // names: capitals; Han before what names end with
  `\\b\\p{Lu}[\\p{L}\\d]{1,40}(?:[-&.]\\p{Lu}?[\\p{L}\\d]{1,40}){0,2}(?:\\s(?!(?:${months})[a-z]{0,6}\\.? \\d)(?:(?:of|de|van|von) )?\\p{Lu}[\\p{L}\\d]{1,40}|\\s\\d{1,4}\\b){0,4}`,
  '\\p{Script=Han}{1,10}?(?:公司|集团|大学|银行|医院|学院|研究所|委员会|先生|女士|经理|老师|教授|主任|博士|医生|工程师|分部|分店|项目|[省市县区镇路街])',
];
const entity = new RegExp(kinds.join('|'), 'gu');

/** Words that begin a sentence with a capital and are no names. */
const starters = new Set(
  `add analyze analyse answer ask build book buy calculate call change check compare compute count create decide describe design draft explain
  find first fix forecast help hello hey hi how list next plan prepare read remove rewrite run say search send sort start stop
  mail meet due pay order open move see set summarize summarise then translate update work write monday tuesday wednesday thursday friday saturday sunday good great sorry`.split(
    /\s+/,
  ),
);
/** Han in front of a name that does not belong to it. */
const openers =
  /^(?:[我你您他她它请在把向从到对给让和与的是这那要想去看比按将由为就会能来跟]|什么|哪个|哪些|怎么|多少|帮我|告诉|联系|看看|关于|查询|比较|今天|明天|昨天)+/u;
/** What names end with, and no name before it. */
const nameless =
  /^(?:[个各全本该每某上下几多大小地市城社县新老两三一二]|所有|整个)*(?:公司|集团|大学|银行|医院|学院|研究所|委员会|先生|女士|经理|老师|教授|主任|博士|医生|工程师|分部|分店|项目|[省市县区镇路街])?$/u;

/** What a text names: quoted words and titles, files, addresses, dates, money, numbers and names, in order, each once. */
export function entitiesIn(text: string, most = 20): string[] {
  const found = new Set<string>();
  for (const match of text.slice(0, read).matchAll(entity)) {
    const quoted = match.groups && Object.values(match.groups).find((part) => part !== undefined);
    const name = quoted === undefined ? plainName(match[0]) : quoted.trim();
    if (name !== '') found.add(name);
    if (found.size >= most) break;
  }
  return [...found];
}

/** A name without the words before it that only happen to be written like one. */
function plainName(name: string): string {
  if (/^\p{Script=Han}/u.test(name)) {
    const plain = name.replace(openers, '');
    return nameless.test(plain) ? '' : plain;
  }
  const words = name.replace(/[.,]$/, '').split(/\s/);
  while (words[0] !== undefined && isStarter(words[0])) words.shift();
  return words.join(' ');
}

function isStarter(word: string): boolean {
  const lower = word.toLowerCase();
  return word !== word.toUpperCase() && (stopWords.has(lower) || starters.has(lower));
}
