import type { Language } from '../../text/language-of.ts';

/** What rules cannot do, however it is asked. */
export type Inability = 'translation' | 'creative' | 'cause' | 'forecast' | 'live' | 'sending' | 'deleting' | 'chart';

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
  ['cause', /\bwhy\b|\b(?:cause|causes|caused|reason|reasons|because of what)\b|为什么|为何|原因|怎么会/i],
  [
    'forecast',
    /\b(?:forecast|predict|prediction|project(?:ed|ion)|next (?:month|year|quarter|week)|will (?:be|it|we|revenue|sales)|going to|tomorrow)\b|预测|预计|明年|明天|下个月|下季度|下一年|未来|会是多少/i,
  ],
  [
    'live',
    /\b(?:weather|news|stock price|exchange rate|share price|current (?:time|date|price|president)|right now|what time|today's)\b|天气|新闻|股价|汇率|现在几点|今天几号/i,
  ],
  [
    'creative',
    /\b(?:poem|story|song|joke|haiku|lyrics|novel|slogan|essay|blog post|tagline|limerick)\b|诗|故事|歌|笑话|小说|标语|作文/i,
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
  chart: { en: 'The offline rules draw no charts; they write tables.', zh: '离线规则不画图，只写表格。' },
};

/** The inability that a clause runs into, if any; a word that the files know is meant as one of theirs. */
export function findInability(clause: string, isKnown: (word: string) => boolean = () => false): Inability | undefined {
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
