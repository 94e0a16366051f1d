import {
  has,
  is,
  least,
  mean,
  most,
  no,
  num,
  type Question,
  q,
  type Row,
  ranked,
  rowsOf,
  shown,
  sum,
  textOf,
} from './raw.ts';

const at = <T>(list: readonly T[], index: number): T => list.at(index) as T; // each list here has that many

const [head = '', ...lines] = textOf('bookings.csv').trim().split('\n');
const names = head.split(';');
const stays = lines.map((line): Row => {
  const row = Object.fromEntries(line.split(';').map((cell, place) => [names[place] ?? '', cell]));
  return { ...row, month: (row.check_in ?? '').slice(0, 7), year: (row.check_in ?? '').slice(0, 4) };
});
const [price, nights, rating] = ['total_price', 'nights', 'rating'].map(num) as [
  (r: Row) => number,
  (r: Row) => number,
  (r: Row) => number,
];
const income = (group: readonly Row[]) => sum(group, price);
const hotels = ranked(stays, 'hotel', income);
const seaside = stays.filter(is('hotel', 'Seaside'));

export const bookings: readonly Question[] = [
  q('how many bookings do we have?', stays.length),
  q(
    'Which hotel do people book most often?',
    ...at(
      ranked(stays, 'hotel', (g) => g.length),
      0,
    ),
  ),
  has(
    'How many bookings did the Alpine Lodge get, and how much was paid in total?',
    stays.filter(is('hotel', 'Alpine Lodge')).length,
    income(stays.filter(is('hotel', 'Alpine Lodge'))),
  ),
  no('How many of the guests were under 18?', 'under 18'),
  q('Which hotel made the most money?', ...at(hotels, 0)),
  has('average rating per hotel', ...ranked(stays, 'hotel', (g) => mean(g, rating)).flat()),
  q('how many bookings include breakfast', stays.filter(is('breakfast', 'true')).length),
  q('How many nights did guests from Japan book in total?', sum(stays.filter(is('guest_country', 'Japan')), nights)),
  q('what was the most expensive booking', most(stays, price)),
  has('bookings per month', ...ranked(stays, 'month', (g) => g.length).flat()),
  q('how many bookings were longer than 5 nights?', stays.filter((r) => nights(r) > 5).length),
  q('average price of a suite', mean(stays.filter(is('room_type', 'suite')), price)),
  q('In which month did the Seaside earn the most?', ...at(ranked(seaside, 'month', income), 0)),
  q(
    'what percentage of bookings came from Italy?',
    `${shown((100 * stays.filter(is('guest_country', 'Italy')).length) / stays.length)}%`,
  ),
  has(
    'which country stays the longest on average?',
    ...at(
      ranked(stays, 'guest_country', (g) => mean(g, nights)),
      0,
    ),
  ),
  has(['total price by hotel', 'and by room type?'], ...ranked(stays, 'room_type', income).flat()),
  q(['average rating in Seaside', 'what about Alpine Lodge?'], mean(stays.filter(is('hotel', 'Alpine Lodge')), rating)),
  no('how many bookings had a pet?', 'pet'),
  no('occupancy by hotel', 'occupancy'),
  no('bookings by hotel next month', 'forecast'),
  q('哪家酒店的总价最高', ...at(hotels, 0)),
  q('来自法国的预订有多少个', stays.filter(is('guest_country', 'France')).length),
  has('各酒店的平均评分', ...ranked(stays, 'hotel', (g) => mean(g, rating)).flat()),
  q('平均入住几晚', mean(stays, nights)),
];

const squad = rowsOf('players.tsv');
const goals = num('goals');
const scorers = [...squad].sort((a, b) => goals(b) - goals(a));
const teams = ranked(squad, 'team', (g) => sum(g, goals));

