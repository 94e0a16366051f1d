import type { MemoryRule } from './memory-rule.ts';
import { rulesEn } from './rules-en.ts';
import { rulesZh } from './rules-zh.ts';

/** The first that fits counts. */
export const rules: readonly MemoryRule[] = [...rulesEn, ...rulesZh];

// Every pattern begins at the start of a statement, which has at most 300 characters, and repeats nothing without a bound.

/** What may stand before the point. */
export const leadIn =
  /^(?:(?:actually|also|and|but|so|well|oh|ok(?:ay)?|no(?=[,.!])|no(?= actually| sorry| wait)|yes|yeah|sorry|hi|hello|hey|thanks|great|by the way|btw|fyi|just so you know|correction|please|pls|one more thing|for the record|just|ah|oops|hmm|wait|unfortunately|as i said|i think|i guess|(?:both|all|one|neither|none|some) of|i meant?|i should mention|i forgot to say|because|since|plus|though)[,:.!]?\s{1,3}(?:that\s{1,3})?|(?:另外|对了|其实|不对|不是|顺便说一?下|顺便提一下|哦|噢|好的|嗯|请|还有|补充一下|更正一下?|更正|麻烦你?|谢谢|你好|抱歉|不好意思|而且|并且|但是?|不过|然后|因为|所以|话说|说一下|跟你说|告诉你)[，,：:！!。]?\s{0,3})/i;

/** What is said to be remembered, whatever it is. */
export const askedToRemember =
  /^(?:remember|keep in mind|note|don['’]t forget|do not forget|bear in mind|make a note)(?: that| this|:|,)?\s{1,3}(?!when|how|what|where|who|why|to\b)|^(?:你)?(?:要|帮我)?(?:记住|记得|记一下|记下|牢记|别忘了|不要忘了)(?:这[一个]?点)?[，,：:]?\s{0,3}(?!了|没)/i;

/** What nobody means to have remembered. */
export const noMatter =
  /^(?:never mind|always\b.{0,3}$|(?:just )?call me (?:back|later|when|at|tomorrow|today|tonight|on|if|in|after|before|crazy)\b|my (?:\p{L}{1,15} ){0,2}(?:questions?|problems?|issues?|guess|points?|requests?|ideas?|concerns?|understanding|mistake|bad|apologies)\b|my (?:files?|code|errors?)\b|(?:i|we)(?: have| got|['’]ve got| have got) (?:\p{L}{1,12} |\d{1,4} ){1,2}(?:questions?|problems?|issues?|ideas?|things?|files?|errors?|suggestions?|doubts?|minutes?|options?|tests?|results?|tables?|texts?|lines?|rows?|columns?|emails?|pages?|versions?)\b|i(?:['’]m| am) an? (?:bit|little)\b|stop (?:it|that|there|here|now|please)\b|(?:我|我们)(?:现在|今天|最近)?(?:有(?:一个|个|点(?!恐高|过敏|近视|怕)|些)|有(?:问题|疑问|建议|想法|意见)|是说|是想|是不是|有没有|能不能|不能理解|的(?:问题|意思|想法|理解)|要|想要?(?:问|知道|看|请|找|买|订))|以后再(?:说|谈|看|聊)|我们?(?:有(?:[\d一二两三四五几]{1,3})?(?:个|份|条|张|段)?(?:文件|问题|表格|错误|想法)|是第一次|不能(?:打开|运行|确定|登录|看到)))/iu;

/** A statement that asks or supposes says nothing. */
export const noStatement =
  /[?？][”"」』)）]?$|[吗呢吧][。.!！]?$|^(?:(?:if|when|unless|suppose|assuming|imagine)\b(?! (?:i|we|you) (?:ask|write|send|book|travel|give|reply|answer|talk|cook|code|fly|draft|suggest|recommend|work|quote)\b.{0,80}, )|如果|假如|要是|假设|当(?!.{1,30}(?:都|一律|请)))|^.{0,40}\b(?:wondering|whether|not sure|no idea|don['’]t know)\b|什么(?!都)|哪天|不知道|不确定|不清楚|怎么|哪[里儿个些]|多少|为什么|是不是|能不能/i;

/** A wish in the form of a question. */
export const politeWish =
  /^(?:could|can|would|will) you (?:please )?(?!.{0,80}\b(?:this|that)\b).{3,150}\b(?:from now on|always|going forward|in future|in the future|every time|with me)\b|^(?:你)?(?:能不能|可以|可不可以|能)(?:请你)?(?:以后|今后|往后|每次)|^(?:以后|今后|往后|每次).{1,40}(?:好吗|可以吗|行吗|好不好|行不行)/i;

/** Words that make a standing wish of what follows, and say nothing alone. */
export const bareMark =
  /^(?:from (?:now|here) on|from today(?: on)?|(?:going|moving) forward|starting (?:now|today)|in (?:the )?future|by default|as a rule|以后|今后|往后|从.{1,4}(?:起|开始|以后|往后))$/i;

/** What a clause begins with, or in Chinese has, that asks. */
export const asks =
  /^(?:what|where|which|who|how|when|why|can|could|should|would|will|is|are|am|do|does|did|any|has|may|shall)\b|[吗呢]|什么|怎么|哪|多少|谁|推荐|几[个点天]|如何|能不能|是不是|有没有|可以|能/i;

/** What follows is the word of somebody else, or a text that is asked for. */
export const reports =
  /["“”「『《:：]|\b(?:according to|as per|act as|pretend|say(?:s|ing)?|said|tell(?:s|ing)?|told|writ(?:e|es|ing)|wrote|translate|draft|rewrite|summari[sz]e|reply|explain|asks?|asked|claims?|thinks?|suppose|pretend|imagine|if|let)\b|说|写|告诉|假装|扮演|总结|翻译|回复|转达|如果|假如|要是|帮我|把/i;

/** What is about today, or about what lies on the table, is nothing for another day. */
export const ofNow =
  /\b(?:today|tonight|right now|at the moment|this (?:morning|afternoon|evening)|just now|yet)\b|\b(?:like|love|hate|enjoy|dislike|adore|fan of|into|stand|prefer) (?:this|that|it|these|those|the (?:first|second|third|last|new|other))\b|今天(?!起|开始)|今晚|刚才|刚刚|此刻|正在|[这那][个段些份道条张句]|第[一二三四]个/i;

/** What a wish in the form of a question is. */
export const wish: MemoryRule = { kind: 'instruction', pattern: politeWish, isStanding: true };
