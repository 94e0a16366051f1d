import { has, is, least, mean, most, no, num, type Question, q, type Row, ranked, rowsOf, shown, sum } from './raw.ts';

const at = <T>(list: readonly T[], index: number): T => list.at(index) as T; // each list here has that many
const count = (group: readonly Row[]) => group.length;
const percent = (part: readonly Row[], whole: readonly Row[]) => `${shown((100 * part.length) / whole.length)}%`;

const lent = rowsOf('loans.csv').map((row): Row => ({ ...row, month: (row.borrowed_on ?? '').slice(0, 7) }));
const fee = num('fee');
const late = num('days_late');
const isLate = (row: Row) => late(row) > 0;
const fees = ranked(lent, 'member', (group) => sum(group, fee));
const [central, hilltop] = ['Central', 'Hilltop'].map((name) => lent.filter(is('branch', name))) as [Row[], Row[]]; // as many as names

/** What is done with rows, what is empty, what happened at all, one of several values, and two side by side. */
export const loans: readonly Question[] = [
  has('how many loans per month', ...ranked(lent, 'month', count).flat()),
  q('who borrowed the most books?', ...at(ranked(lent, 'member', count), 0)),
  q('how many books have not been returned yet', lent.filter(is('returned_on', '')).length),
  q('How many books were returned?', lent.filter((row) => row.returned_on !== '').length),
  q('how many different members borrowed Dune?', new Set(lent.filter(is('title', 'Dune')).map((r) => r.member)).size),
  q('which member paid the highest fees in total', ...at(fees, 0)),
  q('what percentage of loans were late?', percent(lent.filter(isLate), lent)),
  q('average fee of late loans', mean(lent.filter(isLate), fee)),
  q("I'd like to know the total fees for the Hilltop branch", sum(hilltop, fee)),
  q('the difference in fees between Central and Hilltop', sum(central, fee) - sum(hilltop, fee)),
  q('did Central collect more fees than Hilltop?', sum(central, fee), sum(hilltop, fee)),
  q('how many loans were neither in Central nor in Hilltop', lent.length - central.length - hilltop.length),
  q('how many loans in Central or Hilltop', central.length + hilltop.length),
  q('most popular title', at(ranked(lent, 'title', count), 0)[1]),
  has('fees by member, highest first', ...fees.flat()),
  q('what was the longest delay', most(lent, late)),
  {
    ask: 'show me the 3 newest loans',
    has: lent.slice(-3).map((row) => row.loan_id ?? ''),
    not: [at(lent, -4).loan_id ?? ''],
  },
  q('how many loans were late and cost more than 2 euros', lent.filter((row) => isLate(row) && fee(row) > 2).length),
  has('who has the most late loans', ...at(ranked(lent.filter(isLate), 'member', count), 0)),
  { ask: 'give me the 5 latest loans', says: [`5 of ${lent.length} rows`] },
  no('which books were never late?', 'never'),
  // "Of those" needs rows that were meant, and goes on with nothing else.
  q(['how many loans at Central', 'and how many of those were late?'], central.filter(isLate).length),
  no('how many of those were late?', 'of those'),
  no(['how many loans at Central', 'how many loans were purple', 'how many of those were late?'], 'of those'),
  no(['how many loans at Central', 'how many loans were purple', 'and at Hilltop?']),
  no('how many days did Iris Chen keep Eragon?', 'days'),
  q(['how much did we take in fees at Central', 'and how many loans was that?'], central.length),
  no('how many loans were there that day?', 'that day'),
  no('who has never paid a fee?', 'never'),
  no('top member per branch', 'top'),
  no('how many loans were borrowed in October 2024 and returned in November 2024', 'borrowed'),
];

const flown = rowsOf('flights.csv');
const [delay, seats] = [num('delay_minutes'), num('passengers')];
const delays = ranked(flown, 'airline', (group) => sum(group, delay));
const from = (place: string) => flown.filter(is('origin', place));
const distances = flown.map(num('distance_km'));

