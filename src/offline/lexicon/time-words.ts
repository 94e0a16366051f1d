import type { Cue } from './cue.ts';
import { weekdays } from './numbers-and-days.ts';

const entries: [Cue, string][] = [];
const add = (meaning: Cue, words: string) => {
  entries.push([meaning, words]);
};

add({ kind: 'part', part: 'day' }, 'day | daily | date | calendar day | 天 | 日 | 每日 | 日期');
add({ kind: 'part', part: 'week' }, 'week | weekly | 周 | 星期 | 每周');
add({ kind: 'part', part: 'month' }, 'month | monthly | 月 | 月度 | 月份 | 个月');
add({ kind: 'part', part: 'quarter' }, 'quarter | quarterly | 季 | 季度');
add({ kind: 'part', part: 'year' }, 'year | yearly | annual | annually | 年 | 年度 | 年份');
add({ kind: 'part', part: 'weekday' }, 'weekday | day of the week | day of week | 星期几 | 周几 | 礼拜几');
add({ kind: 'since', op: '>=' }, 'since | starting | from | as of | beginning | 从 | 自');
add({ kind: 'since', op: '>' }, 'after | later than | 晚于');
add({ kind: 'since', op: '<' }, 'before | earlier than | prior to | 早于');
add({ kind: 'since', op: '<=' }, 'until | till | through | up to | by the end of');
add({ kind: 'since-behind', op: '>=' }, '以来 | 起 | 开始 | 及以后 | 及之后 | onwards | onward');
add({ kind: 'since-behind', op: '>' }, '以后 | 之后');
add({ kind: 'since-behind', op: '<' }, '以前 | 之前');
add({ kind: 'since-behind', op: '<=' }, '为止 | 及以前 | 及之前 | or earlier');
add(
  { kind: 'relative' },
  'today | yesterday | tomorrow | last month | this month | last year | this year | last quarter | this quarter | last week | this week | past month | past year | past week | next month | recently | current month | current year | previous month | previous year | 今天 | 昨天 | 明天 | 上月 | 上个月 | 本月 | 这个月 | 去年 | 今年 | 前年 | 上季度 | 本季度 | 上周 | 本周 | 最近',
);
add(
  { kind: 'workdays' },
  'on weekdays | on workdays | on working days | during the week | workday | working day | 工作日',
);
add({ kind: 'weekend' }, 'weekend | at the weekend | on the weekend | 周末');
for (const [day, words] of Object.entries(weekdays)) add({ kind: 'weekday-name', day }, words);

/** Words that speak of time. */
export const timeWords: readonly (readonly [Cue, string])[] = entries;
