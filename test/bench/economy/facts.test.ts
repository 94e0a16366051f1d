import { describe, expect, it } from 'vitest';
import { makeRows } from '../../../bench/economy/data.ts';
import { smallFacts } from '../../../bench/economy/expected.ts';
import { largeFacts } from '../../../bench/economy/expected-large.ts';
import { day, type Fact, figure, missing, said, words } from '../../../bench/economy/facts.ts';
import { largeRequests } from '../../../bench/economy/large-requests.ts';
import { smallRequests } from '../../../bench/economy/requests.ts';

const rows = makeRows();
const facts = { ...smallFacts(rows), ...largeFacts(rows) };
const requests = [...smallRequests(rows.orders), ...largeRequests];
const ids = requests.map(({ id }) => id);

describe('a fact', () => {
  it.each([
    '509,558.52',
    '509558.52',
    '509 558,52',
    '509\u202f558.52',
    '509.558,52',
    '50.96 万',
    '509.6k',
    '€509,559',
    '**509,558.52**',
  ])('is a number as people write it: %s', (written) =>
    expect(missing([figure('revenue', 509_558.52)], `Revenue was ${written} in 2024.`)).toEqual([]),
  );

  it.each(['509,658.52', '51 万', '5,095.58', '609 558,52', '0.51 million'])('is not another number: %s', (written) =>
    expect(missing([figure('revenue', 509_558.52)], `Revenue was ${written} in 2024.`)).toEqual([
      'revenue (509558.52)',
    ]),
  );

  it.each(['2025-03-04', '2025/3/4', 'March 4, 2025', '4 March 2025', 'Mar 4', 'the 4th of March', '2025年3月4日'])(
    'is a day as people write it: %s',
    (written) => expect(missing([day('last', '2025-03-04')], `It was ${written}.`)).toEqual([]),
  );

  it.each(['2025-03-14', 'March 14', '24 March', '13月4日', '2024-03-04'])('is not another day: %s', (written) =>
    expect(missing([day('last', '2025-03-04')], `It was ${written}.`)).toHaveLength(1),
  );

  it('is one of several words, whatever their case and dress', () => {
    expect(missing([words('who', 'NorPost')], 'It is **norpost**.')).toEqual([]);
    expect(missing([words('who', 'NorPost')], 'It is SwiftLine.')).toEqual(['who']);
  });
});

describe('a fact about somebody', () => {
  const both = [...said('North', figure('revenue', 123.4)), ...said('South', figure('revenue', 567.8))];
  const table = (north: string, south: string) =>
    `| region | revenue |\n|---|---:|\n| North | ${north} |\n| South | ${south} |`;
  const turned = (north: string, south: string) =>
    `| | North | South |\n|---|---|---|\n| revenue | ${north} | ${south} |`;
  const sections = (north: string, south: string) =>
    `## North\n\nRevenue was ${north}.\n\n## South\n\nRevenue was ${south}.`;
  const points = (north: string, south: string) => `1. North\n   - revenue: ${north}\n2. South\n   - revenue: ${south}`;
  const leads = (north: string, south: string) => `**North**\n- revenue: ${north}\n\n**South**\n- revenue: ${south}`;

  it.each([
    ['the row of a table', table],
    ['the column of a table', turned],
    ['a section', sections],
    ['a point with points below it', points],
    ['a line in bold', leads],
  ])('is found in %s, and not when the figures are exchanged', (_, write) => {
    expect(missing(both, write('123.40', '567.80'))).toEqual([]);
    expect(missing(both, write('567.80', '123.40'))).toHaveLength(2);
  });
});

/** What somebody may say who has everything right. */
const right = (list: readonly Fact[]) =>
  list.map(({ of, example, label }) => `- ${of?.[0] ?? label.replace(/\(.*/, '')}: ${example}`).join('\n');
/** The same with other figures. */
const wrong = (text: string) => text.replace(/\d/g, (digit) => String((Number(digit) + 3) % 10));

describe('the facts of the requests', () => {
  it('are there for each', () => expect(Object.keys(facts).sort()).toEqual(ids.toSorted()));

  it('are not in what is asked', () => {
    for (const { id, messages, reply = '' } of requests) {
      const asked = [...messages.map(({ content }) => content), reply].join('\n');
      const computed = facts[id]?.filter(({ example }) => /^\d+\.\d+$/.test(example)) ?? [];
      expect(missing(computed, asked)).toEqual(computed.map(({ label }) => label));
    }
  });

  it.each(ids)('%s: a right answer is accepted; one with other figures and one without any are refused', (id) => {
    const list = facts[id] ?? [];
    expect(missing(list, right(list))).toEqual([]);
    expect(missing(list, 'I have looked at everything.')).toEqual(list.map(({ label }) => label));
    const figures = list.filter(({ example }) => /\d/.test(example));
    expect(missing(figures, wrong(right(list))).length).toBeGreaterThanOrEqual(figures.length * 0.9);
  });

  it('takes an answer in English as a model writes it', () => {
    const answer = `SwiftLine owes us **EUR 16.86**: 15 % of the cost of the deliveries that came more than two days late.\n
| delivery | promised | late | cost |
|---|---|---|---|
| D1249 | 2025-01-13 | 6 | 34.84 |
| D1254 | 2025-01-19 | 5 | 22.56 |
| D1259 | 2025-01-29 | 6 | 55.00 |`;
    expect(missing(facts.q11 ?? [], answer)).toEqual([]);
    expect(missing(facts.q11 ?? [], answer.replace('16.86', '22.48').replace('D1254', 'D1255'))).toHaveLength(2);
  });

  it('takes an answer in Chinese as a model writes it', () => {
    const answer = 'NorPost 的迟到率为 17.7%（62 单中 11 单），SwiftLine 为 19.5%（41 单中 8 单），相差 1.8 个百分点。';
    expect(missing(facts.q09 ?? [], answer)).toEqual([]);
    expect(missing(facts.q09 ?? [], answer.replace('17.7', '16.7'))).toEqual(['NorPost: late (17.7419)']);
  });
});
