import { describe, expect, it } from 'vitest';
import { jsonFieldReader } from '../../src/models/json-field-reader.ts';

/** What is told of a text that arrives in pieces of one size. */
function read(
  text: string,
  { size = 1, isWanted = (_: Readonly<Record<string, unknown>>): boolean => true } = {},
): string[] {
  const told: string[] = [];
  const add = jsonFieldReader('answer', (piece) => told.push(piece), isWanted);
  for (let at = 0; at < text.length; at += size) add(text.slice(at, at + size));
  return told;
}

const answer = 'Line one\nand "two" \\ tab\t, 三 \u0001 and 😀 \u2028.';

describe('jsonFieldReader', () => {
  it.each([1, 2, 3, 7, 1000])('tells exactly the text of the field, in pieces of %d', (size) => {
    const text = JSON.stringify({
      a: 1,
      b: 'x"y',
      c: [1, '}', { answer: 'no' }],
      d: { answer: 'no' },
      answer,
      e: 'later',
    });
    expect(read(text, { size }).join('')).toBe(answer);
  });

  it('tells the first characters before the field has ended', () => {
    const told: string[] = [];
    const add = jsonFieldReader(
      'answer',
      (piece) => told.push(piece),
      () => true,
    );
    add('{"complexity":"simple","answer":"The first wo');
    expect(told).toEqual(['The first wo']);
  });

  it('reads escapes of every kind, also cut in the middle', () => {
    const text = String.raw`{"answer":"\u4e09\ud83d\ude00\n\/\"\\ \b\f\r\t"}`;
    expect(read(text).join('')).toBe(JSON.parse(text).answer);
    expect(read(text, { size: 4 }).join('')).toBe(JSON.parse(text).answer);
  });

  it.each([
    ['a code fence', '```json\n{"answer":"yes"}\n```'],
    ['thinking in tags', '<think>shall I say {"answer": "no"}?</think>\n{"answer":"yes"}'],
    [
      'thinking that is cut by tags of its own',
      '<Reasoning>a < b, <b>{</b> </thin> {</reasoning> <br>\n{"answer":"yes"}',
    ],
    ['both', '<think>hm</think>```\n{ "answer" : "yes" }'],
    ['white space', '\n\n  {\n  "answer"\n: "yes"}'],
  ])('passes over %s', (_, text) => {
    expect(read(text).join('')).toBe('yes');
  });

  it('asks whether the field is wanted, with the plain values before it', () => {
    const asked: unknown[] = [];
    const isWanted = (before: Readonly<Record<string, unknown>>) => {
      asked.push({ ...before });
      return false;
    };
    const text = '{"a":"x","n":-1.5e2,"t":true,"z":null,"list":["q"],"answer":"no"}';
    expect(read(text, { isWanted })).toEqual([]);
    expect(asked).toEqual([{ a: 'x', n: -150, t: true, z: null }]);
  });

  it.each([
    ['a field that is no text', '{"answer":null}'],
    ['another object', '{"other":"yes"}'],
    ['prose with braces', 'Use {braces} like {"answer":"no"}'],
    ['broken values', '{"a":tru,"answer":"no"}'],
    ['thinking that does not end', '<think>{"answer":"no"}'],
    ['an empty text', ''],
  ])('tells nothing of %s', (_, text) => {
    expect(read(text)).toEqual([]);
  });

  it.each([
    ['thinking', `<think>${'{ a } > '.repeat(250_000)}</think>`],
    ['tags', `<a>${'<b> > '.repeat(350_000)}`],
  ])('reads past megabytes of %s with work that grows with their length only', (_, preamble) => {
    expect(read(`${preamble}{"answer":"yes"}`, { size: 1000 }).join('')).toBe('yes');
  });

  it('gives up on megabytes of a broken value with work that grows with their length only', () => {
    expect(read(`{"a":${'"" { '.repeat(400_000)},"answer":"no"}`, { size: 1000 })).toEqual([]);
  });

  it('ends with the field: what comes after it is not told', () => {
    expect(read('{"answer":"yes","answer":"no"} {"answer":"no"}').join('')).toBe('yes');
  });
});
