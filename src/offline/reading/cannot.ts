import type { Language } from '../../text/language-of.ts';

/** What rules cannot do, however it is asked. */
export type Inability =
  | 'order'
  | 'translation'
  | 'creative'
  | 'cause'
  | 'forecast'
  | 'live'
  | 'sending'
  | 'deleting'
  | 'chart';

const signs: readonly (readonly [Inability, RegExp])[] = [
  [
    'translation',
    /\btranslat\w*\b|\b(?:into|in)\s+(?:french|german|spanish|chinese|english|japanese|italian)\b|翻译|译成|译为/i,
  ],
  [
    'sending',
    /^(?:(?:please|and|then|can you|could you|now)\s+)*(?:send|e-?mail|mail|post|upload|publish|tweet|notify)\b|\bshare (?:it|this|them) with\b|\b(?:send|e-?mail|mail) (?:it|this|them|the|me|us)\b|发送|发给|发到|发邮件|上传到|通知(?:他|她|大家|所有人)/i,
  ],
  [
    'deleting',
    /\b(?:delete|erase|overwrite|wipe|truncate|drop (?:the )?(?:table|file|database)|remove (?:the|all|this|every)|rename|modify the file)\b|删除|清空|覆盖|删掉/i,
  ],
  [
    'cause',
    /\bwhy\b|\b(?:reason|reasons|because of what)\b|\bcauses? (?:of|for)\b|\bwhat\b(?: \w+){0,2} caused?s?\b|\bthe causes?\b|为什么|为何|原因|怎么会/i,
  ],
  [
    'forecast',
    /\b(?:forecast|predict|prediction|project(?:ed|ion)|next (?:month|year|quarter|week)|will (?:be|it|we|revenue|sales)(?! (?:have to|need|be (?:able|allowed|charged|asked)|get|receive|find|cost))|going to|tomorrow)\b|预测|预计|明年|明天|下个月|下季度|下一年|未来|会是多少/i,
  ],
  [
    'live',
    /\b(?:weather|news|stock price|exchange rate|share price|current (?:time|date|price|president)|right now|what time is it|what is the time|today's)\b|天气|新闻|股价|汇率|现在几点|今天几号/i,
  ],
  [
    'creative',
    /\b(?:poem|story|song|joke|haiku|lyrics|novel|slogan|essay|blog post|tagline|limerick)\b|(?:写|作|编|讲|来|唱)(?:[一个首篇段句则点些]){0,3}(?:关于.{1,12}的)?(?:诗|故事|歌(?!、)|笑话|小说|标语|作文)|^(?:诗|故事|歌|笑话|小说|标语|作文)/i,
  ],
  ['chart', /\b(?:plot|chart|graph|diagram|draw|visuali[sz]e)\b|画图|图表|绘制|折线图|柱状图|饼图|画/i],
];

const reasons: Record<Inability, Record<Language, string>> = {
  translation: { en: 'The offline rules cannot translate.', zh: '离线规则不会翻译。' },
  creative: { en: 'The offline rules write no creative text.', zh: '离线规则不写创意文字。' },
  cause: {
    en: 'The files hold figures, not causes; the offline rules do not guess why.',
    zh: '文件里只有数字，没有原因；离线规则不猜测为什么。',
  },
  forecast: { en: 'The offline rules make no forecasts.', zh: '离线规则不做预测。' },
  live: {
    en: 'The offline rules know no live facts: they read the given files only.',
    zh: '离线规则不知道实时信息，只读取给定的文件。',
  },
  sending: { en: 'The offline rules send nothing anywhere.', zh: '离线规则不发送任何东西。' },
  deleting: {
    en: 'The offline rules change and delete nothing: files are only read.',
    zh: '离线规则只读文件，不修改也不删除。',
  },
  order: {
    en: 'It asks for something to be done; the offline rules only read the files and do nothing else.',
    zh: '这是要求做某件事；离线规则只读文件，不做其他事。',
  },
  chart: { en: 'The offline rules draw no charts; they write tables.', zh: '离线规则不画图，只写表格。' },
};

const doing =
  'e-?mail|mail|send|forward|delete|remove|erase|remind|notify|inform|book|order|pay|buy|sell|cancel|close|reopen|assign|reassign|approve|reject|refund|return|ship|deliver|call|phone|text|message|invite|schedule|update|change|set|edit|modify|move|add|insert|append|replace|rename|raise|increase|decrease|lower|reduce|fix|repair|upload|post|publish|print|export|transfer|invoice|bill|charge|fire|hire|promote|mark|tag|flag|archive|save|submit|register|reserve|ban|block|drop';
const object =
  'all|every|each|everyone|everybody|anyone|the|this|that|these|those|it|them|him|her|me|us|a|an|another|any|some|my|our|your|his|their|new|one|two|three|\\d+';
const politely =
  '(?:please|and|then|also|now|just|kindly|go|can you|could you|would you|will you|i want you to|help me)\\s+';
/** Somebody is told to do something, at the beginning of a clause: whatever its words are in a table. */
const orders: readonly RegExp[] = [
  new RegExp(`^(?:${politely})*(?:${doing})\\s+(?:${object})\\b(?! by\\b)`, 'i'),
  new RegExp(
    `^(?:${politely})*(?:e-?mail|mail|send|forward|pay|call|phone|text|message|remind|invite|assign|transfer)\\b.*\\bto (?:\\p{Lu}|me\\b|him\\b|her\\b|them\\b|us\\b|every|all\\b|the\\b|my\\b|our\\b)`,
    'u',
  ),
  new RegExp(
    `^(?:${politely})*(?:[Ee]-?mail|[Mm]ail|[Cc]all|[Pp]hone|[Tt]ext|[Mm]essage|[Rr]emind|[Pp]ay|[Nn]otify|[Ii]nvite)\\s+\\p{Lu}\\p{Ll}+\\b(?! (?:tickets|orders)\\b)`,
    'u',
  ),
  /^(?:请|帮我|帮忙|麻烦你?|替我|给我|再|然后|并|顺便)*(?:把|将).+(?:发|删|寄|送|取消|改|关闭|退|付|转|清空|标记|移|加)/,
  /^(?:请|帮我|帮忙|麻烦你?|替我|再|然后|并|顺便)*给.{1,8}?(?:发(?![货电现生])|打电话|寄|付款|付钱|转账|转|写信)/,
  /^(?:请|帮我|帮忙|麻烦你?|替我|再|然后|并|顺便)*(?:发送|发邮件|发短信|发消息|发信|发给|发一|删除|删掉|删|清空|提醒|通知|取消(?:所有|全部|这|那)|关闭(?:所有|全部|这|那)|预订一|订一|买一|修改|转账|下一?单给|支付(?:所有|全部|这|那))/,
  /^(?:请|帮我|帮忙|麻烦你?|替我)+(?:取消|关闭|预订|订(?!单)|买|退|改|付|支付(?!方)|下单|发(?![货电现生]))/,
];
/** Whether somebody is told to do something. */
export const isOrder = (clause: string): boolean => orders.some((order) => order.test(clause.trim()));

/** The inability that a clause runs into, if any; a word that the files know is meant as one of theirs. */
export function findInability(clause: string, isKnown: (word: string) => boolean = () => false): Inability | undefined {
  if (isOrder(clause))
    return /^\W*(?:\w+\s+)*?(?:e-?mail|mail|send)\b|发/i.test(clause)
      ? 'sending'
      : /删|清空|\b(?:delete|remove|erase)\b/i.test(clause)
        ? 'deleting'
        : 'order';
  return signs.find(([, sign]) => {
    const found = sign.exec(clause)?.[0];
    return found !== undefined && !isKnown(found);
  })?.[0];
}

/** The inability in words. */
export function inabilityReason(inability: Inability, language: Language): string {
  return reasons[inability][language];
}

/** "How do I delete …?" is no order. */
export const isAsking = (clause: string) =>
  /^(?:how|what|where|when|who|which|do|does|is|are|may|must|should|am)\b|怎么|如何|哪|谁|什么|多少|多久|几|吗/i.test(
    clause,
  );
