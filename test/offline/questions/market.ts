import { has, is, mean, no, num, type Question, q, ranked, rowsOf, sum } from './raw.ts';

const sold = rowsOf('flea_market.csv');
const price = num('price');
const crime = sold.filter(is('genre', 'crime'));
const april = sold.filter(is('day', '2025-04-12'));
const months = ranked(
  sold,
  ({ day = '' }) => day.slice(0, 7),
  (group) => sum(group, price),
);

/** Each row has a price and no number of pieces: what was taken is all of them, what one costs is their mean. */
export const market: readonly Question[] = [
  q('How much money did we make in total?', sum(sold, price)),
  q('how much did we earn from crime?', sum(crime, price)),
  q(['how much did we earn from crime?', 'and travel?'], sum(sold.filter(is('genre', 'travel')), price)),
  has('How much did we take in each month?', ...months.flat()),
  q('how much does a crime book cost?', mean(crime, price)),
  q(['how much did we take on 2025-04-12?', 'and how many titles did we sell that day?'], april.length),
  no('what did books of over 3 years cost?', 'years'),
  no('how many books for children over 3 years old', 'old'),
  no('how many books did we sell in the last 3 months?', 'last 3 months'),
];
