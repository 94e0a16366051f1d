/**
 * What a view costs: over a long log from its beginning, and after one more entry. Only the ratios mean something.
 *
 *   node bench/views.ts [--entries N] [--rounds N]
 */
import { parseArgs } from 'node:util';
import type { Entry } from '../src/log/entry.ts';
import type { Note } from '../src/log/entry-types.ts';
import { kinds } from '../src/log/own/kinds.ts';
import { RunLog } from '../src/log/run-log.ts';
import { views } from '../src/log/view/index.ts';

const { values } = parseArgs({
  options: { entries: { type: 'string', default: '200000' }, rounds: { type: 'string', default: '15' } },
});
const [count, rounds] = [Number(values.entries), Number(values.rounds)];

/** What runs are full of, with something for every view. */
const notes = (number: number): Note[] => {
  const key = `s${number}#1/ask#1.1`;
  const error = { code: 'timeout', message: 'Too slow.', retryable: true };
  const [id, actor] = [`${number}`, `host/step-${number}#1`];
  const step = { id, description: 'work', specialist: 'worker', dependencies: [], round: 1, version: 1, actor };
  const question = { id: `q${number}`, question: 'Which?' };
  return [
    { type: 'step.started', data: step },
    { type: 'effect.started', data: { key, kind: 'ask' } },
    { type: 'effect.failed', data: { key, kind: 'ask', error } },
    { type: 'step.failed', data: { id, actor, results: [], reason: 'Too slow.' } },
    { type: 'clarification.requested', data: question },
    { type: 'clarification.answered', data: { id: question.id, text: 'This.' } },
    { type: 'entry.recorded', data: kinds.memoryStored.make({ key: `k${number % 5_000}`, content: number }) },
    { type: 'entry.recorded', data: kinds.hopBegun.make({ question: 'Where?' }, { id: `h${number}` }) },
  ];
};
const log = new RunLog('r');
const at = new Date(0).toISOString();
for (let number = 0; log.entries.length <= count; number++) {
  for (const note of notes(number)) log.append({ ...note, actor: `host/step-${number}#1` }, at);
}
const all = log.entries;
const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;

console.log(`${count} entries, ${rounds} rounds; ms by the clock, the median\n`);
console.log(
  `${''.padEnd(16)}${['from the start', 'one more entry', 'times cheaper'].map((word) => word.padStart(16)).join('')}`,
);
for (const [name, view] of Object.entries(views) as [string, { of(entries: readonly Entry[]): unknown }][]) {
  const [whole, more]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    // A copy of the first entry is another log to a view.
    const entries = [{ ...(all[0] as Entry) }, ...all.slice(1, count)];
    const began = performance.now();
    view.of(entries);
    whole.push(performance.now() - began);
    const longer = [...entries, all[count] as Entry];
    const again = performance.now();
    view.of(longer);
    more.push(performance.now() - again);
  }
  const [from, one] = [median(whole), median(more)];
  const figures = [from.toFixed(2), one.toFixed(4), (from / one).toFixed(0)];
  console.log(`${name.padEnd(16)}${figures.map((figure) => figure.padStart(16)).join('')}`);
}
