import { has, is, mean, most, no, num, type Question, q, type Row, ranked, rowsOf, shown, sum } from './raw.ts';

const rows = rowsOf('staff.tsv').map((row): Row => {
  const [month = '', day = '', year = ''] = (row.hired ?? '').split(' ');
  const number = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ').indexOf(month) + 1;
  return { ...row, hired: `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`, year };
});
const [age, salary, score, vacation] = ['age', 'salary', 'review_score', 'vacation_days'].map(num) as [
  (row: Row) => number,
  (row: Row) => number,
  (row: Row) => number,
  (row: Row) => number,
];
const at = <T>(list: readonly T[], index: number): T => list.at(index) as T; // each list here has that many
const sales = rows.filter(is('department', 'Sales'));
const engineers = rows.filter(is('department', 'Engineering'));
const byPay = [...rows].sort((a, b) => salary(b) - salary(a));
const byAge = ranked(rows, 'department', (group) => mean(group, age));
const byScore = ranked(rows, 'department', (group) => mean(group, score));
const sizes = ranked(rows, 'department', (group) => group.length);
const newest = at(
  [...rows].sort((a, b) => ((b.hired ?? '') < (a.hired ?? '') ? -1 : 1)),
  0,
);
const oldestAge = most(rows, age);
const hires = ranked(rows, 'year', (group) => group.length);

/** A table of people: written dates, ages, scores, yes and no. */
export const staff: readonly Question[] = [
  q('how many employees are there?', rows.length),
  q('how many people work in Sales?', sales.length),
  has('number of employees per department', ...sizes.flat()),
  q('which department has the most people?', ...at(sizes, 0)),
  q('who earns the most?', at(byPay, 0).name ?? '', salary(at(byPay, 0))),
  q(
    'Who has the lowest salary in Sales?',
    at(
      [...sales].sort((a, b) => salary(a) - salary(b)),
      0,
    ).name ?? '',
  ),
  has('average salary by department', ...ranked(rows, 'department', (g) => mean(g, salary)).flat()),
  q('total salary of Engineering', sum(engineers, salary)),
  q('what is the average age', mean(rows, age)),
  has('age by department', ...byAge.flat()),
  q('which department is the youngest on average?', ...at(byAge, -1)),
  q('how old is the oldest employee?', oldestAge),
  q('how many employees are older than 40?', rows.filter((r) => age(r) > 40).length),
  q('how many people are between 30 and 40 years old', rows.filter((r) => age(r) >= 30 && age(r) <= 40).length),
  q('who was hired last?', newest.name ?? '', newest.hired ?? ''),
  has('list the employees in Finance', ...rows.filter(is('department', 'Finance')).map((r) => r.name ?? '')),
  has(
    'list names and salaries of people in Dublin',
    ...rows.filter(is('office', 'Dublin')).flatMap((r) => [r.name ?? '', salary(r)]),
  ),
  q('how many work remotely?', rows.filter(is('remote', 'yes')).length),
  q('share of remote employees', `${shown((100 * rows.filter(is('remote', 'yes')).length) / rows.length)}%`),
  q('highest review score in Support', most(rows.filter(is('department', 'Support')), score)),
  has('review score by department', ...byScore.flat()),
  q('how many people were hired in 2019?', rows.filter(is('year', '2019')).length),
  q('how many people were hired before 2018?', rows.filter((r) => (r.year ?? '') < '2018').length),
  has('hires per year', ...hires.flat()),
  q("what is Grace Kim's salary?", salary(at(rows.filter(is('name', 'Grace Kim')), 0))),
  { ask: '5 best paid employees', says: byPay.slice(0, 5).map((r) => r.name ?? ''), not: [at(byPay, 5).name ?? ''] },
  q('average vacation days in Lisbon', mean(rows.filter(is('office', 'Lisbon')), vacation)),
  q(['average salary in Sales', 'and in Support?'], mean(rows.filter(is('department', 'Support')), salary)),
  q(['who earns the most?', 'and the least?'], at(byPay, -1).name ?? ''),
  no('gender by department', 'gender'),
  no('how many employees have children?', 'children'),
  no('average bonus by department', 'bonus'),
  { ask: 'average salery by department', has: ['salery → salary'] },
  no('employees in Marketing', 'Marketing'),
  no('email the list to Bob', 'send'),
  q('有多少员工？', rows.length),
  q('谁的工资最高', at(byPay, 0).name ?? ''),
  has('各部门的平均年龄', ...byAge.flat()),
  q('年龄超过40岁的员工有多少人', rows.filter((r) => age(r) > 40).length),
  q('Sales部门有多少人', sales.length),
  no('各部门的奖金', '奖金'),
  q(['Sales的平均工资', '那Support呢？'], mean(rows.filter(is('department', 'Support')), salary)),
];