export const players: readonly Question[] = [
  q('who scored the most goals?', at(scorers, 0).player ?? '', goals(at(scorers, 0))),
  has('goals by team', ...teams.flat()),
  q('which team has the fewest goals', ...at(teams, -1)),
  q('how many players are defenders?', squad.filter(is('position', 'defender')).length),
  q('who is the tallest player?', 'Dee Frost', 199),
  has('average height by position', ...ranked(squad, 'position', (g) => mean(g, num('height_cm'))).flat()),
  q('goals and assists of Aya Sato', goals(at(squad.filter(is('player', 'Aya Sato')), 0))),
  q('how many players scored more than 10 goals', squad.filter((r) => goals(r) > 10).length),
  { ask: 'top five scorers', says: scorers.slice(0, 5).map((r) => r.player ?? ''), not: [] },
  q('players born before 1995', squad.filter((r) => Number((r.born ?? '').slice(-4)) < 1995).length),
  no('yellow cards per team', 'yellow cards'),
  no('how fast is Tom Berg?', 'fast'),
  q('进球最多的球员是谁', at(scorers, 0).player ?? ''),
  has('各队的助攻总数', ...ranked(squad, 'team', (g) => sum(g, num('assists'))).flat()),
  q('Sharks有几名球员', squad.filter(is('team', 'Sharks')).length),
];

interface Item {
  readonly sku: string;
  readonly warehouse: { readonly city: string };
  readonly price: { readonly amount: number };
  readonly in_stock: number;
  readonly discontinued: boolean;
}
const { data } = JSON.parse(textOf('stock.json')) as { data: { items: readonly Item[] } }; // the file of this test
const items = data.items.map(
  (item): Row => ({
    city: item.warehouse.city,
    amount: String(item.price.amount),
    stock: String(item.in_stock),
    gone: String(item.discontinued),
  }),
);

export const stock: readonly Question[] = [
  q('how many items are in the list?', items.length),
  has('stock by city', ...ranked(items, 'city', (g) => sum(g, num('stock'))).flat()),
  q('how many items are discontinued?', items.filter(is('gone', 'true')).length),
  q('cheapest item', least(items, num('amount'))),
  q('average price in Porto', mean(items.filter(is('city', 'Porto')), num('amount'))),
  q('how many items have less than 10 in stock?', items.filter((r) => num('stock')(r) < 10).length),
  no('which supplier delivers the most?', 'supplier'),
  q(
    '哪个城市的库存最多',
    ...at(
      ranked(items, 'city', (g) => sum(g, num('stock'))),
      0,
    ),
  ),
];

const exams = rowsOf('成绩.csv');
const score = num('分数');
const bySubject = ranked(exams, '科目', (g) => mean(g, score));

export const marks: readonly Question[] = [
  has('各科目的平均分数', ...bySubject.flat()),
  q('哪个科目平均分最低', ...at(bySubject, -1)),
  q('数学最高分是多少', most(exams.filter(is('科目', '数学')), score)),
  q('有多少人不及格', exams.filter((r) => score(r) < 60).length),
  q('分数低于60的有几个', exams.filter((r) => score(r) < 60).length),
  q('王芳的平均分', mean(exams.filter(is('姓名', '王芳')), score)),
  q(['一班的平均分数', '二班呢'], mean(exams.filter(is('班级', '二班')), score)),
  has(
    '数学考得最好的是谁，考了多少分？',
    ...at(
      ranked(exams.filter(is('科目', '数学')), '姓名', (g) => sum(g, score)),
      0,
    ),
  ),
  q('哪门课的平均分最低？', ...at(bySubject, -1)),
  q('有几次没到60分？', exams.filter((r) => score(r) < 60).length),
  q(['六月份考了几次？', '那五月呢？'], exams.filter((r) => r.考试日期?.startsWith('2025-05')).length),
  has(
    '总分最高的前三名学生是哪几位？',
    ...ranked(exams, '姓名', (g) => sum(g, score))
      .slice(0, 3)
      .map(([name]) => name),
  ),
  q('补考的有多少', exams.filter(is('是否补考', '是')).length),
  no('物理的平均分', '物理'),
];

export const club: readonly Question[] = [
  { ask: 'how much do students pay?', has: ['30 euros'] },
  { ask: 'how can I cancel my membership?', has: ["four weeks' notice"] },
  { ask: 'when does the pool open', has: ['6 am to 10 pm'] },
  { ask: 'on what day is yoga?', has: ['Tuesday evenings'] },
  { ask: 'can I bring a friend?', has: ['one guest a month'] },
  no('is there a sauna?', 'sauna'),
  no('do you offer tennis lessons?', 'tennis'),
  { ask: '停车怎么收费', has: ['每小时 5 元'] },
  { ask: '可以带狗进来吗', has: ['导盲犬'] },
  no('淋浴要钱吗', '淋浴'),
];
