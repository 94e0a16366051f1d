import { has, is, keys, mean, no, num, type Question, q, type Row, ranked, rowsOf, shown, sum } from './raw.ts';

const rows: Row[] = rowsOf('门店.csv').map((row) => {
  const [, year = '', month = '', day = ''] = /(\d+)年(\d+)月(\d+)日/.exec(row.日期 ?? '') ?? [];
  return {
    ...row,
    day: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    month: `${year}-${month.padStart(2, '0')}`,
    year,
  };
});
const sales = num('销量');
const money = (row: Row) => sales(row) * num('单价')(row);
const sold = (group: readonly Row[]) => sum(group, sales);
const revenue = (group: readonly Row[]) => sum(group, money);
const at = <T>(list: readonly T[], index: number): T => list.at(index) as T; // each list here has that many
const stores = ranked(rows, '门店', revenue);
const goods = ranked(rows, '商品', sold);
const months = ranked(rows, 'month', revenue);
const north = rows.filter(is('门店', '北门店'));

/** A table in Chinese, asked about in Chinese and in English. */
export const chinese: readonly Question[] = [
  has('各门店的销售额', ...stores.flat()),
  q('哪个门店销售额最高？', ...at(stores, 0)),
  q('哪种商品卖得最好', ...at(goods, 0)),
  q('销量最低的商品是什么', ...at(goods, -1)),
  { ask: '销量前3名的商品', says: goods.slice(0, 3).flat(), not: [at(goods, 3)[0]] },
  q('总销量', sold(rows)),
  q('苹果卖了多少', sold(rows.filter(is('商品', '苹果')))),
  q('一共有多少条记录', rows.length),
  q('有几家门店', 4),
  has('有哪些商品？', ...keys(rows, '商品')),
  has('各品类的平均满意度', ...ranked(rows, '品类', (g) => mean(g, num('满意度'))).flat()),
  has('满意度按门店', ...ranked(rows, '门店', (g) => mean(g, num('满意度'))).flat()),
  has('按月统计销售额', ...months.flat()),
  q('哪个月销售额最高', ...at(months, 0)),
  q('2025年1月的销售额', revenue(rows.filter(is('month', '2025-01')))),
  q('雨天的总销量', sold(rows.filter(is('天气', '雨')))),
  q('北门店牛奶的销量', sold(north.filter(is('商品', '牛奶')))),
  q('单价最高的商品是哪个', '牛奶', 12.8),
  q('销量大于60的记录有多少条', rows.filter((r) => sales(r) > 60).length),
  q('北门店的销售额占总销售额的百分之多少', `${shown((100 * revenue(north)) / revenue(rows))}%`),
  has(
    '除了水果以外各品类的销量',
    ...ranked(
      rows.filter((r) => r.品类 !== '水果'),
      '品类',
      sold,
    ).flat(),
  ),
  q(
    '东门店和西门店比，哪个销售额高',
    revenue(rows.filter(is('门店', '东门店'))),
    revenue(rows.filter(is('门店', '西门店'))),
  ),
  q('2025年3月以后的销量', sold(rows.filter((r) => (r.month ?? '') > '2025-03'))),
  has(['各门店的销量', '按商品呢？'], ...goods.flat()),
  q(['东门店的销售额', '那北门店呢'], revenue(north)),
  has(['各商品的销售额', '只看2025年'], ...ranked(rows.filter(is('year', '2025')), '商品', revenue).flat()),
  q(['各门店的销售额', '哪个最低'], ...at(stores, -1)),
  has(
    '哪个门店销售额最高，然后列出它每月的销量',
    ...ranked(rows.filter(is('门店', at(stores, 0)[0])), 'month', sold).flat(),
  ),
  no('各门店的利润', '利润'),
  no('会员的销量', '会员'),
  no('为什么北门店销量低', '原因'),
  no('各门店上个月的销量', '上个月'),
  no('下个月销量会是多少', '预测'),
  no('客流量最高的门店', '客流量'),
  no('上海的销量', '上海'),
  has('sales by store', ...stores.flat()),
  q('which product has the highest sales volume', ...at(goods, 0)),
];
