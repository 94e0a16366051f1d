import type { Cue } from './cue.ts';
import { noise } from './noise.ts';
import { numbers } from './numbers-and-days.ts';
import { timeWords } from './time-words.ts';
import { hanFiller, hanLightVerbs, lightVerbs } from './verbs/light-verbs.ts';
import { verbs } from './verbs/verbs.ts';

const entries: [string, Cue][] = [];
const add = (meaning: Cue, words: string) => {
  for (const word of words.trim().split(/\s*\|\s*/)) entries.push([word, meaning]);
};

add(
  { kind: 'aggregate', aggregate: 'sum' },
  'total | sum | overall | altogether | in total | together | taken together | combined | in all | 总数 | 总量 | 总 | 总计 | 合计 | 总共 | 一共 | 总和 | 共 | 总的 | 累计 | 总额 | 合起来 | 加起来 | added up | summed up | added together | all told | all in all | adding up | in sum',
);
add({ kind: 'aggregate', aggregate: 'avg' }, 'average | mean | avg | on average | typical | 平均 | 均值 | 平均值');
add(
  { kind: 'rank', direction: 'desc' },
  'highest | most | largest | biggest | greatest | maximum | max | peak | largest to smallest | highest to lowest | high to low | biggest to smallest | most to least | longest to shortest | best to worst | highest first | largest first | biggest first | most first | descending | 最高 | 最多 | 最大 | 最高值 | 最大值 | 从高到低 | 从大到小 | 从多到少 | 降序',
);
add(
  { kind: 'rank', direction: 'asc' },
  'lowest | least | smallest | fewest | minimum | min | smallest to largest | lowest to highest | low to high | smallest to biggest | least to most | fewest to most | shortest to longest | worst to best | lowest first | smallest first | least first | fewest first | ascending | 最低 | 最少 | 最小 | 最低值 | 最小值 | 从低到高 | 从小到大 | 从少到多 | 升序',
);
add({ kind: 'rank', direction: 'desc', judges: true }, 'best | 最好 | 最佳');
add({ kind: 'rank', direction: 'asc', judges: true }, 'worst | 最差 | 最糟');
add(
  { kind: 'range' },
  'range | highest and lowest | lowest and highest | minimum and maximum | min and max | 范围 | 最高和最低',
);
add(
  { kind: 'rank', direction: 'desc', needsMeasure: true },
  'strongest | longest | tallest | heaviest | fastest | deepest | widest | farthest | hottest | 最强 | 最长 | 最重 | 最快',
);
add(
  { kind: 'rank', direction: 'asc', needsMeasure: true },
  'weakest | shortest | lightest | slowest | closest | nearest | coldest | 最弱 | 最短 | 最轻 | 最慢',
);
add(
  { kind: 'common', direction: 'desc' },
  'most common | most frequent | most often | commonest | most frequently | busiest | most popular | most active | most frequently used | 最常见 | 最频繁 | 出现最多 | 最常 | 最受欢迎 | 最热门',
);
add(
  { kind: 'common', direction: 'asc' },
  'least common | least frequent | rarest | least often | least popular | least busy | 最少见 | 最罕见 | 最不受欢迎 | 最冷门',
);
add(
  { kind: 'degree', direction: 'desc', needsMeasure: true },
  'longer | taller | heavier | faster | older | hotter | warmer | later | wider | deeper | further | farther | pricier | dearer | 更长 | 更快',
);
add(
  { kind: 'degree', direction: 'asc', needsMeasure: true },
  'shorter | lighter | slower | younger | colder | cooler | cheaper | earlier | closer | nearer | 更短 | 更慢',
);
add(
  { kind: 'degree', direction: 'desc' },
  'higher | bigger | larger | greater | more | better | stronger | 高 | 多 | 大 | 更高 | 更多 | 更大 | 较高 | 较多 | 好 | 更好',
);
add(
  { kind: 'degree', direction: 'asc' },
  'lower | smaller | fewer | less | worse | weaker | 低 | 少 | 小 | 更低 | 更少 | 更小 | 较低 | 较少 | 更差',
);
add({ kind: 'end', direction: 'asc' }, 'first | earliest | 第一个 | 第一笔 | 第一次 | 最早 | 首个 | 首次 | 第一位');
add(
  { kind: 'end', direction: 'desc' },
  'last | latest | last time | most recent | most recently | recent | 最后一个 | 最后一笔 | 最后一次 | 最晚 | 最近一次 | 最近一笔 | 最新 | 最后',
);
add({ kind: 'end', direction: 'asc', isAge: true }, 'oldest | 最老 | 最旧');
add({ kind: 'end', direction: 'desc', isAge: true }, 'newest | youngest | 最年轻');
add({ kind: 'top', direction: 'desc' }, 'top | 前 | 排名前 | 排前');
add({ kind: 'top', direction: 'asc' }, 'bottom | 后 | 倒数 | 最后的');
add(
  { kind: 'change', direction: 'asc' },
  'drop | dropped | fell | fall | decline | declined | decrease | decreased | shrank | shrink | lost | went down | go down | 下降 | 下跌 | 减少 | 下滑 | 跌',
);
add(
  { kind: 'change', direction: 'desc' },
  'grew | grow | grown | rise | rose | risen | increase | increased | gained | went up | go up | 增长 | 上升 | 增加 | 上涨',
);
add(
  { kind: 'change', direction: undefined },
  'rise or fall | fall or rise | rise or drop | rise or decline | go up or down | up or down | went up or down | increase or decrease | increased or decreased | grow or shrink | grow or fall | better or worse | 上升还是下降 | 增加还是减少 | 涨还是跌 | 升还是降 | 是升是降 | 增长还是下降 | growth | develop | developed | evolve | evolved | change | changed | development | growth rate | 增长率 | 增速 | 变化 | 环比 | 变动',
);
add(
  { kind: 'over-time' },
  'over time | over the time | trend | across time | through time | over the months | over the years | over the year | 趋势 | 走势 | 随时间 | 随时间的变化 | 变化趋势',
);
add(
  { kind: 'operator', op: '>' },
  'over | above | more than | greater than | higher than | bigger than | larger than | exceeding | exceed | exceeds | exceeded | > | 大于 | 超过 | 高于 | 多于 | 高过 | 超出',
);
add(
  { kind: 'operator', op: '>=' },
  'at least | >= | no less than | not less than | minimum of | 至少 | 不低于 | 不少于 | 不小于 | 大于等于 | 达到',
);
add(
  { kind: 'operator', op: '<' },
  'under | below | less than | fewer than | lower than | smaller than | < | 小于 | 低于 | 少于 | 不到 | 不足 | 没到 | 没有到 | 未达到 | 未达 | 没达到 | 达不到 | 未满 | 不满',
);
add(
  { kind: 'operator', op: '<=' },
  'at most | <= | no more than | not more than | up to | maximum of | 至多 | 不超过 | 最多为 | 不高于 | 不大于 | 不多于 | 小于等于',
);
add({ kind: 'operator', op: '=' }, '= | equal to | equals | exactly | 等于 | 恰好 | 正好');
add({ kind: 'operator', op: '!=' }, '!= | <> | not equal to | 不等于');
add(
  { kind: 'after-number', op: '>=' },
  'or more | or longer | or later | or higher | or above | or over | and above | and over | or older | 及以上 | 或以上',
);
add({ kind: 'after-number', op: '>' }, '以上');
add(
  { kind: 'after-number', op: '<=' },
  'or less | or fewer | or lower | or below | or under | or younger | 及以下 | 或以下',
);
add({ kind: 'after-number', op: '<' }, '以下');
add(
  { kind: 'which' },
  'which | what | 哪一 | 哪个 | 哪一个 | 哪些 | 哪种 | 哪家 | 哪位 | 哪 | 哪几个 | 哪几位 | 哪几种 | 哪几家 | 哪几名 | 哪几款 | 哪几类 | 哪几单 | 哪几笔 | 哪几次 | 哪几天 | 哪几门 | 哪几部 | 哪几场 | 哪几台 | 哪几条 | 哪门 | 哪只 | 哪张 | 哪一种 | 哪一家 | 哪款 | 哪类 | 哪名 | 哪部 | 哪本 | 哪首 | 哪件 | 哪台 | 哪项 | 哪单 | 哪笔 | 哪场 | 哪座 | 哪条 | 哪次 | 哪间 | 哪辆 | 哪所 | 哪支',
);
add({ kind: 'by' }, 'by | grouped by | group by | split by | broken down by | according to | 按 | 按照 | 分 | 依');
add({ kind: 'per' }, 'per | 每 | 每个 | 每家 | 每种 | 每位 | 每名 | 每一');
add(
  { kind: 'each' },
  'each | every | for each | for every | across | across all | 各 | 各个 | 各种 | 各家 | 各类 | 不同',
);
add(
  { kind: 'count' },
  'how many | number of | count | count of | count the | numbers of | the number of | how often | how many times | number of times | 个数 | 次数 | 数量 | 几 | 有几',
);
for (const ask of ['多少', '有多少', '几', '有几', '共有多少', '一共有多少', '总共有多少'])
  for (const measure of '个 种 家 位 名 件 次 款 类 笔 单 项 台 只 张 门 座 本 篇 场 辆 部 支 所 份 户 批 节 窝 头 棵 株 首 期 起 组 班 轮 趟 层 间 套 把 块 幅 枚 册 瓶 箱 袋 桌'.split(
    ' ',
  ))
    add({ kind: 'count' }, `${ask}${measure}`);
