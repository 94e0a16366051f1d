import type { Measurement } from './measure-request.ts';

type Pair = readonly [charts: Measurement, loop: Measurement];

const group = (value: number) => String(Math.round(value)).replace(/(\d)(?=(\d{3})+$)/g, '$1,');
const ratio = (one: number, other: number) => (other === 0 ? '–' : (one / other).toFixed(2));
const row = (...cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

const columns: readonly (readonly [name: string, count: (measured: Measurement) => number])[] = [
  ['calls', ({ calls }) => calls.length],
  ['tokens in', ({ inputTokens }) => inputTokens],
  ['tokens out', ({ outputTokens }) => outputTokens],
  ['largest call', ({ largestCall }) => largestCall],
  ['critical path', ({ criticalPath }) => criticalPath],
];

const verdict = ({ failure, missing }: Measurement) =>
  failure ? 'failed' : missing.length > 0 ? `${missing.length} missing` : 'right';

/** The Markdown tables of both sides: request by request, the sums with their ratios, and what else was looked at. */
export function toTables(charts: readonly Measurement[], loop: readonly Measurement[]): string {
  const pairs = charts.flatMap((one): Pair[] => {
    const other = loop.find(({ id }) => id === one.id);
    return other ? [[one, other]] : [];
  });
  const unpaired = [...charts, ...loop].map(({ id }) => id).filter((id) => !pairs.some(([one]) => one.id === id));
  return [
    row('request', ...columns.map(([name]) => `${name}: charts / loop`), 'answer: charts / loop'),
    row(...Array.from({ length: columns.length + 2 }, () => '---')),
    ...pairs.map(([one, other]) =>
      row(
        `${one.id} ${one.kind}`,
        ...columns.map(([, count]) => `${group(count(one))} / ${group(count(other))}`),
        `${verdict(one)} / ${verdict(other)}`,
      ),
    ),
    '',
    ...totals(pairs),
    ...(unpaired.length > 0 ? ['', `Measured on one side only, and left out: ${unpaired.join(', ')}.`] : []),
  ].join('\n');
}

function totals(pairs: readonly Pair[]): string[] {
  const [own, others] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
  const total = (list: readonly Measurement[], [name, count]: (typeof columns)[number]) =>
    name === 'largest call' ? Math.max(0, ...list.map(count)) : list.reduce((sum, each) => sum + count(each), 0);
  const count = (list: readonly Measurement[], isSo: (each: Measurement) => boolean) => list.filter(isSo).length;
  const isRight = (each: Measurement) => verdict(each) === 'right';
  const isRepeating = (each: Measurement) => each.writtenTwice.length > 0;
  return [
    row(`all ${pairs.length}`, 'charts', 'loop', 'charts ÷ loop'),
    row('---', '---', '---', '---'),
    ...columns.map((column) => {
      const [one, other] = [total(own, column), total(others, column)];
      return row(column[0], group(one), group(other), ratio(one, other));
    }),
    row('right answers', count(own, isRight), count(others, isRight), ''),
    row('requests with a text written twice', count(own, isRepeating), count(others, isRepeating), ''),
    row(
      'logs that replay',
      count(own, ({ replays }) => replays === true),
      '–',
      '',
    ),
  ];
}
