import { expect, it } from 'vitest';
import { roundedPath } from '../../../src/inspect/chart/rounded-path.ts';
import { straighten } from '../../../src/inspect/chart/straighten.ts';

const points = (...list: readonly (readonly [number, number])[]) => list.map(([x, y]) => ({ x, y }));

it('rounds corners and leaves room for the arrow', () => {
  expect(roundedPath(points([0, 0], [0, 50], [40, 50]), 6, 8)).toBe('M 0 0 L 0 44 Q 0 50 6 50 L 32 50');
});

it('rounds a short corner less', () => {
  expect(roundedPath(points([0, 0], [0, 4], [40, 4]), 6, 0)).toBe('M 0 0 L 0 2 Q 0 4 2 4 L 40 4');
});

it('takes out a small jog and keeps a large one', () => {
  expect(straighten(points([0, 0], [0, 10], [2, 10], [2, 50]))).toEqual(points([0, 0], [0, 50]));
  const large = points([0, 0], [0, 10], [20, 10], [20, 50]);
  expect(straighten(large)).toEqual(large);
});

it('keeps the end of a line where the part before a jog can move', () => {
  const line = points([0, 0], [0, 10], [30, 10], [30, 20], [32, 20], [32, 60]);
  expect(straighten(line)).toEqual(points([0, 0], [0, 10], [32, 10], [32, 60]));
});

it('keeps the beginning of a line where the part after a jog can move', () => {
  const line = points([0, 0], [0, 10], [2, 10], [2, 50], [40, 50], [40, 80]);
  expect(straighten(line)).toEqual(points([0, 0], [0, 50], [40, 50], [40, 80]));
});

it('leaves a line alone that turns back', () => {
  const line = points([0, 0], [0, 10], [2, 10], [2, -50]);
  expect(straighten(line)).toEqual(line);
});