add(
  { kind: 'rows' },
  'row | record | entry | line | data point | observation | thing | case | instance | occasion | ones | 那一次 | 那次 | 那一单 | 那单 | 那一笔 | 那笔 | 那一条 | 那条 | 行 | 条记录 | 记录 | 多少行 | 几行 | 多少条 | 几条 | 行数 | 条数 | 条 | 一次 | 一笔 | 一单 | 一条',
);
add(
  { kind: 'compare' },
  'compare | compared | comparing | comparison | versus | vs | against | difference | differ | compared to | compared with | 比较 | 对比 | 相比 | 比 | 差 | 差别 | 差异 | 差距 | 差额 | 差多少 | 相差 | 相差多少',
);
add(
  { kind: 'share' },
  'share | per cent of | per cent | percentage | proportion | percent | fraction | what part | % | what percent | 占比 | 比例 | 份额 | 占 | 百分之多少 | 百分之几 | 百分比 | 比重',
);
add(
  { kind: 'not' },
  'nobody | nobody has | no one | noone | no one has | none | none of | 一件都没 | 一件都没有 | 一个都没 | 一个都没有 | 一次都没 | 一次都没有 | 从没 | 从未 | except | excluding | exclude | without | except for | other than | apart from | besides | not | non | no | not in | not from | un | neither | 除了 | 除去 | 除 | 不含 | 不包括 | 不是 | 非 | 没有 | 没 | 未 | 不 | 排除 | not counting | leaving out | leaving aside | not including | without counting | ignoring | omitting | but not | minus the | 不算 | 不计 | 去掉 | 剔除 | 不包含',
);
add({ kind: 'when' }, 'when | at what time | 什么时候 | 何时 | 什么时间');
add({ kind: 'where' }, 'where | in which place | 哪里 | 在哪 | 什么地方 | 哪儿');
add({ kind: 'who' }, 'who | whom | 谁');
add(
  { kind: 'list' },
  'list | show | display | print | name all | which are | give me a list of | list of | 列出 | 显示 | 列一下 | 有哪些 | 都有哪些 | 名单 | 清单 | 列表',
);
add(
  { kind: 'origin' },
  'departed | departing | departed from | departing from | left | left from | leaving | leaving from | 出发',
);
add(
  { kind: 'target' },
  'arrived | arrived in | arrived at | arriving in | arriving at | bound for | 到达 | 飞往 | 前往 | 去往 | 飞到',
);
add({ kind: 'between' }, 'between | 介于');
add({ kind: 'and' }, 'and | & | as well as | plus | together with | 和 | 与 | 及 | 以及 | 跟 | 还有 | 、');
add({ kind: 'or' }, 'or | nor | either | 或 | 或者 | 还是');
add({ kind: 'from' }, 'from | out of | 从 | 自');
add({ kind: 'to' }, 'to | into | until | till | through | - | – | 到 | 至');
add(
  { kind: 'in' },
  'caused by | due to | because of | in | on | at | during | for | within | inside | among | 在 | 里 | 中 | 于 | 内 | 期间 | 里面 | 当中',
);
add({ kind: 'of' }, 'of | 的');
add({ kind: 'with' }, 'with | having | 有 | whose | that | which have | where the | when the | if | 带 | 且 | 并且');
add({ kind: 'than' }, 'than');
add(
  { kind: 'each-row' },
  'per row | per record | per entry | each time | per time | 每单 | 每笔 | 每条 | 每次 | 每一笔 | 每一单',
);
add(
  { kind: 'is' },
  'is | are | was | were | be | been | being | has | have | had | did | do | does | come | came | comes | come from | came from | comes from | make up | made up | 是 | 为 | 来自 | 属于',
);
add(
  { kind: 'how-much' },
  'money | 钱 | how much | how high | how low | how large | how big | 多少 | 是多少 | 有多少 | 多少钱 | 多高 | 多大',
);
add(
  { kind: 'how-long' },
  'how long | how far | how late | how heavy | how fast | how deep | how wide | 多久 | 多长 | 多远 | 多重 | 多快',
);
add(
  { kind: 'somebody' },
  'people | person | anybody | anyone | everybody | everyone | somebody | someone | folks | one | they',
);
add({ kind: 'times' }, 'times | multiplied by | × | 乘以 | 乘');
add({ kind: 'amount-noun' }, 'value | level | reading | amount | figure | quantity | volume | time');
add({ kind: 'known' }, 'whereknown');
add({ kind: 'distinct' }, 'different | distinct | unique | various | 不同的 | 不重复的 | 不一样的');
add({ kind: 'missing' }, 'missing | empty | blank | lack | lacking | 缺失 | 为空 | 空');
add({ kind: 'mean-over' }, '均');
add(
  { kind: 'follow' },
  'what about | how about | and what about | and how about | instead | now | only | just | same for | the same for | and for | and in | also | too | as well | again | 那 | 那么 | 呢 | 只看 | 只要 | 仅 | 只 | 换成 | 改成 | 再看 | 也 | 同样',
);
add(
  { kind: 'of-those' },
  'of those | of these | of them | among those | among these | among them | out of those | out of these | out of them | 其中 | was that | is that | that day | that week | that month | that quarter | that year | 那天 | 那周 | 那个月 | 那一天 | 那一年 | 那年 | 当天 | 当月 | 当年',
);
add(
  { kind: 'its' },
  'its | their | his | her | it | them | they | that one | this one | those | these | 它 | 它的 | 他的 | 她的 | 他们的 | 这些 | 那些 | 其 | 他们 | 它们 | 他 | 她 | 这个 | 那个 | 该',
);
add(
  { kind: 'one' },
  'which one | which ones | which of them | which of these | which of those | the one | one of them | who of them | 哪个 | 哪一个 | 哪些',
);
add(
  { kind: 'there' },
  'is there | are there | was there | were there | are there any | is there any | there are | there is | do we have any | have any | 有没有 | 是否有',
);
add(
  { kind: 'unit' },
  'degree | celsius | ms | millisecond | 毫秒 | sqm | square metre | square meter | square foot | square feet | sqft | twh | 平米 | 平方米 | 平方 | mm | cm | km | kg | g | m | dollar | euro | pound | usd | eur | yuan | rmb | percent | % | $ | € | £ | ¥ | point | hour | minute | second | mins | min | hrs | hr | secs | sec | litre | liter | l | ml | gram | kilo | kilogram | mile | metre | meter | kilometre | kilometer | cent | percent | year old | mwh | gwh | kwh | hpa | km h | kmh | day | piece | 元 | 块 | 块钱 | 度 | 岁 | 毫米 | 厘米 | 公里 | 公斤 | 千克 | 克 | 米 | 美元 | 欧元 | 分 | 件 | 个 | 天 | 分钟 | 小时 | 秒 | 毫升 | 升 | 吨 | 斤 | 个小时 | 亩',
);
for (const [meaning, words] of timeWords) add(meaning, words);
for (const [value, words] of numbers.entries()) add({ kind: 'number', value }, words);
for (const [concept, words] of Object.entries(verbs)) add({ kind: 'verb', concept }, words);
add(
  { kind: 'cannot' },
  'median | mode | variance | deviation | standard deviation | correlation | correlate | percentile | quartile | outlier | rank | running total | cumulative | hour | hourly | minute | o clock | 中位数 | 方差 | 标准差 | 相关性 | 小时 | 累积 | 排第几 | 同比',
);
add({ kind: 'noise' }, noise);
for (const word of [...lightVerbs, ...hanLightVerbs, ...hanFiller]) add({ kind: 'noise' }, word);

/** Every word with a meaning of its own, by itself, in English and Chinese. */
export const cues: readonly (readonly [string, Cue])[] = entries;
