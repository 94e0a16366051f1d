import { has, is, mean, no, num, type Question, q, type Row, ranked, rowsOf, shown, sum } from './raw.ts';

const jobs = rowsOf('boat_repairs.csv');
const charge = num('Charge (EUR)');
const count = (group: readonly Row[]) => group.length;
const charged = (row: Row) => row['Charge (EUR)'] !== '';
const inJune = (row: Row) => (row.Date ?? '') >= '2025-06-01';
const percent = (part: readonly Row[], all: readonly Row[]) => `${shown((100 * part.length) / all.length)}%`;
const mended = jobs.filter(is('Outcome', 'mended'));
const deck = jobs.filter(is('Category', 'deck'));
const minutes = num('Minutes');
const patched = jobs.filter(is('Outcome', 'patched'));

/** Verbs that say nothing, things that are rows, values before a noun, facts that are empty, and remarks of their own. */
export const boats: readonly Question[] = [
  q('how many things did people bring in altogether?', jobs.length),
  {
    ask: 'what was the avarage charge for mended items?',
    says: [mean(mended.filter(charged), charge)],
    not: ['winch'],
  },
  q(
    'average charge of mended items. Leave out the ones where nothing was recorded.',
    mean(mended.filter(charged), charge),
  ),
  q('Average charge of the patched jobs, where it is known', mean(patched.filter(charged), charge)),
  q('How many of the items turned out to be written off?', jobs.filter(is('Outcome', 'written off')).length),
  has(
    'Who fixed the most items?',
    ...(ranked(
      jobs.filter((r) => r['Fixed by'] !== ''),
      'Fixed by',
      count,
    )[0] ?? []),
  ),
  has(
    'which boat had the most engine items',
    ...(ranked(jobs.filter(is('Category', 'engine')), 'Boat', count)[0] ?? []),
  ),
  q('how many jobs did Goran check', jobs.filter(is('Checked by', 'Goran')).length),
  q(['How many jobs did Mia fix?', 'and Tariq?'], jobs.filter(is('Fixed by', 'Tariq')).length),
  q('how many jobs were refused', jobs.filter((r) => r['Refused reason'] !== '').length),
  q('how many jobs without a charge', jobs.filter((r) => !charged(r)).length),
  q('what percentage of the deck items ended up mended?', percent(deck.filter(is('Outcome', 'mended')), deck)),
  q('how many jobs took 60 minutes or more', jobs.filter((r) => minutes(r) >= 60).length),
  q('how many jobs took longer than 60 mins', jobs.filter((r) => minutes(r) > 60).length),
  has(
    'in which category do repairs take longest on average?',
    ...(ranked(jobs, 'Category', (group) => mean(group, minutes))[0] ?? []),
  ),
  {
    ask: 'average wait in minutes at the North Quay',
    says: [mean(jobs.filter(is('Yard', 'North Quay')), num('Wait minutes'))],
    not: ['Average Minutes'],
  },
  has(
    ['number of mended items per category', 'only from June onwards please'],
    ...ranked(mended.filter(inJune), 'Category', count).flat(),
  ),
  has(['jobs by yard', 'just the deck ones'], ...ranked(deck, 'Yard', count).flat()),
  q(
    ['total charge for the Heron. Thanks!', 'great, and for the Wren?'],
    sum(jobs.filter(is('Boat', 'Wren')).filter(charged), charge),
  ),
  has(
    'How many repairs were there at Mill Dock, and how much was charged in total?',
    jobs.filter(is('Yard', 'Mill Dock')).length,
    sum(jobs.filter(is('Yard', 'Mill Dock')).filter(charged), charge),
  ),
  q('charges in April 2025, in euros', sum(jobs.filter((r) => r.Date?.startsWith('2025-04')).filter(charged), charge)),
  q('how many boat yards are there', new Set(jobs.map((r) => r.Yard)).size),
  q('Which boat do people bring most often?', ...(ranked(jobs, 'Boat', count)[0] ?? [])),
  has(
    'how many jobs were refused, and how many jobs are there?',
    jobs.filter((r) => r['Refused reason'] !== '').length,
    jobs.length,
  ),
  no('fine totals by yard', 'fine'),
  no('charges in 2031', '2031', '2025-03-05'),
  no('How many of the minutes were under 20?', 'under 20'),
  no('How many items did the customers complain about?', 'complain'),
  no('of the jobs Goran checked, how many sank afterwards?', 'sank'),
  no('how many jobs sank, and what was charged', 'sank'),
];

const tea = rowsOf('茶园采茶记录.csv');
const picked = num('采茶量(公斤)');
const pieces = num('件数');
const monthOf = (row: Row) => Number(row.日期?.slice(5, 7));

/** Words of the file's own name, 多少件 of 件数, and how much behind which. */
export const teas: readonly Question[] = [
  q('这份记录里总共采了多少公斤茶？', sum(tea, picked)),
  q(
    '四月份采了多少茶？',
    sum(
      tea.filter((r) => monthOf(r) === 4),
      picked,
    ),
  ),
  has('哪个茶园采茶最多，一共多少公斤？', ...(ranked(tea, '茶园', (group) => sum(group, picked))[0] ?? [])),
  q('林姐和老许各采了几次？', tea.filter(is('采茶人', '林姐')).length, tea.filter(is('采茶人', '老许')).length),
  q('老许采了多少次茶', tea.filter(is('采茶人', '老许')).length),
  q(
    '五月份一共采了多少件？',
    sum(
      tea.filter((r) => monthOf(r) === 5),
      pieces,
    ),
  ),
  has(
    '小白采了几次，加起来多少件？',
    tea.filter(is('采茶人', '小白')).length,
    sum(tea.filter(is('采茶人', '小白')), pieces),
  ),
  q('破损件数占总件数的百分比是多少？', `${shown((100 * sum(tea, num('破损件数'))) / sum(tea, pieces))}%`),
  q('没有破损的有几次？', tea.filter((r) => r.破损件数 === '0').length),
  q(
    ['南坡三月份采了多少公斤？', '那四月呢？'],
    sum(
      tea.filter(is('茶园', '南坡')).filter((r) => monthOf(r) === 4),
      picked,
    ),
  ),
  no('茶叶一共卖了多少钱？', '卖'),
  no('下雨天采的茶总共有多少公斤？', '下雨'),
];
