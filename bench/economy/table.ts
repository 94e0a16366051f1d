/**
 * Puts two folders of results side by side, as Markdown.
 *
 *   npx tsx bench/economy/table.ts .troupe/economy/charts .troupe/economy/loop
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Measurement } from './measure-request.ts';
import { toTables } from './to-tables.ts';

const [charts, loop] = process.argv.slice(2);
if (!charts || !loop) throw new Error('Give two folders of results: first that of the charts, then that of the loop.');

const resultsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Measurement); // measure.ts wrote it

console.log(toTables(resultsIn(charts), resultsIn(loop)));