/** Two columns of the same places, units that are not those of the column, and what is worst. */
export const flights: readonly Question[] = [
  q('which airline has the worst delays?', ...at(delays, 0)),
  q('how many flights from Vienna to Madrid?', from('Vienna').filter(is('destination', 'Madrid')).length),
  q('how many passengers flew to Helsinki?', sum(flown.filter(is('destination', 'Helsinki')), seats)),
  no('how many flights from Helsinki?', 'Helsinki'),
  has(
    'which flights had a delay of more than 3 hours',
    ...flown.filter((row) => delay(row) > 180).map((r) => r.flight_no ?? ''),
  ),
  q(
    'how many flights were delayed or diverted',
    flown.filter(is('status', 'delayed')).length + flown.filter(is('status', 'diverted')).length,
  ),
  q(
    'the airline with the most cancellations',
    ...at(ranked(flown.filter(is('status', 'cancelled')), 'airline', count), 0),
  ),
  q("how many flights weren't on time?", flown.filter((row) => row.status !== 'on time').length),
  q('passengers per flight', mean(flown, seats)),
  q('average passengers per Lumen flight', mean(flown.filter(is('airline', 'Lumen')), seats)),
  no('How many passengers over 65 took the flights?', 'over 65'),
  no('which airline had the most delayed flights', 'most delayed'),
  q('how long was the longest delay of Lumen?', most(flown.filter(is('airline', 'Lumen')), delay)),
  q('difference between the longest and shortest distance', Math.max(...distances) - Math.min(...distances)),
  q('compare SkyEuro and Lumen by passengers', sum(flown.filter(is('airline', 'SkyEuro')), seats)),
  no('what is the best distance', 'best'),
  no('which airline has no cancelled flights?', 'no'),
];

const paid = rowsOf('expenses.csv').map((row): Row => ({ ...row, month: (row.date ?? '').slice(0, 7) }));
const amount = num('amount');
const of = (name: string) => sum(paid.filter(is('category', name)), amount);

export const expenses: readonly Question[] = [
  q('how much more did we spend on rent than on groceries', of('Rent') - of('Groceries')),
  q('how much did we spend on groceries and transport together', of('Groceries') + of('Transport')),
  q(
    'expenses not paid by card',
    sum(
      paid.filter((row) => row.payment_method !== 'card'),
      amount,
    ),
  ),
  q('expenses over 80 euros, how many are there', paid.filter((row) => amount(row) > 80).length),
  q('how many times did we go to Lidl', paid.filter(is('merchant', 'Lidl')).length),
  q(
    'what was our most expensive month?',
    ...at(
      ranked(paid, 'month', (group) => sum(group, amount)),
      0,
    ),
  ),
  q(
    'did we spend more in January or in February?',
    sum(paid.filter(is('month', '2025-01')), amount),
    sum(paid.filter(is('month', '2025-02')), amount),
  ),
  q('how much is reimbursable', sum(paid.filter(is('reimbursable', 'yes')), amount)),
  q('how many payments were between 20 and 50 euros?', paid.filter((r) => amount(r) >= 20 && amount(r) <= 50).length),
  q('smallest payment to Uber', least(paid.filter(is('merchant', 'Uber')), amount)),
  q(
    'average spending on weekdays',
    mean(
      paid.filter((row) => ![0, 6].includes(new Date(row.date ?? '').getUTCDay())),
      amount,
    ),
  ),
  q(
    'reimbursable vs not reimbursable expenses',
    sum(paid.filter(is('reimbursable', 'yes')), amount),
    sum(paid.filter(is('reimbursable', 'no')), amount),
  ),
  no('average spending on weekends vs weekdays', 'weekdays'),
  no('what did we buy?', 'merchant'),
  no('what did I spend the most on?', 'category', 'merchant'),
];

const ran = rowsOf('race.csv');
const time = num('finish_time_min');

export const race: readonly Question[] = [
  q('fastest 10K time', least(ran.filter(is('distance', '10K')), time)),
  q(
    'how many runners finished the half marathon in under 2 hours?',
    ran.filter((r) => r.distance === 'half marathon' && time(r) < 120).length,
  ),
  has(
    'the fastest 3 in the half marathon',
    ...ranked(ran.filter(is('distance', 'half marathon')), 'runner', (g) => least(g, time))
      .slice(-3)
      .flat(),
  ),
  q('how many runners are over 40?', ran.filter((row) => num('age')(row) > 40).length),
  q('who is the oldest runner?', most(ran, num('age'))),
  q('how many men and women took part?', ran.filter(is('gender', 'M')).length, ran.filter(is('gender', 'F')).length),
  q('how many runners without a club', ran.filter(is('club', 'none')).length),
  no('who won the marathon?', 'won'),
];

const asked = rowsOf('requests.csv');
const took = num('response_ms');

export const requests: readonly Question[] = [
  q(
    'how many POST requests took longer than 500 ms?',
    asked.filter((r) => r.method === 'POST' && took(r) > 500).length,
  ),
  q('how many requests were slower than 1 second', asked.filter((row) => took(row) > 1000).length),
  has('average response time per endpoint', ...ranked(asked, 'endpoint', (group) => mean(group, took)).flat()),
  q('which server handled the most requests?', ...at(ranked(asked, 'server', count), 0)),
];
