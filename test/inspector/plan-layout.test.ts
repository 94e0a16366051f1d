import { expect, it } from 'vitest';
import { ranksOf, wrapped } from '../../inspector/src/parts/plan-layout.ts';

it('puts a step below the last of its needs', () => {
  const steps = [
    { id: '1', dependencies: [] },
    { id: '2', dependencies: ['1'] },
    { id: '3', dependencies: ['1', '2', 'unknown'] },
  ];
  expect([...ranksOf(steps)]).toEqual([
    ['1', 0],
    ['2', 1],
    ['3', 2],
  ]);
});

it('comes to an end with steps that need each other', () => {
  const steps = [
    { id: '1', dependencies: ['2'] },
    { id: '2', dependencies: ['1'] },
  ];
  expect(ranksOf(steps).size).toBe(2);
});

it('breaks a text between words and cuts what is more than two lines', () => {
  expect(wrapped('short', 10)).toEqual(['short']);
  expect(wrapped('find all sources', 10)).toEqual(['find all', 'sources']);
  expect(wrapped('find all sources and read them', 10)).toEqual(['find all', 'sources a…']);
});
