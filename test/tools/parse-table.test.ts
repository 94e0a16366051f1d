import { describe, expect, it } from 'vitest';
import { parseTable } from '../../src/tools/tables/parse-table.ts';

const parse = (text: string, name = 'file.csv') => parseTable(name, new TextEncoder().encode(text));
const types = (text: string, name?: string) =>
  parse(text, name).columns.map(({ name: column, type }) => `${column}:${type}`);

describe('a table file', () => {
  it('reads quoted fields, a byte order mark and Chinese names', () => {
    const table = parse('\uFEFF地区,"备注"\r\n北部,"a, ""b""\nc"\r\n');
    expect(table.columns.map((column) => column.name)).toEqual(['地区', '备注']);
    expect(table.rows).toEqual([['北部', 'a, "b"\nc']]);
  });

  it('reads thousands, currency signs, percentages and accounting negatives as numbers', () => {
    const table = parse('a;b;c;d\n"1,234.50";$12;(300);12%\n-5;¥1,000;N/A;50%\n');
    expect(table.rows).toEqual([
      [1234.5, 12, -300, 0.12],
      [-5, 1000, null, 0.5],
    ]);
  });

  it('keeps ids with leading zeros and European decimals as text', () => {
    expect(types('id\tamount\n007\t1.234,56\n008\t2,5\n')).toEqual(['id:text', 'amount:text']);
  });

  it.each([
    ['Jan 1 2005', '2005-01-01'],
    ['January 1st, 2005', '2005-01-01'],
    ['1 Jan 2005', '2005-01-01'],
    ['01-Jan-05', '2005-01-01'],
    ['Sat, Jan 1, 2005', '2005-01-01'],
    ['Sept 3, 2024', '2024-09-03'],
    ['2005 Jan 1', '2005-01-01'],
    ['March 2024', '2024-03'],
    ['2024年3月5日', '2024-03-05'],
    ['2024年3月', '2024-03'],
    ['2024/3/5', '2024-03-05'],
    ['2024-03-05T10:30:00Z', '2024-03-05'],
    ['Mar 5, 2024 10:30 PM', '2024-03-05'],
    ['31.12.2024', '2024-12-31'],
    ['5.1.2024', '2024-01-05'],
    ['31/12/24', '2024-12-31'],
    ['12/31/1999 8:05', '1999-12-31'],
  ])('reads %j as a date', (written, date) => {
    const table = parse(`d\n"${written}"\n`);
    expect(table.columns[0]?.type).toBe('date');
    expect(table.rows).toEqual([[date]]);
  });

  it.each(['2025-02-30', 'Jan 32 2005', '13/13/2024', 'May', 'Room 5 2024', '1/5', 'version 1.2.2024'])(
    'takes %j for no date',
    (written) => {
      expect(types(`d\n"${written}"\n`)).toEqual(['d:text']);
    },
  );

  it('finds out whether the day or the month comes first, from the column or from another one of the file', () => {
    expect(parse('d\n31/12/2025\n01/02/2025\n').rows).toEqual([['2025-12-31'], ['2025-02-01']]);
    expect(parse('d\n1/5/2024\n1/31/2024\n').rows).toEqual([['2024-01-05'], ['2024-01-31']]);
    expect(parse('a,b\n1/5/2024,1/31/2024\n').rows).toEqual([['2024-01-05', '2024-01-31']]);
    expect(parse('a,b\n1/5/2024,31/1/2024\n').rows).toEqual([['2024-05-01', '2024-01-31']]);
    expect(parse('d\n5/5/2024\n').rows).toEqual([['2024-05-05']]);
  });

  it('leaves dates as text that can be two days, and says so', () => {
    expect(types('d\n03/04/2025\n')).toEqual(['d:text']);
    expect(parse('d\n03/04/2025\n').columns[0]?.notDate).toEqual({ line: 2, value: '03/04/2025', isUnclear: true });
    // One column says the one, another the other.
    expect(types('a,b,c\n1/5/2024,31/1/2024,1/31/2024\n')).toEqual(['a:text', 'b:date', 'c:date']);
  });

  it('numbers every column of a name that occurs twice and names those without', () => {
    expect(types('price,Price,\n1,2,3\n')).toEqual(['price (1):number', 'Price (2):number', 'column 3:number']);
  });

  it('names the file and the line of a ragged row', () => {
    expect(() => parse('a,b\n1,2\n3\n')).toThrow(/^file\.csv, line 3: .*Fix that line/);
    expect(() => parse('a,b\n1,2,3\n')).toThrow(/file\.csv, line 2/);
    expect(() => parse('a,b\n"1,2\n')).toThrow(/file\.csv/);
  });

  it('says what is wrong with an empty, a binary and a wrongly encoded file', () => {
    expect(() => parse('  \n')).toThrow('file.csv is empty');
    expect(() => parseTable('x.csv', new Uint8Array([65, 0, 66]))).toThrow('x.csv is not a text file');
    expect(() => parseTable('x.csv', new Uint8Array([0xb5, 0xd8, 0xc7, 0xf8]))).toThrow('x.csv is not UTF-8 text');
  });

  it('reads a list of JSON objects with differing keys, and says when it is none', () => {
    const table = parse('[{"a":1},{"a":2,"b":"x"}]', 'x.json');
    expect(table.rows).toEqual([
      [1, null],
      [2, 'x'],
    ]);
    expect(() => parse('{"a":1}', 'x.json')).toThrow('x.json holds no list');
    expect(() => parse('[1]', 'x.json')).toThrow('x.json: item 1 is not an object');
    expect(() => parse('[{', 'x.json')).toThrow('x.json is not JSON');
  });

  it('says that its objects have too many keys, or values that are nested too deeply', () => {
    const apart = Array.from({ length: 3000 }, (_, item) => ({ [`key ${item}`]: item }));
    expect(() => parse(JSON.stringify(apart), 'x.json')).toThrow(
      'x.json has 3000 different keys; at most 2000 are read.',
    );
    const deep = `[{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}]`;
    expect(() => parse(deep, 'x.json')).toThrow('x.json: item 1 is nested too deeply.');
  });

  it('remembers the cell that keeps a column from being numbers', () => {
    expect(parse('n\n1\n2\nabc\n').columns[0]).toMatchObject({ type: 'text', notNumber: { line: 4, value: 'abc' } });
  });

  it('drops control characters from names and cells', () => {
    const table = parse('na\u001b[31mme\nval\u0007ue\u202e\n');
    expect(table.columns[0]?.name).toBe('na[31mme');
    expect(table.rows).toEqual([['value']]);
  });
});
