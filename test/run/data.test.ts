import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readData, toData, toErrorData } from '../../src/run/data.ts';

/** Through a log and back. */
const kept = (value: unknown) => {
  const json = JSON.stringify(toData(value, 'It'));
  return readData(json === undefined ? undefined : JSON.parse(json));
};

describe('data', () => {
  it.each<[string, unknown]>([
    ['a date', new Date(5)],
    ['a date that is none', new Date(Number.NaN)],
    ['a map of maps', new Map([['a', new Map([[1, 'x']])]])],
    ['a set', new Set([1, 'two', { three: 3 }])],
    ['bytes', new Uint8Array([0, 255, 7])],
    ['a big number', 12345678901234567890n],
    ['what is no number', [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
    ['a hole in a list', [1, undefined, 3]],
    ['an object that looks like what stands for something', { $troupe: 'date', value: 'no' }],
    ['a field of the name of a prototype', JSON.parse('{"__proto__":{"a":1}}')],
  ])('%s comes back as it was', (_, value) => {
    expect(kept({ value })).toEqual({ value });
  });

  it('an error comes back with its name, its cause and its fields', () => {
    const cause = new RangeError('below');
    const error = Object.assign(new TypeError('above', { cause }), { code: 'E1', at: new Date(1) });
    const read = kept(error);
    expect(read).toBeInstanceOf(Error);
    expect(read).toMatchObject({ name: 'TypeError', message: 'above', code: 'E1', at: new Date(1) });
    expect((read as Error).cause).toMatchObject({ name: 'RangeError', message: 'below' });
  });

  it('whatever JSON has comes back as it was, and as a copy', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = kept(value);
        expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
        if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value);
      }),
    );
  });

  it.each<[string, unknown, string]>([
    ['a response', { data: new Response('') }, '.data is an instance of Response'],
    ['a function in a list', { list: [1, () => 2] }, '.list[1] is a function'],
    ['a symbol', Symbol('x'), 'it is a symbol'],
    ['an instance of a class', { a: { b: new (class Money {})() } }, '.a.b is an instance of Money'],
    ['a value in a map', new Map([['k', () => {}]]), '.get(k) is a function'],
  ])('%s is refused with its place', (_, value, message) => {
    expect(() => toData(value, 'The event "x"')).toThrow(`The event "x" is not data: ${message}`);
    expect(() => toData(value, 'It')).toThrow('Give plain data (JSON, Date, Map, Set, Error, Uint8Array).');
  });

  it('what contains itself is refused', () => {
    const ring: Record<string, unknown> = {};
    ring.self = ring;
    expect(() => toData(ring, 'It')).toThrow('.self is a value that contains itself');
  });

  it('of a tree whose nodes know their parents, and of a list whose members know each other, each is written once', () => {
    const root: Record<string, unknown> = {};
    root.children = [1, 2, 3].map((name) => ({ name, parent: root, twins: [{ of: name }, { of: name }] }));
    const again = '[a value that contains itself]';
    const twins = (name: number) => [{ of: name }, { of: name }];
    expect(toErrorData(root)).toEqual({
      children: [1, 2, 3].map((name) => ({ name, parent: again, twins: twins(name) })),
    });
    const friends: object[] = [];
    for (let name = 0; name < 30; name++) friends.push({ name, friends });
    expect(toErrorData(friends)).toEqual(friends.map((_, name) => ({ name, friends: again })));
    const known = friends.map((_, name) => ({ name, knows: [] as object[] }));
    for (const each of known) each.knows.push(...known);
    expect(JSON.stringify(toErrorData(known)).length).toBeLessThan(40_000);
  });

  it('of what was thrown, what is no data is only named', () => {
    const error = Object.assign(new Error('x'), { socket: () => {} });
    expect(readData(toErrorData(error))).toMatchObject({ message: 'x', socket: '[a function (socket)]' });
  });
});
