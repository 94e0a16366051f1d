import { has, is, least, mean, most, no, num, type Question, q, type Row, ranked, rowsOf, shown, sum } from './raw.ts';

const rows: Row[] = rowsOf('weather.csv').map((row) => {
  const [day = '', month = '', year = ''] = (row.day ?? '').split('.');
  return { ...row, day: `${year}-${month}-${day}`, month: `${year}-${month}` };
});
const [temperature, wind, rain, humidity] = ['temperature', 'wind', 'rain_mm', 'humidity'].map(num) as [
  (row: Row) => number,
  (row: Row) => number,
  (row: Row) => number,
  (row: Row) => number,
];
const at = <T>(list: readonly T[], index: number): T => list.at(index) as T; // each list here has that many
const warm = ranked(rows, 'station', (group) => mean(group, temperature));
const rome = rows.filter(is('station', 'Rome'));
const oslo = rows.filter(is('station', 'Oslo'));
const cairo = rows.filter(is('station', 'Cairo'));
const hottest = at(
  [...rows].sort((a, b) => temperature(b) - temperature(a)),
  0,
);
const coldest = at(
  [...rows].sort((a, b) => temperature(a) - temperature(b)),
  0,
);
const windiest = at(
  [...rows].sort((a, b) => wind(b) - wind(a)),
  0,
);
const february = rows.filter(is('month', '2025-02'));

/** A table of measurements: dates with dots, rates and temperatures, a column named as what the rules do not know. */
export const weather: readonly Question[] = [
  has('temperature by station', ...warm.flat()),
  q('average temperature', mean(rows, temperature)),
  q('what is the highest temperature?', most(rows, temperature)),
  q('lowest temperature in Rome', least(rome, temperature)),
  q('when was it hottest?', hottest.day ?? '', temperature(hottest)),
  q('Which station is the warmest on average?', ...at(warm, 0)),
  q('where was the wind strongest?', windiest.station ?? '', wind(windiest)),
  q('on which day was the temperature lowest', coldest.day ?? '', temperature(coldest)),
  has('weather by station', 'sunny', 'rainy'),
  q('how many sunny days were there in Rome?', rome.filter(is('weather', 'sunny')).length),
  q('how many days had more than 10 mm of rain in Oslo?', oslo.filter((r) => rain(r) > 10).length),
  q('total rain in February 2025', sum(february, rain)),
  q('how much rain fell in Cairo?', sum(cairo, rain)),
  q('average wind when the weather is rainy', mean(rows.filter(is('weather', 'rainy')), wind)),
  q('average humidity on 2025-01-31', mean(rows.filter(is('day', '2025-01-31')), humidity)),
  q('average humidity on 31.01.2025', mean(rows.filter(is('day', '2025-01-31')), humidity)),
  has('average wind by month', ...ranked(rows, 'month', (g) => mean(g, wind)).flat()),
  has('temperature over time in Oslo', ...ranked(oslo, 'month', (g) => mean(g, temperature)).map(([, v]) => v)),
  q('how many days was it colder than 0 in Oslo?', oslo.filter((r) => temperature(r) < 0).length),
  q(
    'What percentage of days was foggy in Oslo?',
    `${shown((100 * oslo.filter(is('weather', 'foggy')).length) / oslo.length)}%`,
  ),
  q('compare the average humidity of Rome and Oslo', mean(rome, humidity), mean(oslo, humidity)),
  q('number of measurements', rows.length),
  q('how many stations are there?', 3),
  q(['average temperature in Rome', 'and in Oslo?'], mean(oslo, temperature)),
  q(['average temperature in Rome', 'only February'], mean(rome.filter(is('month', '2025-02')), temperature)),
  has(['average wind by station', 'and humidity?'], ...ranked(rows, 'station', (g) => mean(g, humidity)).flat()),
  no('air pressure by station', 'pressure'),
  no('temperature by hour', 'hour'),
  no('snow in Oslo', 'snow'),
  no('will it rain tomorrow in Rome?', 'rain tomorrow'),
  { ask: 'temperture by station', has: ['temperture → temperature'] },
  no('temperature in Paris', 'Paris'),
  no('correlation of wind and humidity', 'correlation'),
  q('各站点的平均气温哪个最高', ...at(warm, 0)),
  q('什么时候温度最低？', coldest.day ?? '', temperature(coldest)),
  q('Rome一共下了多少雨', sum(rome, rain)),
  q('Oslo有几天温度低于零度', oslo.filter((r) => temperature(r) < 0).length),
  q('2025年2月的平均湿度', mean(february, humidity)),
  no('各站点的气压', '气压'),
  q(['Rome的平均风速', '那Oslo呢'], mean(oslo, wind)),
];
