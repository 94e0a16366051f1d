import type { Message } from '../domain/message.ts';
import { sentencesIn } from '../text/sentences-in.ts';
import { askedToRemember, rules } from './memory-rules.ts';
import { pointOf } from './statements-in.ts';

/** Characters of a message that are read: who writes more gives something to work on. */
const readLength = 4_000;
/** Preferences are taken from messages up to this long: a longer one is likely to hold the words of others. */
const ownLength = 1_200;

/** What a user says themselves in a message, and whether it may be how they want things. */
export interface OwnWords {
  readonly text: string;
  readonly mayWish: boolean;
}

/**
 * The users' own words in messages. What is quoted, in a block of code, in a table, in a mail with its head, or announced as a text to work on is not: what
 * follows "Summarize this mail." or a colon at the end of a line may be by anybody.
 */
export const ownWordsIn = (messages: readonly Message[]): OwnWords[] =>
  messages.flatMap(({ role, content }) =>
    role === 'user'
      ? [{ text: ownSentences(ownLines(content.slice(0, readLength))), mayWish: content.length <= ownLength }]
      : [],
  );

/** What follows it in a sentence is the word of somebody else. */
const others =
  /["“„”«»「『《:：]|\b(?:according to|says?|said|tells?|told|wrote|reads|states|asked|claims?)\b|说|写着|写道/i;

/** Whether what follows some words of a sentence is not the speaker's own. */
export const isReportedAfter = (words: string): boolean => others.test(words);

/** Who is told of, with what they say: "he wrote that", "the page says", 老板说, or a quotation that is more than a word. */
const telling =
  /^(?:['‘【]|\[\p{L}{1,20}\]|according to\b|据)|["“„«「『《](?=[^"“”«»」』》]{20}|[^"“”«»」』》]{0,5}\p{Script=Han}{6})|(?<!\b(?:i|we|you|as) (?:just |already )?)\b(?:says|said|told|wrote|writes|states|stated|claims|claimed)\b|[他她它们板理户事东友站件上里信](?:还|也|都|刚才?)?(?:说(?!话|法|明)|写|要求)/iu;
/** What is told of before a colon, unless that is in a time or an address. */
const named = /[:：](?![\d/()])/u;

/** Whether some words tell what somebody else says. A wish that begins before a colon or a quotation is none of these: "always write: yours, Bo". */
export function tellsOfOthers(value: string, isWish: boolean): boolean {
  const point = pointOf(pointOf(value).replace(askedToRemember, ''));
  const places = [telling, ...(isWish ? [named] : [])].map((pattern) => point.search(pattern)).filter((at) => at >= 0);
  if (places.length === 0) return false;
  const before = `${point.slice(0, Math.min(...places)).trimEnd()} abc`;
  return !(isWish && rules.some(({ kind, pattern, isWhole }) => kind !== 'fact' && !isWhole && pattern.test(before)));
}

/** Whether a user says something in words of their own, and as a wish only in a message that has room for nothing else. */
export const isSaidIn = (own: readonly OwnWords[], value: string, isWish: boolean): boolean =>
  !(isWish && tellsOfOthers(value, isWish)) &&
  own.some(({ text, mayWish }) => {
    const at = text.indexOf(value);
    return at >= 0 && (!isWish || (mayWish && !isReportedAfter(leadTo(text.slice(0, at)))));
  });

/** What has been said of a sentence that is not over yet. */
const leadTo = (before: string) =>
  /[.!?。！？；\n]["”』」)）]?\s{0,20}$/u.test(before) ? '' : (sentencesIn(before.slice(-600)).at(-1) ?? '');

/** A line that begins a mail. */
const mailHead = /^(?:from|to|cc|subject|sent|date|发件人|收件人|主题|日期) {0,2}[:：]/i;

/** A line that sets a text apart until the next one like it. */
const border = /^(?:```|~~~|"""|'''|[-=_]{3}|\*{3,}\s*$)/;
/** A line after which there are no words of the user: a salutation of a letter, a message of a chat, a command with what it printed. */
const otherVoice =
  /^(?:dear \p{L}[^.!?]{0,60}$|(?:尊敬的|亲爱的)\S{1,20}$|\[\d{1,2}[:.]\d{2}|\p{L}[^,，]{0,30}[,，] ?\d{1,2}:\d{2}$|(?:\$|>>>|PS \p{L}:\S{0,80}) )/iu;

function ownLines(text: string): string {
  const own: string[] = [];
  let within: string | undefined;
  for (const line of text.split('\n')) {
    const start = line.slice(0, 100).trimStart();
    const mark = borderOn(start);
    if (mark !== undefined && (within ?? mark) === mark) {
      within = within === undefined ? mark : undefined;
      continue;
    }
    if (within !== undefined) continue;
    if (mailHead.test(start) || otherVoice.test(start)) break;
    if (!/^(?:[>|`~"“„«「『《<#]|'''|\d{1,4}[\t,;])/.test(start)) own.push(line);
    // A colon, or the begin of an element.
    const end = line.slice(-80).trimEnd();
    if ((/[:：]$/.test(end) && own.at(-1) === line) || /<\p{L}[^<>]{0,70}>$/u.test(end)) break;
  }
  return own.join('\n');
}

/** What sets a text apart from this line on; nothing where the line ends it, as ```code``` does. */
function borderOn(line: string): string | undefined {
  const mark = border.exec(line)?.[0].slice(0, 3);
  return mark !== undefined && /^[`~"']/.test(mark) && line.includes(mark, 3) ? undefined : mark;
}

const texts =
  '(?:texts?|e-?mails?|mails?|messages?|letters?|pages?|articles?|paragraphs?|sentences?|reviews?|posts?|tweets?|notes?|documents?|logs?|outputs?|results?|transcripts?|poems?|comments?|contracts?|prompts?|snippets?|tickets?|repl(?:y|ies)|passages?|drafts?|essays?|instructions?|story)';
const work =
  '(?:translat(?:e|ion)|summari[sz]e|summary|proofread|rewrite|rephrase|paraphrase|shorten|explain|analy[sz]e|review|check|correct|improve|edit|read|reply|respond|answer|comment|look|means?|fix|understand|think|received|got)';
/** A sentence after which somebody else's text comes: one to work on, or what somebody has written. */
const announcing = [
  /\b(?:the following|as follows)\b|\bbelow[.!?)]?$/iu,
  new RegExp(`\\b${texts} below\\b`, 'iu'),
  new RegExp(`\\b${work}\\b.{0,80}\\b(?:this|these|his|her|their) (?:[\\p{L}-]{1,15} ){0,2}${texts}\\b`, 'iu'),
  new RegExp(`\\b(?:this|these) (?:[\\p{L}-]{1,15} ){0,2}${texts}\\b.{0,80}\\b${work}\\b`, 'iu'),
  new RegExp(`\\b${work}\\b.{0,20}\\bthis\\b.{0,20}$`, 'iu'),
  new RegExp(`\\bthis\\b.{0,20}\\b${work}\\b.{0,20}$`, 'iu'),
  // "Translate into German, please" and a line of its own, with the text in the next one.
  /^(?:please )?(?:translate|summari[sz]e|proofread|rewrite|rephrase|paraphrase)(?: (?:in)?to [\p{L} ]{2,20})?(?:,? please)?[.!]?$/iu,
  new RegExp(`^here(?:['’]s| is| are) (?:the|an?|my|his|her|their|our|what)\\b.{0,30}\\b${texts}\\b`, 'iu'),
  new RegExp(
    `^(?:please )?(?:translate|summari[sz]e|proofread|rewrite|rephrase|shorten|explain|review|check|correct|edit|read|(?:reply|respond) to) (?:my|our) (?:[\\p{L}-]{1,15} ){0,2}${texts}\\b.{0,20}$`,
    'iu',
  ),
  /^(?:please )?(?:(?:fix|check|correct|improve) (?:the |my |its )?(?:grammar|spelling|typos?|punctuation|wording)|make this|classify|categori[sz]e|extract|(?:ignore|skip|disregard) (?:the )?next)\b.{0,40}$/iu,
  /^(?:tl;?dr|(?:a |the )?(?:short |quick )?(?:summary|translation))\b.{0,20}$/iu,
  /\b(?:tone|sentiment|gist|meaning|author|mood) of (?:this|that)\b/iu,
  /\b(?:is|are|does|looks?|sounds?) (?:this|that|it)\b.{0,30}\b(?:spam|scam|phishing|fake|real|legit(?:imate)?|fraud|genuine|suspicious)\b/iu,
  /^(?:请|麻烦|帮我|你|再)*(?:翻译|润色|校对|总结|概括|改写|缩写)(?:一下|下)?吧?[。！!]?$/u,
  /这(?:是|算)不?是?(?:诈骗|骗局|骗人|真的|假的|垃圾)/u,
  /(?<!\b(?:i|we) )\b(?:wrote|writes|said|says|sent|returned|replied|answered|reads|told|posted)(?: (?:to )?(?:me|us|back))?(?: (?:this|that))?[.!]?$/iu,
  /(?<![\d字度元岁个天])(?:下面|以下|如下)/u,
  /(?:翻译|总结|概括|润色|校对|改写|解释|分析|检查|修改|看|读|回复|回).{0,12}这[封段篇条份个句首则].{0,6}(?:邮件|信|话|文字|文章|消息|短信|文本|内容|网页|合同|日志|评论|帖子|诗|回复|通知)/u,
  /这[封段篇条份个句首则].{0,6}(?:邮件|信|话|文字|文章|消息|短信|文本|内容|网页|合同|日志|评论|帖子|诗|回复|通知).{0,12}(?:翻译|总结|概括|润色|校对|改写|解释|分析|检查|修改|意思|回复)/u,
  /(?:写道|写着|说道|回复说|发来|来信说?)[。.]?$/u,
];

/** The sentences of a text until somebody else's is announced, without those that a quotation of several sentences touches. */
function ownSentences(text: string): string {
  let [own, from] = ['', 0];
  let closing: string | undefined;
  for (const sentence of sentencesIn(text)) {
    const to = text.indexOf(sentence, from) + sentence.length;
    const isInside = closing !== undefined;
    closing = quotationAfter(sentence, closing);
    own += isInside || closing !== undefined ? '\n' : text.slice(from, to);
    from = to;
    if (announcing.some((pattern) => pattern.test(sentence))) break;
  }
  return own;
}

/** What ends a quotation that begins with one of these. */
const closings: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”"',
  '„': '“”"',
  '«': '»',
  '»': '«',
  '「': '」',
  '『': '』',
};

/** What would end the quotation that is open after a sentence; nothing where none is. */
function quotationAfter(sentence: string, before: string | undefined): string | undefined {
  let closing = before;
  for (const { 0: mark, index } of sentence.matchAll(/["“”„«»「」『』]/gu)) {
    if (closing !== undefined) closing = closing.includes(mark) ? undefined : closing;
    // 27" is a length.
    else if (mark !== '"' || !/\d/.test(sentence.charAt(index - 1))) closing = closings[mark];
  }
  return closing;
}
