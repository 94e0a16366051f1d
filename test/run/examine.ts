/** What has to be true of a run however often it was killed. */
import { isDeepStrictEqual } from 'node:util';
import type { Entry } from '../../src/log/entry.ts';
import { charts, endOf, played } from './charts.ts';
import type { Essence } from './essence.ts';
import type { Life } from './lives.ts';
import type { Deed } from './side-file.ts';

/** What came of a machine in plain XState. */
export interface Plain {
  readonly essence: Essence;
  readonly deeds: readonly Deed[];
}

/** All that is wrong with a run. */
export function problemsOf(name: string, run: string, lives: readonly Life[], plain: Plain): string[] {
  const last = lives.at(-1);
  if (!last) return ['Nothing happened.'];
  const problems = lives.flatMap((life, index) => [
    ...wrongInLife(run, lives[index - 1]?.entries ?? [], life),
    ...(life.report?.problems ?? []),
  ]);
  return [...problems, ...wrongAtLast(name, last, plain), ...wrongDeeds(lives, plain)];
}

/** What one process did that it should not have, with what was stored before it. */
function wrongInLife(run: string, before: readonly Entry[], { deeds, entries }: Life): string[] {
  const keysOf = (list: readonly Entry[], ...types: readonly string[]) =>
    new Set(list.flatMap(({ type, data }) => (types.includes(type) && 'key' in data ? [`${run}/${data.key}`] : [])));
  const settled = keysOf(before, 'effect.completed', 'effect.failed');
  const started = keysOf(entries, 'effect.started');
  const ids = entries.flatMap((entry) => (entry.type === 'event.received' && entry.data.id ? [entry.data.id] : []));
  const done = deeds.flatMap(({ key }) => key ?? []);
  const isPrefix = isDeepStrictEqual(entries.slice(0, before.length), before);
  return [
    ...(isPrefix ? [] : ['What was stored is stored no more.']),
    ...done.filter((key) => settled.has(key)).map((key) => `${key} was recorded and was performed again.`),
    ...done.filter((key) => !started.has(key)).map((key) => `${key} was performed and its start is not stored.`),
    ...twice(done).map((key) => `${key} was performed twice by one process.`),
    ...twice(ids).map((id) => `The event ${id} was taken twice.`),
    ...deeds
      .flatMap(({ what }) => (what.startsWith('acked ') ? [what.slice(6)] : []))
      .filter((id) => !ids.includes(id))
      .map((id) => `The event ${id} was confirmed and is not stored.`),
  ];
}

/** How the run ended, and whether its log comes out the same again. */
function wrongAtLast(name: string, { entries, report }: Life, plain: Plain): string[] {
  if (endOf(entries) === undefined) return ['The run has not ended.'];
  const { chart, used } = charts(name);
  const same = used.mayDiffer?.same ?? ((essence: Essence) => essence);
  const { essence, differs } = played(entries, chart);
  const [came, expected] = [same(essence), same(plain.essence)];
  return [
    ...(differs === undefined ? [] : [differs]),
    // Regions that work side by side may write in any order.
    ...(isDeepStrictEqual(came, expected)
      ? []
      : [`It came to ${JSON.stringify(came)}, plain XState to ${JSON.stringify(expected)}.`]),
    ...(!report?.live || isDeepStrictEqual(report.live, essence)
      ? []
      : [`Its process saw ${JSON.stringify(report.live)}, a replay ${JSON.stringify(essence)}.`]),
  ];
}

/** Whether everything was done outside that plain XState does, and nothing else. */
function wrongDeeds(lives: readonly Life[], plain: Plain): string[] {
  const whats = (deeds: readonly Deed[]) =>
    new Set(deeds.map(({ what }) => what).filter((what) => !/^acked /.test(what)));
  const [mine, theirs] = [whats(lives.flatMap(({ deeds }) => deeds)), whats(plain.deeds)];
  return [
    ...[...theirs].filter((what) => !mine.has(what)).map((what) => `"${what}" was never done.`),
    ...[...mine].filter((what) => !theirs.has(what)).map((what) => `"${what}" is not done by plain XState.`),
  ];
}

const twice = (list: readonly string[]) => [...new Set(list.filter((each, index) => list.indexOf(each) !== index))];
