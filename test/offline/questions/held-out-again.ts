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
const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

const rides = rowsOf('trips.csv').map((row): Row => {
  const [, month = '', year = ''] = (row.Date ?? '').split(' ');
  return { ...row, month: `${year}-${String(monthNames.indexOf(month) + 1).padStart(2, '0')}` };
});
const [distance, fuel, delay] = ['Distance km', 'Fuel litres', 'Delay minutes'].map(num) as [
  (r: Row) => number,
  (r: Row) => number,
  (r: Row) => number,
];
const drivers = ranked(rides, 'Driver', (g) => sum(g, distance));

export const trips: readonly Question[] = [
  q('how many trips did Mia make?', rides.filter(is('Driver', 'Mia Wolf')).length),
  q('total distance', sum(rides, distance)),
  q('Who drove the furthest in total?', ...at(drivers, 0)),
  q('what was the longest delay?', most(rides, delay)),
  has('fuel per vehicle', ...ranked(rides, 'Vehicle', (g) => sum(g, fuel)).flat()),
  q('how many trips were damaged?', rides.filter(is('Damaged', 'Y')).length),
  q('average delay on the way to Turin', mean(rides.filter(is('Destination', 'Turin')), delay)),
  q('How many trips over 300 km?', rides.filter((r) => distance(r) > 300).length),
  q(
    'which destination do we visit most often?',
    ...at(
      ranked(rides, 'Destination', (g) => g.length),
      0,
    ),
  ),
  has('trips by month', ...ranked(rides, 'month', (g) => g.length).flat()),
  has('distance by driver, top 1', ...at(drivers, 0)),
  q(
    'what share of trips was made with the van',
    `${shown((100 * rides.filter(is('Vehicle', 'van')).length) / rides.length)}%`,
  ),
  has(['distance by vehicle', 'and fuel?'], ...ranked(rides, 'Vehicle', (g) => sum(g, fuel)).flat()),
  has(
    'which driver has the most trips, then show their distance by vehicle',
    ...ranked(
      rides.filter(
        is(
          'Driver',
          at(
            ranked(rides, 'Driver', (g) => g.length),
            0,
          )[0],
        ),
      ),
      'Vehicle',
      (g) => sum(g, distance),
    ).flat(),
  ),
  no('toll costs by driver', 'toll'),
  no('how much did the drivers earn?', 'earn'),
  has('distanse by driver', 'distanse → distance'),
  q('哪位司机开的距离最远', ...at(drivers, 0)),
  q('去Basel的有多少次', rides.filter(is('Destination', 'Basel')).length),
  has('每种车辆的平均延误', ...ranked(rides, 'Vehicle', (g) => mean(g, delay)).flat()),
];

interface Ticket {
  readonly opened: string;
  readonly priority: string;
  readonly status: string;
  readonly agent: { readonly name: string; readonly team: string };
  readonly hours_to_close: number;
  readonly satisfaction: number;
}
const cases = textOf('tickets.jsonl')
  .trim()
  .split('\n')
  .map((line): Row => {
    const { opened, priority, status, agent, hours_to_close: hours, satisfaction } = JSON.parse(line) as Ticket; // the file of this test
    return {
      opened,
      month: opened.slice(0, 7),
      priority,
      status,
      name: agent.name,
      team: agent.team,
      hours: String(hours),
      satisfaction: String(satisfaction),
    };
  });
const agents = ranked(cases, 'name', (g) => g.length);

export const tickets: readonly Question[] = [
  q('how many tickets are open?', cases.filter(is('status', 'open')).length),
  has('tickets by priority', ...ranked(cases, 'priority', (g) => g.length).flat()),
  q('which agent has the most tickets?', ...at(agents, 0)),
  q('average satisfaction of the billing team', mean(cases.filter(is('team', 'billing')), num('satisfaction'))),
  q(
    'how many high priority tickets does Julia have?',
    cases.filter((r) => r.priority === 'high' && r.name === 'Julia').length,
  ),
  q('average hours to close', mean(cases, num('hours'))),
  q('tickets opened in March 2025', cases.filter(is('month', '2025-03')).length),
  q('percentage of closed tickets', `${shown((100 * cases.filter(is('status', 'closed')).length) / cases.length)}%`),
  q(['how many tickets does Omar have?', 'and Kofi?'], cases.filter(is('name', 'Kofi')).length),
  no('tickets by product', 'product'),
  no('first response time by agent', 'response time'),
  q('有多少工单是高优先级的', cases.filter(is('priority', 'high')).length),
  q(
    '哪个团队的满意度最高',
    at(
      ranked(cases, 'team', (g) => mean(g, num('satisfaction'))),
      0,
    )[0],
  ),
];

const crops = rowsOf('粮食.csv');
const tons = num('产量(吨)');
const provinces = ranked(crops, '省份', (g) => sum(g, tons));

export const harvest: readonly Question[] = [
  has('各省份的产量', ...provinces.flat()),
  q('哪个省份产量最高', ...at(provinces, 0)),
  q(
    '2020年河南小麦的产量是多少',
    sum(
      crops.filter((r) => r.年份 === '2020' && r.省份 === '河南' && r.作物 === '小麦'),
      tons,
    ),
  ),
  q(
    '产量最高的年份',
    ...at(
      ranked(crops, '年份', (g) => sum(g, tons)),
      0,
    ),
  ),
  has('水稻每年的产量', ...ranked(crops.filter(is('作物', '水稻')), '年份', (g) => sum(g, tons)).flat()),
  q('四川的平均亩产', mean(crops.filter(is('省份', '四川')), num('亩产'))),
  q(
    '2021年以后的总产量',
    sum(
      crops.filter((r) => Number(r.年份) > 2021),
      tons,
    ),
  ),
  q('江苏的产量占比', `${shown((100 * sum(crops.filter(is('省份', '江苏')), tons)) / sum(crops, tons))}%`),
  q(
    ['2019年玉米的产量', '那2020年呢'],
    sum(
      crops.filter((r) => r.年份 === '2020' && r.作物 === '玉米'),
      tons,
    ),
  ),
  no('棉花的产量', '棉花'),
  no('各省份的人口', '人口'),
  no('明年的产量', '预测'),
  q('最低亩产是多少', least(crops, num('亩产'))),
];

export const wiki: readonly Question[] = [
  { ask: 'where do I get my badge?', has: ['reception'] },
  { ask: 'how do I order a headset', has: ['service desk'] },
  { ask: 'how many days a week can I work from home?', has: ['three days a week'] },
  { ask: 'do taxi rides need approval?', has: ['approval of a manager'] },
  { ask: 'who pays when I have an accident at home', has: ['insurance'] },
  no('what is the dress code?', 'dress'),
  no('when is the summer party?', 'party'),
  { ask: '年假有几天', has: ['10 天'] },
  { ask: '病假要提交什么', has: ['医院证明'] },
  { ask: '调休多久内用完', has: ['三个月内'] },
  no('产假有多少天', '产假'),
];
