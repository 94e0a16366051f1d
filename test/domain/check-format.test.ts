import { describe, expect, it } from 'vitest';
import { checkFormat } from '../../src/domain/check-format.ts';

const table = '| region | units |\n| --- | ---: |\n| North | 7 |';
const samples = {
  number: [
    '7',
    '1,234.50',
    '**€1 234.50**',
    '-12%',
    '约 12 万',
    'There are 7 apples.',
    '12 kg CO2',
    '42\n\nFrom 3 rows.',
  ],
  table: [table, `Here it is:\n\n${table}\n\nAll rows of 2024.`, 'a | b\n--|--\n1 | 2', '|项目|\n|:-:|\n|甲|'],
  list: [
    '- a\n- b',
    '1. a\n2) b',
    'All of them:\n\n* a',
    '（1）甲\n（2）乙',
    '一、甲',
    'Lisbon, Porto, Faro',
    'Lisbon\nPorto',
    '甲、乙',
  ],
  json: ['{"a": 1}', '[1, 2]', ' 7 ', '```json\n{"a": 1}\n```', 'Here:\n```\n[]\n```\nDone.'],
  'yes/no': ['yes', 'No.', '**Yes**, because of 7.', 'TRUE', '是', '是的，因为', '否。', '不是'],
  date: [
    '2026-01-31',
    'It ends on 1/5/2024.',
    '31.12.2024',
    'Jan 1 2005',
    '3rd of March',
    'March 2024',
    '2024年3月',
    '5月1日',
  ],
};
type Kind = keyof typeof samples;

const failures: Readonly<Record<Kind, readonly string[]>> = {
  number: ['none', 'seven', '3 of 7', 'In 2024 it was 7.', '2024-01-31', 'The figures:\n7'],
  table: ['North sold 7.', '- North: 7', 'a | b\n1 | 2', '---', '| --- |'],
  list: ['There are three. The first is Lisbon.', '一共三个。第一个是里斯本。'],
  json: ['a: 1', '{"a": 1', 'It is {"a": 1}.', '```json\n{a}\n```', '```\n1\n```\n```\n2\n```'],
  'yes/no': ['It depends.', 'Nothing yet', 'Probably yes', '不确定', '无法判断', '是非题'],
  date: ['soon', '7', 'in May', 'the third'],
};

const asked: Readonly<Record<Kind, readonly string[]>> = {
  number: [
    'number',
    'a single number, no words',
    'Integer',
    'one number with two decimals',
    '一个数字',
    '百分比（保留一位小数）',
  ],
  table: [
    ...['table', 'a Markdown table', 'Table with a date and a number in each row', 'a table of numbers, not a list'],
    ...['an overview in a table', '表格', '包含日期的表格', '一个 Markdown 表格，列为地区、数字'],
  ],
  list: ['list', 'A bulleted list of dates', 'bullet points', 'date list', '列表', '按日期排序的清单'],
  json: ['json', 'JSON object with fields a and b', 'a table as JSON', 'valid JSON or nothing', 'JSON 数组'],
  'yes/no': ['yes/no', 'Yes or no, with the reason', 'boolean', 'true / false', '是/否', '是或否，并说明理由'],
  date: ['date', 'an ISO date (YYYY-MM-DD)', '日期'],
};
const kinds = Object.keys(samples) as Kind[]; // the keys of the table above
const cases = kinds.flatMap((kind) => asked[kind].map((format) => [format, kind] as const));

describe('checkFormat', () => {
  it.each(cases)('takes %j for a %s', (format, kind) => {
    for (const text of samples[kind]) expect(checkFormat(format, text), text).toBe(true);
    for (const text of failures[kind]) {
      expect(checkFormat(format, text), text).toContain(`The step asks for "${format}": the result has to be `);
    }
  });

  it('says what was expected', () => {
    expect(checkFormat('one number', 'In 2024 it was 7.')).toBe(
      'The step asks for "one number": the result has to be one number, with no other figure on its first line.',
    );
  });

  it.each([
    undefined,
    '',
    'text',
    'plain text, no table',
    'without a list',
    'two paragraphs',
    'a report sorted by date',
    'an up-to-date overview',
    'a table of contents',
    'a table or a list',
    'a number and a short explanation',
    'the number of orders per region',
    'numbers',
    'numbered chapters',
    'CSV',
    'JSON lines',
    '短文',
    '不要表格',
    '数字化转型报告',
    '各地区的数字',
    '表格或列表',
    `a table ${'x'.repeat(300)}`,
  ])('checks nothing for %j', (format) => {
    expect(checkFormat(format, 'whatever. It is')).toBeUndefined();
  });
});
