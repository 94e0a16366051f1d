import { clip } from '../text/clip.ts';
import { stopWords } from '../text/stop-words.ts';
import type { MemoryKind } from './memory-item.ts';
import { personWord } from './rules-en.ts';
import { personHan } from './rules-zh.ts';

/** What a preference may be about: only the last one about the same counts. */
const forms: readonly (readonly [about: string, pattern: RegExp])[] = [
  ['name', /\b(?:calls? me|address me|i go by)\b|叫我|称呼我|喊我|管我叫/i],
  [
    'language',
    /\b(?:english|german|french|spanish|italian|portuguese|dutch|chinese|mandarin|japanese|korean|russian|polish|turkish|arabic|hindi|swedish|danish|norwegian|finnish|czech|greek|ukrainian|vietnamese|thai|my language)\b|[中英德法日韩俄]文|[英德法日韩俄汉]语|西班牙语|意大利语|葡萄牙语|普通话|粤语|简体|繁体/i,
  ],
  [
    'length',
    /\b(?:short|shorter|brief|briefly|concise|concisely|longer|detailed|in detail|verbose|(?:sentences?|words|lines|paragraphs?))\b|简短|简洁|简要|详细|详尽|[一两三]句话|字以内|长一点|短一点/i,
  ],
  ['emoji', /\bemojis?\b|表情/i],
  ['format', /\b(?:bullets?|bullet points|lists?|tables?|markdown|plain text|headings?)\b|列表|表格|要点|分点|纯文本/i],
  [
    'units',
    /\b(?:metric|imperial|celsius|fahrenheit|kilomet(?:er|re)s?|miles|kilograms?|pounds)\b|公制|英制|摄氏|华氏|公里|英里|公斤/i,
  ],
  ['currency', /\b(?:euros?|dollars?|yen|yuan|usd|eur|gbp|chf|cny)\b|欧元|美元|人民币|日元|英镑/i],
  ['tone', /\b(?:formal(?:ly)?|informal(?:ly)?|casual(?:ly)?|polite(?:ly)?|friendly)\b|正式|随意|礼貌|轻松|客气/i],
];

