import { has, is, mean, most, no, num, type Question, q, type Row, ranked, rowsOf, shown, sum } from './raw.ts';

const at = <T>(list: readonly T[], index: number): T => list.at(index) as T; // each list here has that many
const days = rowsOf('考勤.csv');
const [late, extra] = [num('迟到分钟'), num('加班小时')];
const of = (name: string) => days.filter(is('姓名', name));

/** Names of columns that are said in part, what happened at all, and people who are in many rows. */
export const attendance: readonly Question[] = [
  q(
    '谁迟到最多',
    ...at(
      ranked(days, '姓名', (group) => sum(group, late)),
      0,
    ),
  ),
  q(
    '迟到次数最多的人是谁',
    ...at(
      ranked(days, '姓名', (group) => group.filter((row) => late(row) > 0).length),
      0,
    ),
  ),
  q('加班总共多少小时', sum(days, extra)),
  q(['研发部有几条记录', '其中迟到的有几条'], days.filter((row) => is('部门', '研发部')(row) && late(row) > 0).length),
  no('其中迟到的有几条', '其中'),
  q(
    '哪个部门加班最多',
    ...at(
      ranked(days, '部门', (group) => sum(group, extra)),
      0,
    ),
  ),
  has('每人的加班时间', ...ranked(days, '姓名', (group) => sum(group, extra)).flat()),
  q('平均迟到几分钟', mean(days, late)),
  q('迟到超过10分钟的有几次', days.filter((row) => late(row) > 10).length),
  q('郑爽和孙丽的加班差多少', sum(of('郑爽'), extra) - sum(of('孙丽'), extra)),
  q('最长的一次加班是谁', most(days, extra)),
  q('有多少个不同的部门', 3),
  no('谁从来没有迟到', '来'),
];

const films = rowsOf('电影.csv').map((row): Row => ({ ...row, year: (row.上映日期 ?? '').slice(0, 4) }));
const [score, box, minutes] = [num('评分'), num('票房(万元)'), num('片长分钟')];
const best = (of: (row: Row) => number) =>
  at(
    [...films].sort((a, b) => of(b) - of(a)),
    0,
  );

export const cinema: readonly Question[] = [
  q('评分最高的电影是哪部？', best(score).片名 ?? '', most(films, score)),
  q('最长的电影', best(minutes).片名 ?? '', most(films, minutes)),
  q(
    '哪个导演的片子最多',
    ...at(
      ranked(films, '导演', (group) => group.length),
      0,
    ),
  ),
  q('科幻片的平均评分', mean(films.filter(is('类型', '科幻')), score)),
  q('票房超过5亿的电影有多少部', films.filter((row) => box(row) > 50_000).length),
  q('张导拍了几部电影', films.filter(is('导演', '张导')).length),
  q('2023年上映的电影有多少部', films.filter(is('year', '2023')).length),
  q('片长不到100分钟的电影有几部', films.filter((row) => minutes(row) < 100).length),
  q('美国电影占多少比例', `${shown((100 * films.filter(is('国家', '美国')).length) / films.length)}%`),
  no('最烂的电影', '最烂'),
];
