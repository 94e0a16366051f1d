/** Names for one idea; a column with one of these names is found under all of them. */
export const concepts: Readonly<Record<string, readonly string[]>> = {
  revenue: [
    'revenue',
    'sales',
    'turnover',
    'sales revenue',
    'sales amount',
    '销售额',
    '收入',
    '营收',
    '营业额',
    '销售收入',
    '销售金额',
  ],
  units: [
    'units',
    'quantity',
    'qty',
    'units sold',
    'sales volume',
    'volume',
    '销量',
    '数量',
    '件数',
    '销售量',
    '销售数量',
  ],
  price: ['unit price', 'price', '单价', '价格', '售价'],
  cost: ['cost', '成本'],
  profit: ['profit', '利润'],
  amount: ['amount', '金额'],
  region: ['region', 'area', 'territory', '地区', '区域', '大区'],
  product: ['product', 'item', '产品', '商品'],
  category: ['category', '类别', '品类'],
  customer: ['customer', 'client', '客户', '顾客'],
  city: ['city', '城市'],
  country: ['country', '国家'],
  department: ['department', '部门'],
  date: ['date', 'day', '日期'],
};

/** Names for one value. */
export const valueNames: readonly (readonly string[])[] = [
  ['north', '北部', '北区', '北方'],
  ['south', '南部', '南区', '南方'],
  ['east', '东部', '东区', '东方'],
  ['west', '西部', '西区', '西方'],
];

/** A word that shapes a question about a table. */
export type Cue =
  | { readonly kind: 'aggregate'; readonly aggregate: 'sum' | 'avg' }
  | { readonly kind: 'rank'; readonly direction: 'asc' | 'desc' }
  | { readonly kind: 'change'; readonly direction: 'asc' | 'desc' | undefined }
  | { readonly kind: 'period'; readonly period: 'month' | 'quarter' | 'year' }
  | { readonly kind: 'operator'; readonly op: '>' | '>=' | '<' | '<=' }
  | {
      readonly kind:
        | 'which'
        | 'by'
        | 'per'
        | 'each'
        | 'count'
        | 'rows'
        | 'compare'
        | 'share'
        | 'except'
        | 'sold'
        | 'relative'
        | 'filler';
    };

const words = (text: string) => text.trim().split(/\s*\|\s*/);
const cue = (text: string, meaning: Cue): [string, Cue][] => words(text).map((word) => [word, meaning]);

