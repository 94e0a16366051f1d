import type { Message } from 'troupe';
import type { Order } from './small-tables.ts';

/** What is asked, and nothing of what the answer should be. */
export interface Request {
  readonly id: string;
  readonly kind: string;
  /** The conversation so far, the question last. */
  readonly messages: readonly Message[];
  /** What the user says when they are asked back. */
  readonly reply?: string;
}

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });
const ask = (id: string, kind: string, ...said: readonly (string | Message)[]): Request => ({
  id,
  kind,
  messages: said.map((each) => (typeof each === 'string' ? user(each) : each)),
});

/** Twenty requests about three tables and ten notes, from a plain question to a report. */
export const smallRequests = (orders: readonly Order[]): readonly Request[] => [
  ask('q01', 'plain question', 'What is the difference between gross margin and markup? Two sentences, please.'),
  ask('q02', 'plain question', '请用一句话解释什么是安全库存。'),
  ask('q03', 'lookup', 'What was our total revenue in 2024?'),
  ask('q04', 'lookup', '哪家承运商的运费总额最高？是多少？（全部发货记录）'),
  ask('q05', 'lookup', 'How many orders has Mercer Bank placed in all, and when was the last one?'),
  ask('q06', 'lookup', '去深圳出差，住宿每晚最多能报多少？展会期间经同意后最多多少？'),
  ask(
    'q07',
    'lookup and computation',
    'What was our gross margin in the fourth quarter of 2024, in percent of revenue with one decimal?',
  ),
  ask(
    'q08',
    'follow-up',
    'What was our revenue by region in 2024?',
    assistant(`Revenue by region in 2024:\n\n${revenueTable(orders)}`),
    'And the same for the first quarter of 2024 only, highest first?',
  ),
  ask(
    'q09',
    'follow-up',
    '2024 年发出的货里，NorPost 的迟到率是多少？',
    assistant(
      '我先确认一下口径：按《delivery-policy.md》，到货日晚于承诺日即为迟到，未到货的不计入。是否按发货日期落在 2024 年来算？',
    ),
    '对。那就把 NorPost 和 SwiftLine 都算出来，迟到率保留一位小数，并说明两者相差几个百分点。',
  ),
  ask(
    'q10',
    'policy and table',
    'Which products are critical in the Ghent warehouse by our stock policy, and how many units of each do we have to order?',
  ),
  ask(
    'q11',
    'policy and table',
    'How much credit does SwiftLine owe us under its contract for the deliveries promised in January 2025? Name the deliveries.',
  ),
  ask(
    'q12',
    'policy and table',
    '按《仓库管理办法》，截至今天 Porto 仓库有哪些货品盘点超期？每种货品距上次盘点已经多少天？',
  ),
  ask(
    'q13',
    'report',
    'Write a short management report on the deliveries shipped in 2024: how many, what they cost, the share of late ones by carrier and by quarter (in percent, one decimal), and three recommendations that cite figures.',
  ),
  ask(
    'q14',
    'report',
    '请写一份 2024 年销售管理报告：各地区的收入和毛利率（百分比，一位小数）、收入最高和最低的产品、各季度收入走势，并给出三条引用数字的建议。',
  ),
  {
    ...ask('q15', 'unclear', 'How did we do compared with last time?'),
    reply: 'I mean our revenue in February 2025 against February 2024: both figures and the change in percent.',
  },
  ask('q16', 'impossible', '2024 年各地区的客户满意度评分分别是多少？'),
  ask(
    'q17',
    'comparison',
    'On which weekday did we get the most orders in 2024, and what share of the orders of 2024 is that? How large is the share of Saturday and Sunday together? In percent, one decimal.',
  ),
  ask('q18', 'comparison', '各承运商从发货到实际到货平均需要几天（只算已到货的，保留两位小数）？哪家最快？'),
  ask(
    'q19',
    'comparison',
    'What does a kilogram cost with each carrier (all cost divided by all weight, three decimals), and how much more does the dearest one take than the cheapest, in percent?',
  ),
  ask(
    'q20',
    'comparison',
    'Compare our revenue in the 14 days before 24 December 2024 (10 to 23 December) with the 14 days from then on (24 December to 6 January): both sums, and the share of each in the total of the 28 days, in percent with one decimal.',
  ),
];

function revenueTable(orders: readonly Order[]): string {
  const cents = new Map<string, number>();
  for (const { order_date, region, revenue } of orders) {
    if (order_date.startsWith('2024')) cents.set(region, (cents.get(region) ?? 0) + Math.round(revenue * 100));
  }
  const rows = [...cents]
    .sort((a, b) => b[1] - a[1])
    .map(([region, sum]) => `| ${region} | ${(sum / 100).toFixed(2)} |`);
  return ['| region | revenue |', '|---|---|', ...rows].join('\n');
}
