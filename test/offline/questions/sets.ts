import { readdirSync } from 'node:fs';
import { boats, teas } from './boats.ts';
import { chinese } from './chinese.ts';
import { everyday } from './everyday.ts';
import { expenses, flights, loans, race, requests } from './frames.ts';
import { attendance, cinema } from './frames-chinese.ts';
import { handbook } from './handbook.ts';
import { bookings, club, marks, players, stock } from './held-out.ts';
import { harvest, tickets, trips, wiki } from './held-out-again.ts';
import { market } from './market.ts';
import { air, members, repairs, reservations, takeaways } from './mended.ts';
import { notAnswered } from './not-answered.ts';
import { nested, quarters, years } from './orders.ts';
import { passages } from './passages.ts';
import { pathOf, type Question } from './raw.ts';
import { shop } from './shop.ts';
import { staff } from './staff.ts';
import { weather } from './weather.ts';

/** Each set of questions with the files that it is asked of. */
export const sets: readonly {
  readonly name: string;
  readonly files: readonly string[];
  readonly of: readonly Question[];
}[] = [
  { name: 'a table of sales', files: [pathOf('shop.csv')], of: shop },
  { name: 'a table of measurements', files: [pathOf('weather.csv')], of: weather },
  { name: 'a table of people', files: [pathOf('staff.tsv')], of: staff },
  { name: 'nested JSON', files: [pathOf('orders.json')], of: nested },
  { name: 'numeric years', files: [pathOf('power.csv')], of: years },
  { name: 'quarters', files: [pathOf('budget.csv')], of: quarters },
  {
    name: 'a folder of documents',
    files: readdirSync(pathOf('handbook')).map((name) => pathOf(`handbook/${name}`)),
    of: handbook,
  },
  { name: 'a table in Chinese', files: [pathOf('门店.csv')], of: chinese },
];

/** Questions that were written when the rules stood, in other words and of other files. */
export const heldOut: typeof sets = [
  { name: 'bookings', files: [pathOf('bookings.csv')], of: bookings },
  { name: 'players', files: [pathOf('players.tsv')], of: players },
  { name: 'stock in nested JSON', files: [pathOf('stock.json')], of: stock },
  { name: 'marks in Chinese', files: [pathOf('成绩.csv')], of: marks },
  { name: 'rules of a club', files: readdirSync(pathOf('club')).map((name) => pathOf(`club/${name}`)), of: club },
];

/** The same once more, when what the first ones had shown was mended. */
export const heldOutAgain: typeof sets = [
  { name: 'trips', files: [pathOf('trips.csv')], of: trips },
  { name: 'tickets in JSON Lines', files: [pathOf('tickets.jsonl')], of: tickets },
  { name: 'crops in Chinese', files: [pathOf('粮食.csv')], of: harvest },
  { name: 'a wiki', files: readdirSync(pathOf('wiki')).map((name) => pathOf(`wiki/${name}`)), of: wiki },
];

/** Frames of questions that the held-out ones had shown to be missing. */
export const frames: typeof sets = [
  { name: 'loans', files: [pathOf('loans.csv')], of: loans },
  { name: 'flights', files: [pathOf('flights.csv')], of: flights },
  { name: 'expenses', files: [pathOf('expenses.csv')], of: expenses },
  { name: 'a race', files: [pathOf('race.csv')], of: race },
  { name: 'requests to a server', files: [pathOf('requests.csv')], of: requests },
  { name: 'attendance in Chinese', files: [pathOf('考勤.csv')], of: attendance },
  { name: 'films in Chinese', files: [pathOf('电影.csv')], of: cinema },
  { name: 'air at stations', files: [pathOf('air.csv')], of: air },
  { name: 'repairs of machines', files: [pathOf('repairs.jsonl')], of: repairs },
  { name: 'reservations', files: [pathOf('reservations.csv')], of: reservations },
  { name: 'members with a fee', files: [pathOf('members.json')], of: members },
  { name: 'repairs of boats', files: [pathOf('boat_repairs.csv')], of: boats },
  { name: 'tea in Chinese', files: [pathOf('茶园采茶记录.csv')], of: teas },
  { name: 'a flea market', files: [pathOf('flea_market.csv')], of: market },
  { name: 'takeaways in Chinese', files: [pathOf('外卖订单.csv')], of: takeaways },
];

const folderOf = (name: string) => readdirSync(pathOf(name)).map((file) => pathOf(`${name}/${file}`));

/** Folders of documents, asked in everyday words. */
export const folders: typeof sets = [passages, everyday, notAnswered]
  .flatMap(Object.entries<readonly Question[]>)
  .map(([name, of]) => ({
    name: `documents: ${name}`,
    files: folderOf(name),
    of,
  }));

/** Questions that have an answer and are refused: the rules do not know the words. */
export const known: ReadonlySet<string> = new Set([
  'how many bookings were longer than 5 nights?',
  'which country stays the longest on average?',
  '平均入住几晚',
  'top five scorers',
  '有多少人不及格',
  '可以带狗进来吗',
  'what time do I have to be in the office at the latest?',
  "what's the fine for overdue books?",
  'how much water fits in the tank?',
  '国庆节加班工资怎么算？',
  'can I wear a ring at work?',
  'when can I visit a patient?',
  'how many users can I add?',
]);
