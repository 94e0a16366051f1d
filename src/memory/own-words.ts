import type { Message } from '../domain/message.ts';
import { sentencesIn } from '../text/sentences-in.ts';

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
const others = /["“„”«»「『《:：]|\b(?:says?|said|tells?|told|wrote|reads|states|asked|claims?)\b|说|写着|写道/i;

/** Whether what follows some words of a sentence is not the speaker's own. */
export const isReportedAfter = (words: string): boolean => others.test(words);

/** Whether a user says something in words of their own, and as a wish only in a message that has room for nothing else. */
export const isSaidIn = (own: readonly OwnWords[], value: string, isWish: boolean): boolean =>
  own.some(({ text, mayWish }) => {
    const at = text.indexOf(value);
    return at >= 0 && (!isWish || (mayWish && !isReportedAfter(leadTo(text.slice(0, at)))));
  });

/** What has been said of a sentence that is not over yet. */
const leadTo = (before: string) =>
  /[.!?。！？；\n]["”』」)）]?\s{0,20}$/u.test(before) ? '' : (sentencesIn(before.slice(-600)).at(-1) ?? '');

/** A line that begins a mail. */
const mailHead = /^(?:from|to|cc|subject|sent|date|发件人|收件人|主题|日期) {0,2}[:：]/i;

function ownLines(text: string): string {
  const own: string[] = [];
  let isCode = false;
  for (const line of text.split('\n')) {
    const start = line.slice(0, 20).trimStart();
    if (/^(?:```|~~~)/.test(start)) isCode = !isCode;
    if (isCode || /^(?:[>|`~"“„«「『《<#]|\d{1,4}[\t,;])/.test(start)) continue;
    if (mailHead.test(start)) break;
    own.push(line);
    // A colon, or the begin of an element.
    const end = line.slice(-80).trimEnd();
    if (/[:：]$/.test(end) || /<\p{L}[^<>\s]{0,40}>$/u.test(end)) break;
  }
  return own.join('\n');
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
