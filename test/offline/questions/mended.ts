import { has, is, mean, no, num, type Question, q, type Row, ranked, rowsOf, shown, sum, textOf } from './raw.ts';

const [head = '', ...lines] = textOf('air.csv').trim().split(/\r?\n/);
const measured = lines.map((line): Row => {
  const cells = line.split(';');
  return Object.fromEntries(head.split(';').map((name, at) => [name, cells[at] ?? '']));
});
const monthOf = (row: Row) => (row.measured ?? '').split('.')[1] ?? '';
const isWeekend = (row: Row) => {
  const [day, month, year] = (row.measured ?? '').split('.').map(Number);
  return [0, 6].includes(new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day)).getUTCDay());
};
const noise = ranked(measured, 'station', (g) => mean(g, num('noise_db')));
const oldTown = (month: string) => measured.filter((r) => r.station === 'Old Town' && monthOf(r) === month);

/** Levels are averaged, units at the end of a name are not needed, and what is not understood refuses the whole clause. */
export const air: readonly Question[] = [
  has('Which station is the quietest on average?', ...(noise.at(-1) ?? [])),
  has('station with the lowest average noise', ...(noise.at(-1) ?? [])),
  { ask: 'mean no2 per week at the Harbour', has: [26.9, 33.4], not: [233.8] },
  q(
    'vehicles on weekends, not counting the Park',
    sum(
      measured.filter((r) => isWeekend(r) && r.station !== 'Park'),
      num('vehicles'),
    ),
  ),
  q(
    'How often did the alarm go off at the Ring Road?',
    measured.filter((r) => r.station === 'Ring Road' && r.alarm === 'yes').length,
  ),
  q(
    'did pm25 in the Old Town rise or fall from October to November?',
    mean(oldTown('10'), num('pm25')),
    mean(oldTown('11'), num('pm25')),
  ),
  no('busiest station', 'busiest'),
  no('outside the Park, how many vehicles', 'outside'),
];

interface Repair {
  readonly machine: string;
  readonly fault: string;
  readonly downtime_h: number;
  readonly parts_cost: number;
}
const repaired = textOf('repairs.jsonl')
  .trim()
  .split('\n')
  .map((line): Row => {
    const { machine, fault, downtime_h: hours, parts_cost: cost } = JSON.parse(line) as Repair; // the file of this test
    return { machine, fault, hours: String(hours), cost: String(cost) };
  });
const [worst] = ranked(repaired, 'machine', (g) => g.length);
const downtime = ranked(repaired, 'machine', (g) => sum(g, num('hours')));

export const repairs: readonly Question[] = [
  q(
    'what share of the downtime is caused by leaks?',
    `${shown((100 * sum(repaired.filter(is('fault', 'leak')), num('hours'))) / sum(repaired, num('hours')))}%`,
  ),
  has('total downtime by machine, longest to shortest', ...downtime.flat()),
  has('hours of downtime by machine', ...downtime.flat()),
  has(
    'which machine broke down most frequently, and how much did its parts cost?',
    ...(worst ?? []),
    sum(repaired.filter(is('machine', worst?.[0] ?? '')), num('cost')),
  ),
  q('how much do we spend on the Mill', sum(repaired.filter(is('machine', 'Mill')), num('cost'))),
  no('fix the Mill', 'done'),
  no('pay Kofi', 'done'),
  no('Close all open repairs', 'done'),
  no('what caused the most downtime?', 'causes'),
];

const stays = rowsOf('reservations.csv');
const paid = (row: Row) => Number(row.nights) * Number(row.rate_per_night);
const byCountry = <T>(of: (group: readonly Row[]) => T & number) => ranked(stays, 'country', of).flat();

export const reservations: readonly Question[] = [
  has('which room type brings in the most money?', ...(ranked(stays, 'room_type', (g) => sum(g, paid))[0] ?? [])),
  q('how much did Finn Dahl pay', sum(stays.filter(is('guest', 'Finn Dahl')), paid)),
  has('avrage nights by contry', 'contry → country', ...byCountry((g) => mean(g, num('nights')))),
  has('reservations and nights by country', ...byCountry((g) => g.length), ...byCountry((g) => sum(g, num('nights')))),
  no('nights by county', 'county'),
  no('which country is best', 'best'),
  no('Cancel all reservations from Germany', 'done'),
  no('Book a single room for Anna Frei', 'done'),
  no('In Narnia, how many reservations', 'Narnia'),
];

interface Member {
  readonly plan: string;
  readonly monthly_fee: number;
}
const clubbers = (JSON.parse(textOf('members.json')) as { readonly results: readonly Member[] }).results; // the file of this test
const fees = (of: readonly Member[]) => of.reduce((all, { monthly_fee: fee }) => all + fee, 0);

export const members: readonly Question[] = [
  q('How much do all members together pay per month?', fees(clubbers)),
  q('how much do members pay', fees(clubbers)),
  no('how much do we earn per year', 'per year'),
];

const meals = rowsOf('外卖订单.csv');
const perMonth = (of: (group: readonly Row[]) => number) =>
  ranked(meals, (row) => (row.下单日期 ?? '').slice(0, 7), of).flat();

export const takeaways: readonly Question[] = [
  no('三岁以上的骑手一共多少钱', '岁'),
  q('川菜和湘菜哪个订单多？', meals.filter(is('菜系', '川菜')).length, meals.filter(is('菜系', '湘菜')).length),
  q('这些订单总共多少钱？', sum(meals, num('金额'))),
  q('订单总共多少钱', sum(meals, num('金额'))),
  q('王磊一共送了多少单？', meals.filter(is('骑手', '王磊')).length),
  has('每个月的订单量和金额', ...perMonth((g) => g.length), ...perMonth((g) => sum(g, num('金额')))),
  has(
    '每个骑手的订单数和平均评分',
    ...ranked(meals, '骑手', (g) => g.length).flat(),
    ...ranked(meals, '骑手', (g) => mean(g, num('评分'))).flat(),
  ),
  q('朝阳区的配送费合计', sum(meals.filter(is('区域', '朝阳')), num('配送费'))),
  has(
    '哪个骑手的平均配送时长最长，再看看他在各区域的订单数',
    ...ranked(
      meals.filter(is('骑手', ranked(meals, '骑手', (g) => mean(g, num('配送时长')))[0]?.[0] ?? '')),
      '区域',
      (g) => g.length,
    ).flat(),
  ),
  q('不算海淀的订单数', meals.filter((r) => r.区域 !== '海淀').length),
  has(
    '赵敏送了几单，一共多少钱？',
    meals.filter(is('骑手', '赵敏')).length,
    sum(meals.filter(is('骑手', '赵敏')), num('金额')),
  ),
  has(
    '最贵的三单',
    ...ranked(meals, '订单号', (g) => sum(g, num('金额')))
      .slice(0, 3)
      .flat(),
  ),
  has('每个区域各有多少单', ...ranked(meals, '区域', (g) => g.length).flat()),
  no('朝阳以外的金额合计', '以外'),
  no('金额最高的骑手的订单数', '订单数'),
  no('给王磊发金额最高的订单', '发送'),
  no('取消所有川菜订单', '不做'),
  no('哪个骑手最好', '最好'),
];
