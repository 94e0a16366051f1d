import { withoutEnd } from '../../text/without-end.ts';

/** One thing that is asked for, and how it hangs together with what stands before it. */
export interface Clause {
  readonly text: string;
  /** `previous` after "then", `all` after "based on these". */
  readonly after: 'nothing' | 'previous' | 'all';
  /** It stands in one sentence with the clause before it. */
  readonly isBeside?: true;
}

/** What the splitter needs to know of a piece of text. */
export interface Piece {
  /** It only narrows or groups: no measure, nothing unknown. */
  readonly isFragment: boolean;
  readonly hasMeasure: boolean;
  readonly isGrouped: boolean;
  readonly aggregate: string | undefined;
  /** The most of something by itself: "top 3 products". */
  readonly asksTop: boolean;
  /** It is a clause of its own kind: a report, a search, something that cannot be done. */
  readonly standsApart: boolean;
  /** It asks which, or for the most or the least. */
  readonly chooses: boolean;
  /** How many of something. */
  readonly asksHowMany: boolean;
  /** It asks how much or how many, and says nothing of what: 一共多少公斤. */
  readonly asksOnlyHowMuch: boolean;
}

/** A sentence that only narrows the one before it. */
const narrowing =
  /^(?:please )?(?:skip|ignore|ignoring|leave out|leaving out|exclude|excluding|don'?t count|do not count|not counting|without counting|only count|count only|without|except)\b|^(?:请)?(?:不算|不计|不包括|去掉|剔除|排除|忽略|跳过|只算)/i;

/** Where something holds, or in what it is counted: no question of its own. */
const subordinate =
  /^(?:where (?:it|one|they|that|this|there|the|known|nothing|no|given|available|recorded|possible|applicable|any)|when (?:it|they|there|the|given|known)|if (?:it|they|there|known|given|any)|i\.? ?e\b|that is|meaning|in other words|in (?:minutes|hours|days|seconds|percent|%|euros?|dollars?|pounds?|\p{Sc})|or not)/iu;
const leading =
  /^(?:of|among|amongst|out of|for|in|on|at|during|between|from|since|before|after|within|as for|regarding|considering|looking at|with|without|if|when|while|counting|taking)\b(?!.*\b(?:how|what|which|who|show|list)\b)|(?:里|里面|中|当中|之中|以内|之内|的话)$/i;

const sentenceEnd = /[;；。！!？?\n]+|(?<!\d)\.(?=\s|$)|(?<=\d)\.(?=\s+[A-Z]|$)/;
const sequence =
  /[,，]?\s*\b(?:and\s+)?(?:then|after that|afterwards|finally|lastly)\b[,，]?\s*|[,，]?\s*(?:然后|接着|随后|(?<![日号月年天周度\d])之后|最后(?!\d)|并且?(?=写|总结|生成|给出|列出|计算|比较|做)|再(?=写|总结|生成|给|列|算|计算|比较|做|看))[,，]?\s*/i;
const basis =
  /(?:\b(?:based on|using|from)\s+(?:that|this|these|those|it|them|the\s+(?:results?|figures|numbers|above))\b(?:\s+(?:results?|figures|numbers))?|(?:基于|根据|依据)(?:以上|上述|这些|此)?(?:结果|数据|内容|分析|信息))[,，]?\s*/i;
const starter =
  /^(?:which|what|how|who|when|where|why|show|list|give|write|draft|prepare|make|create|summari[sz]e|find|compare|calculate|compute|tell|translate|send|e-?mail|delete|remove|predict|forecast|explain|search|look|plot|draw|name|哪|什么|多少|怎么|为什么|写|总结|计算|比较|对比|列出|给出|查|翻译|发|删|预测|画|搜|生成|告诉|说明|找|统计|总|按|平均)/i;

const condition =
  /^(?:not counting|leaving out|leaving aside|except|excluding|excluded|without|but not|apart from|other than|ignoring|omitting|not including|not|only|besides|minus|unless|outside|除|不算|不计|不含|不包括|去掉|剔除|排除)\b|^(?:除|不算|不计|不含|不包括|去掉|剔除|排除)/i;

/**
 * Splits a request into clauses: always at the end of a sentence and at "then"; at a comma or "and" only where both sides
 * ask for something of their own, so that "compare north and south" stays one.
 */
export function splitClauses(request: string, look: (text: string) => Piece, isOfTables = true): Clause[] {
  const clauses: Clause[] = [];
  const lines = withoutGreeting(request)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').replace(/^\s*(?:[-*•]|\d{1,2}[.)、])\s+/, ''));
  for (const sentence of joinedTo(lines.join('\n').split(sentenceEnd))) {
    for (const [index, part] of sentence.split(sequence).entries()) {
      const follows = index > 0 && clauses.length > 0 ? 'previous' : 'nothing';
      const after = basis.test(part) ? 'all' : follows;
      // A sentence about documents is searched for as it is.
      const rest = part.replace(basis, ' ');
      const texts = isOfTables ? splitLoosely(rest, look) : [withoutMarks(rest)];
      const found = texts.map(
        (text, position): Clause => (position > 0 ? { text, after: 'nothing', isBeside: true } : { text, after }),
      );
      clauses.push(...found.filter(({ text }) => text !== ''));
    }
  }
  return clauses;
}

const said =
  'ok(?:ay)?|great|good|nice|thanks(?: a lot)?|thank you|cool|perfect|alright|all right|well|hmm|hm|sure|yes|oh|ah|hey|hi|hello|excellent|wonderful|super|got it|i see|fine|好的?|嗯|谢谢|哦|行|不错|明白了|知道了|了解了|你好|您好';
const goesOn = 'and|but|so|now|then|what|how|which|who|when|where|please|can|could|give|show|only|just';
/** "fine" is one where something follows it, not before what it may name: "fine totals by member". */
const greeting = new RegExp(`^\\s*(?:(?:${said})(?:\\s*[,.!，。！、]+\\s*|\\s+(?=(?:${goesOn})\\b)))+(?=\\S)`, 'iu');
/** "OK, and in March?": what only keeps the talk going says nothing. */
const withoutGreeting = (request: string): string => request.replace(greeting, '');

/** "… Skip the empty ones." is a part of the sentence before it. */
function joinedTo(sentences: readonly string[]): string[] {
  const joined: string[] = [];
  for (const sentence of sentences) {
    const before = joined.at(-1);
    const isRemark = narrowing.test(sentence.trim()) || /^\s*[(（][^()（）]{1,60}[)）]\s*$/.test(sentence);
    if (before !== undefined && before.trim() !== '' && isRemark)
      joined[joined.length - 1] = `${before}, ${sentence.trim()}`;
    else joined.push(sentence);
  }
  return joined;
}

function splitLoosely(text: string, look: (text: string) => Piece): string[] {
  const joint = /([,，、](?!\d{3}(?!\d))\s*(?:(?:and|&)\s+)?|\s+(?:and|&)\s+|以及|还有|和|与|(?<!不)及(?![格时以之]))/;
  const parts = text.split(joint);
  const done: string[] = [];
  // "and by product?" goes on with what was asked before.
  let current = withoutMarks(parts[0] ?? '');
  for (let index = 1; index + 1 < parts.length; index += 2) {
    const [by = '', right = ''] = [parts[index], tidy(parts[index + 1] ?? '')];
    if (current === '' || right === '' || !parted(current, right, /[,，]/.test(by), look)) {
      current = current === '' ? right : `${current}${by}${right}`;
      continue;
    }
    done.push(withGrouping(current, parts.slice(index + 1).join(''), /[,，]/.test(by), look));
    // 每个骑手的金额和平均评分: the grouping is of both.
    const each = /^(?:每个?|各个?)[^，,的]{1,6}的/.exec(current)?.[0];
    current = each !== undefined && !/[,，]/.test(by) && !look(right).isGrouped ? `${each}${right}` : right;
  }
  return [...done, withoutMarks(current)];
}

function parted(left: string, right: string, isComma: boolean, look: (text: string) => Piece): boolean {
  const b = look(right);
  if (b.standsApart) return true;
  // ", wettest first" only sorts.
  if (/^\S+(?: \S+)? first$|^(?:from )?(?:\S+est|most|least|high|low|best|worst) to \S+$/i.test(right)) return false;
  const a = look(left);
  // "which …, and how many", "orders over 80, how many are there"; 几单，一共多少钱 are two.
  if (b.asksOnlyHowMuch && (isComma || a.chooses)) return a.asksHowMany && !a.chooses;
  if (narrows(left, right, isComma, a, b)) return false;
  if (b.isFragment && !b.asksTop && !starter.test(right)) return false;
  if (a.isFragment) return false;
  if (starter.test(right)) return true;
  if (a.standsApart && !b.hasMeasure) return false;
  if (!a.hasMeasure || !b.hasMeasure) return isComma || a.hasMeasure || b.hasMeasure;
  return isComma || (a.isGrouped && b.isGrouped) || (a.aggregate ?? b.aggregate) !== (b.aggregate ?? a.aggregate);
}

/** A condition goes with what it narrows, whether it is understood or not; what has a grouping of its own is none. */
function narrows(left: string, right: string, isComma: boolean, a: Piece, b: Piece): boolean {
  const isLoose = (text: string, { hasMeasure, standsApart }: Piece) =>
    !hasMeasure && !standsApart && !starter.test(text) && !/\S\s(?:by|per|for each)\s/i.test(text);
  if (condition.test(right) || narrowing.test(right)) return true;
  return isComma && (subordinate.test(right) || leading.test(left.trim()) || isLoose(right, b) || isLoose(left, a));
}

/** "revenue and profit by region": when the two are parted, the grouping belongs to both. */
function withGrouping(left: string, right: string, isComma: boolean, look: (text: string) => Piece): string {
  const tail = (/\s((?:by|per|for each)\s[^,，]*)$/i.exec(right) ?? /(按[^，,]{1,8})$/.exec(right))?.[1];
  const isOwn = starter.test(right) || isComma || /^(?:its|their|his|her)\b/i.test(right) || /^how many\b/i.test(left);
  return tail && !/\b(?:by|per|each)\b/i.test(left) && look(left).hasMeasure && !isOwn ? `${left} ${tail}` : left;
}

function withoutMarks(text: string): string {
  return withoutEnd(text, /[\s,，、:：]/)
    .replace(/^[\s,，、:：]+/, '')
    .replace(/^please\s+/i, '')
    .trim();
}

function tidy(text: string): string {
  return withoutMarks(text)
    .replace(/^(?:(?:and|also|please)\s+|[并且请])/i, '')
    .trim();
}
