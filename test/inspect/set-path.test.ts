import { expect, it } from 'vitest';
import { valueChanges } from '../../src/inspect/sessions/context-changes.ts';
import { setPath } from '../../src/inspect/set-path.ts';

it('shares what did not change with the value before', () => {
  const before = { a: { b: 1 }, c: { d: 2 } };
  const after = setPath(before, { path: ['a', 'b'], value: 3 }) as typeof before;
  expect(after).toEqual({ a: { b: 3 }, c: { d: 2 } });
  expect(after.c).toBe(before.c);
  expect(before.a.b).toBe(1);
});

it('replaces all for an empty path', () => {
  expect(setPath({ a: 1 }, { path: [], value: [1] })).toEqual([1]);
});

it('makes the objects on the way', () => {
  expect(setPath(undefined, { path: ['a', 'b'], value: 1 })).toEqual({ a: { b: 1 } });
});

it('changes an item of a list and takes one out', () => {
  expect(setPath({ list: [1, 2, 3] }, { path: ['list', 1], value: 9 })).toEqual({ list: [1, 9, 3] });
  expect(setPath({ list: [1, 2, 3] }, { path: ['list', 2] })).toEqual({ list: [1, 2] });
});

it('changes what is left of a list that was cut', () => {
  const cut = { $cut: 'list', size: 90, head: [{ done: false }] };
  expect(setPath({ list: cut }, { path: ['list', 0, 'done'], value: true })).toEqual({
    list: { $cut: 'list', size: 90, head: [{ done: true }] },
  });
});

it('follows keys that come and go and are called like something every object has', () => {
  const contexts = [
    {},
    '{"constructor":{"a":1}}',
    '{"__proto__":{"b":[1]},"toString":2}',
    '{"valueOf":{"c":1}}',
    {},
  ].map((each) => ({ retired: typeof each === 'string' ? (JSON.parse(each) as object) : each }));
  contexts.reduce((before, after) => {
    const shown = valueChanges(before, after, 50).reduce<unknown>((value, change) => setPath(value, change), before);
    expect(JSON.stringify(shown)).toBe(JSON.stringify(after));
    return after;
  });
});
