import { setFlagsFromString } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { growable } from '../../src/machines/growable.ts';
import { hostMachine } from '../../src/machines/host/host-machine.ts';

setFlagsFromString('--allow-natives-syntax');
/** Whether V8 keeps an object's fields in a fixed shape, and not in a dictionary. */
const isFast = new Function('value', 'return %HasFastProperties(value)') as (value: object) => boolean; // V8's own word for it

/** Forty fields, written as a literal. */
const literal = (letter: string) =>
  new Function(
    `return { ${Array.from({ length: 40 }, (_, index) => `${letter}${index}: ${index}`).join(', ')} }`,
  )() as Record<string, number>; // what the line above says

describe('growable', () => {
  it('keeps the fields in their order', () => {
    expect(Object.entries(growable({ b: 1, a: undefined, c: [2] }))).toEqual([
      ['b', 1],
      ['a', undefined],
      ['c', [2]],
    ]);
  });

  it('stays fast through the assigns of XState, where a literal becomes a dictionary', () => {
    expect(isFast(Object.assign({}, literal('x'), { x1: 5 }))).toBe(false);
    const changed = Object.assign({}, growable(literal('y')), { y1: 5 });
    expect(isFast(changed)).toBe(true);
    expect(isFast(Object.assign({}, changed, { y2: 'six' }))).toBe(true);
  });

  it('makes the context of the host one', () => {
    const host = createActor(hostMachine, { input: { messages: [] } });
    expect(isFast(host.getSnapshot().context)).toBe(true);
  });
});