/** What a fact may be about that has one value at a time, and the words that say nothing more about it. */
const matters: readonly (readonly [about: string, pattern: RegExp, own: RegExp])[] = [
  [
    'budget',
    /\bbudget|\b(?:spend|afford|invest|pay)\b|^(?:i|we)(?: have| got|['’]ve got| have got) .{0,15}(?:[$€£¥]\s?\d|\d[\d,.]{0,12}\s?(?:k\b|euros?|dollars?|pounds|yuan|francs|bucks|usd|eur|gbp|chf|rmb))|预算|最多(?:能|可以|只能)?(?:再)?[花用出付]|[花用]费?(?:不能|不要)?超过/i,
    /\b(?:budget|spend|afford|invest|pay|most|maximum|total|limit|spending|money|euros?|dollars?|pounds|yuan|usd|eur|changed|raised|cut|people|persons|went|goes|new|overall|altogether|up|down|least|than|longer|exceed|around|about|exactly|remember|mind|note|only|keep)\b|我们|咱们|我|最多|至多|只|能|可以|花费|花|用|预算|不要|不|超过|现在|总|一共|改为|改成|定为|提高到|降到|元|块|钱|万|千|欧|美|人民币|是|为|有|的|了|大概|请|记住|出|付|再|[一二三四五六七八九十百零两]/gi,
  ],
  [
    'deadline',
    /\bdeadline\b|\bdue (?:by|on|date|next|at)\b|\bhave until\b|截止|期限/i,
    /\b(?:deadline|due|until|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|tomorrow|today|next|week|month|moved|changed|new|end|noon|morning|evening|remember|mind|note|only|keep)\b|截止日期|截止时间|截止|期限|我们|的|是|为|改为|改成|改到|定为|现在|年|月|日|号|下|周[一二三四五六日天]?|星期[一二三四五六日天]?|请|记住|[一二三四五六七八九十零]/gi,
  ],
  ['name', /^(?:my name|i am called)\b|^我叫|^我姓|^我的名字/i, /.{1,300}/g],
  [
    'home',
    /^(?:i|we)(?:['’]ve| have)? (?:now |no longer |just |recently )?(?:live|moved) |^(?:i|we) (?:don['’]t|do not) live (?:in|at|on|near)\b|^(?:我|我们|我家)(?:现在|已经|刚)?(?:住|搬|不在[^，。]{1,8}[住了])/i,
    /.{1,300}/g,
  ],
  [
    'work',
    /^(?:i|we) (?:now |no longer |don['’]t |do not )?work (?:at|for|as)\b|^(?:我|我们)(?:现在|已经|不再|不)?在.{1,15}(?:工作|上班)/i,
    /.{1,300}/g,
  ],
  ['age', /^i(?: am|['’]m) \d{1,3}(?:\.?$|,| and | years?\b)|^我(?:今年)?\d{1,3}岁/i, /.{1,300}/g],
  [
    'party',
    /\bof us\b|^we(?: are|['’]re) \w{1,6} (?:people|persons|adults)|^(?:我们)?(?:一共|总共)?(?:有)?[\d两二三四五六七八九十]{1,3}(?:个人|人|位)/i,
    /.{1,300}/g,
  ],
];

const subjectEn = /^(?:my|our) ([\p{L}'’ -]{2,40}?) (is|are|was|were|has been|will be)\b(.{0,250})/iu;
const subjectZh = /^(?:我们|我|咱们)的?(\p{Script=Han}{1,8}?)(?:现在)?(是|叫|改为|改成|今年)(.{0,250})/u;

/** What a statement is about: a later one about the same has the same key. */
export function memoryKey(kind: MemoryKind, statement: string): string {
  if (kind !== 'fact') {
    const form = forms.find(([, pattern]) => pattern.test(statement))?.[0];
    return form === undefined ? `${kind}/${wordsOf(statement)}` : `preference/${form}`;
  }
  const matter = matters.find(([, pattern]) => pattern.test(statement));
  if (matter) {
    const [about, , own] = matter;
    const which = wordsOf(statement.replace(own, ' '));
    return which === '' ? about : `${about}/${which}`;
  }
  return subjectKey(statement) ?? `fact/${wordsOf(statement)}`;
}

/** What a model may say that a memory is about. */
export const memoryTopics = [
  ...['name', 'language', 'length', 'emoji', 'format', 'units', 'currency', 'tone'],
  ...['budget', 'deadline', 'home', 'work', 'age', 'party', 'other'],
] as const;

/** The key of a statement; where its words do not say what it is about, a topic does. */
export function keyAbout(kind: MemoryKind, statement: string, topic: string): string {
  const key = memoryKey(kind, statement);
  if (topic === 'other' || !key.startsWith(`${kind}/`)) return key;
  if (kind === 'fact') return matters.some(([about]) => about === topic) ? topic : key;
  return forms.some(([about]) => about === topic) ? `preference/${topic}` : key;
}

/** Whether a key is about one thing that has a topic, and what a model says is about another. */
export function isOfAnother(key: string, topic: string): boolean {
  const [head = '', form = ''] = key.split('/');
  const about = head === 'preference' ? form : head;
  const isTopic = (name: string) => [...matters, ...forms].some(([each]) => each === name);
  return isTopic(about) && isTopic(topic) && about !== topic;
}

/** What a key says that its memory is about, in words. Words of a statement are told one by one: what they say together it may not say any more. */
export const aboutKey = (key: string): string => {
  const topic = key.replace(/^(?:fact|preference|instruction)\//, '');
  return clip(topic.replaceAll('-', topic === key ? ' ' : ', ').replaceAll('/', ' '), 60);
};

/** Of "my X is Y": X has one value at a time; a person has many traits, but one age and one name. */
function subjectKey(statement: string): string | undefined {
  const [, subject = '', verb = '', rest = ''] = subjectEn.exec(statement) ?? subjectZh.exec(statement) ?? [];
  if (subject === '') return undefined;
  const about = subject.toLowerCase().replaceAll(' ', '-');
  if (!personWord.test(subject) && !personHan.test(subject)) return about;
  if (
    /^ (?:now |only |already |almost )?(?:\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?: years?| months?|[.!]?$| now)/i.test(
      rest,
    )
  )
    return `${about}/age`;
  if (verb === '今年' && /^\d{1,3}|^[一二两三四五六七八九十]/u.test(rest)) return `${about}/age`;
  if (verb === '叫' || /^ (?:called|named)\b/i.test(rest)) return `${about}/name`;
  return undefined;
}

const words = /\p{Script=Han}{1,40}|[\p{L}\p{N}_]{1,64}/gu;

/** What makes the opposite of a statement, or says how often or since when: one about the same that differs in this takes its place. */
const turns =
  /\bdoes(?: not|n['’]t) (\p{L}{1,60})|\b(?:cannot|never|always|still|usually|any ?more|longer)\b|\b\p{L}{2,6}n['’]t\b|['’](?:m|re|ve|ll|d|s)\b|再也不|不再|不能|不可以|不会|不要|不用|没有|没|不|可以|能|每次都?|总是|从不|现在|已经|[都了]/giu;

/** The words of a text that say something, as a key. */
function wordsOf(text: string): string {
  const plain = text.toLowerCase().replace(turns, (_, verb?: string) => (verb === undefined ? ' ' : `${verb}s`));
  const found = (plain.match(words) ?? []).filter((word) => !/^\p{Nd}/u.test(word) && !stopWords.has(word));
  return clip([...new Set(found)].join('-'), 100);
}
