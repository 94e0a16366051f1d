import { count, dollars, duration } from '../state/format.ts';
import { attemptOf, type Bar } from './bars.ts';
import { type Cursor, toneOf } from './read-gantt.ts';

/** What there is to say of a bar: its name first, then facts as a name and a value. */
export function barFacts(
  bar: Bar,
  now: number,
): { readonly title: string; readonly facts: readonly (readonly [string, string])[] } {
  const { attempt, turn } = attemptOf(bar.key);
  const end = bar.end ?? now;
  const { spent } = bar;
  const facts: [string, string][] = [[bar.end === undefined ? 'so far' : 'took', duration(end - bar.start)]];
  if (bar.kind === 'model' && bar.first !== undefined && bar.first > bar.start) {
    facts.push(['first word after', duration(bar.first - bar.start)]);
  }
  if (spent && spent.inputTokens + spent.outputTokens > 0) {
    facts.push(['tokens', `${count(spent.inputTokens)} in, ${count(spent.outputTokens)} out`]);
  }
  if (spent?.costUsd !== undefined) facts.push(['cost', dollars(spent.costUsd)]);
  if (bar.kind !== 'person' && (attempt > 1 || turn > 1))
    facts.push(['attempt', turn > 1 ? `${attempt}, turn ${turn}` : String(attempt)]);
  if (bar.problem !== undefined) facts.push(['failed', bar.problem]);
  else if (bar.badSeq !== undefined) facts.push(['refused', `at #${bar.badSeq}`]);
  const entries = bar.endSeq === undefined ? `#${bar.startSeq}` : `#${bar.startSeq} to #${bar.endSeq}`;
  facts.push(['entries', entries]);
  return { title: bar.kind === 'person' ? `You: ${bar.name}` : bar.name, facts };
}

const tones = { run: 'at work', done: 'done', fail: 'failed', stopped: 'given up' } as const;

/** The same in words, for whoever does not see the bar. */
export function barWords(bar: Bar, cursor: Cursor): string[] {
  const { title, facts } = barFacts(bar, cursor.at);
  return [title, tones[toneOf(bar, cursor)], ...facts.map(([name, value]) => `${name} ${value}`)];
}