/** Every cue by its word, in English and Chinese. */
export const cues: ReadonlyMap<string, Cue> = new Map([
  ...cue('total | sum | overall | altogether | in total | 总 | 总计 | 合计 | 总共 | 一共 | 总和', {
    kind: 'aggregate',
    aggregate: 'sum',
  }),
  ...cue('average | mean | avg | on average | 平均 | 均值 | 平均值', { kind: 'aggregate', aggregate: 'avg' }),
  ...cue(
    'highest | most | largest | biggest | best | greatest | maximum | max | strongest | top | 最高 | 最多 | 最大 | 最好',
    { kind: 'rank', direction: 'desc' },
  ),
  ...cue('lowest | least | smallest | worst | fewest | minimum | min | weakest | 最低 | 最少 | 最小 | 最差', {
    kind: 'rank',
    direction: 'asc',
  }),
  ...cue(
    'drop | dropped | drops | fell | fall | falls | decline | declined | declines | decrease | decreased | shrank | lost | went down | 下降 | 下跌 | 减少 | 下滑 | 跌',
    { kind: 'change', direction: 'asc' },
  ),
  ...cue(
    'grew | grow | grows | rise | rose | rises | increase | increased | increases | gained | went up | 增长 | 上升 | 增加 | 上涨',
    { kind: 'change', direction: 'desc' },
  ),
  ...cue(
    'growth | develop | developed | evolve | evolved | change | changed | changes | trend | development | growth rate | 增长率 | 增速 | 变化 | 趋势 | 走势 | 环比',
    { kind: 'change', direction: undefined },
  ),
  ...cue('month | months | monthly | 月 | 月度 | 月份 | 个月', { kind: 'period', period: 'month' }),
  ...cue('quarter | quarters | quarterly | 季 | 季度', { kind: 'period', period: 'quarter' }),
  ...cue('year | years | yearly | annual | annually | 年 | 年度 | 年份', { kind: 'period', period: 'year' }),
  ...cue('over | above | more than | greater than | exceeding | > | 大于 | 超过 | 高于', { kind: 'operator', op: '>' }),
  ...cue('at least | >= | 至少 | 不低于', { kind: 'operator', op: '>=' }),
  ...cue('under | below | less than | fewer than | < | 小于 | 低于 | 少于', { kind: 'operator', op: '<' }),
  ...cue('at most | <= | 至多 | 不超过', { kind: 'operator', op: '<=' }),
  ...cue('which | who | 哪个 | 哪一个 | 哪些 | 哪种 | 哪', { kind: 'which' }),
  ...cue('by | grouped by | split by | broken down by | 按 | 按照 | 分', { kind: 'by' }),
  ...cue('per | 每', { kind: 'per' }),
  ...cue('each | every | for each | for every | 各 | 各个 | 每个 | 每种', { kind: 'each' }),
  ...cue('how many | number of | count | count of | count the | 多少个 | 几个 | 多少种 | 几种 | 个数', {
    kind: 'count',
  }),
  ...cue(
    'row | rows | record | records | line | lines | entry | entries | 行 | 条记录 | 记录 | 多少行 | 几行 | 多少条',
    { kind: 'rows' },
  ),
  ...cue('compare | compared | comparison | versus | vs | vs. | against | difference | 比较 | 对比 | 相比', {
    kind: 'compare',
  }),
  ...cue('share | percentage | proportion | percent | 占比 | 比例 | 份额', { kind: 'share' }),
  ...cue('except | excluding | without | except for | other than | 除了 | 除去 | 不含 | 不包括', { kind: 'except' }),
  ...cue('sold | sell | sells | selling | best-selling | bestselling | 卖 | 卖得 | 卖出 | 畅销', { kind: 'sold' }),
  ...cue(
    'today | yesterday | tomorrow | last month | this month | last year | this year | last quarter | this quarter | last week | this week | 今天 | 昨天 | 上月 | 上个月 | 本月 | 这个月 | 去年 | 今年 | 上季度 | 本季度',
    { kind: 'relative' },
  ),
  ...cue(
    `a | an | the | of | in | on | at | for | from | to | and | or | with | within | between | during | is | are | was | were | be | been | has | have | had | did | do
    | does | what | what's | how | how much | much | where | whose | when | me | my | us | our | we | i | you | show | give
    | list | get | tell | find | display | calculate | compute | work out | please | can you | could you | would you | i want | i need | want | need | also | as well | as
    | all | figure | figures | value | values | number | numbers | data | table | file | breakdown | ranking | rank | ranked | sort | sorted | order | ordered | report on
    | only | just | measure | out | came | come | over time | time | then | broken | down | across | different | unique | distinct | there are | are there | is there | there is | until | till | through | exist | analyze | analyse | look like
    | 的 | 是 | 了 | 在 | 中 | 里 | 请 | 我 | 给 | 给我 | 我要 | 我想 | 想知道 | 看 | 看看 | 一下 | 统计 | 计算 | 求 | 算 | 算出 | 列出 | 显示 | 给出 | 告诉我 | 查看 | 分析 | 汇总 | 多少 | 是多少 | 有多少 | 有
    | 和 | 与 | 及 | 以及 | 跟 | 还有 | 并 | 从 | 到 | 至 | 为 | 于 | 得 | 地 | 数据 | 表 | 文件 | 情况 | 排名 | 排序 | 分别 | 所有 | 全部 | 个 | 种 | 最 | 都 | 也 | 指标 | 分组 | 划分 | 幅度 | 数 | 值 | 什么 | 之间 | 期间 | 份 | 吗 | 呢 | 一个 | 名 | 出`,
    { kind: 'filler' },
  ),
]);
