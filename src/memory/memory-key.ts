import { clip } from '../text/clip.ts';
import { stopWords } from '../text/stop-words.ts';
import { formOf, isForm } from './answer-forms.ts';
import type { MemoryKind } from './memory-item.ts';
import { personWord } from './rules-en.ts';
import { personHan } from './rules-zh.ts';

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
  [
    'name',
    /^(?:my name (?!(?:is|was|has been|will be) (?:not |always |often |still )?(?:mis|spel|wrong|missing|printed|pronounced|written|listed|on |in |hard|difficult|easy)|\p{L}{0,10}n['’]t)|i am called)\b|^我叫(?!你|他|她|它|不|了|出租|外卖|车)|^我姓|^我的名字/iu,
    /.{1,300}/g,
  ],
  [
    'home',
    /^(?:i|we)(?:['’]ve| have)? (?:now |no longer |just |recently )?(?:live |moved (?:to|into|in|from|out|away|back|home|here|house|abroad|again|last|near|closer)\b)|^(?:i|we) (?:don['’]t|do not) live (?:in|at|on|near)\b|^(?:我|我们|我家)(?:现在|已经|刚)?(?:住|搬(?:到|去|来|家|了家|回|走|离|进|出|至)|不在[^，。]{1,8}[住了])/i,
    /.{1,300}/g,
  ],
  [
    'work',
    /^(?:i|we) (?:now |no longer |don['’]t |do not )?work (?:at|for|as)\b(?! (?:home|nights?|the weekends?|weekends|least|most|\d|free|hours|days|peanuts|a living|fun)\b)|^(?:我|我们)(?:现在|已经|不再|不)?在.{1,15}(?:工作|上班)/i,
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
    const form = formOf(statement);
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
  return isForm(topic) ? `preference/${topic}` : key;
}

/** Whether a key is about one thing that has a topic, and what a model says is about another. */
export function isOfAnother(key: string, topic: string): boolean {
  const [head = '', form = ''] = key.split('/');
  const about = head === 'preference' ? form : head;
  const isTopic = (name: string) => isForm(name) || matters.some(([each]) => each === name);
  return isTopic(about) && isTopic(topic) && about !== topic;
}

/** What a key says that its memory is about, in words. Words of a statement are told one by one: what they say together it may not say any more. */
export const aboutKey = (key: string): string => {
  const topic = key.replace(/^(?:fact|preference|instruction)\//, '');
  return clip(topic.replaceAll('-', topic === key ? ' ' : ', ').replaceAll('/', ' '), 60);
};

/** Where something is: it is what it is as well. A date is no place. */
const isPlace =
  /^ (?:now |still |currently )?(?:in|at|on|near|behind|under|next to)\s(?!(?:the )?(?:\d|january|february|march|april|may\b|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|winter|noon|midnight|christmas|easter|next|two|three|first|second|third|last|a )\b)/i;
/** How something is for a while, which leaves what it is. With regard to case: Alfred is a name. */
const isState =
  /^ (?:now |still |already |always |currently |also |not )?(?:(?:too|very|so|quite|really|pretty|a bit|a little) |(?:broken|full|empty|dead|gone|lost|late|slow|fine|ok|okay|great|good|bad|nice|cold|hot|dirty|missing|wrong|down|stuck|closed|open|ready|busy)\b|[a-z]{3,20}(?:ed|ing)\b)/;
/** Of what people do, the last word is a value: "my hobby is sailing". */
const hasActivity = /favou?rite|hobby|job|profession|sport|work/i;

/** Of "my X is Y": X has one value at a time; a person has many traits, but one age and one name. */
function subjectKey(statement: string): string | undefined {
  const [, subject = '', verb = '', rest = ''] = subjectEn.exec(statement) ?? subjectZh.exec(statement) ?? [];
  if (subject === '') return undefined;
  const about = subject.toLowerCase().replaceAll(' ', '-');
  if (!personWord.test(subject) && !personHan.test(subject)) {
    if (isPlace.test(rest)) return `${about}/place`;
    return isState.test(rest) && !hasActivity.test(subject) ? undefined : about;
  }
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
