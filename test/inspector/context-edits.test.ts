import { describe, expect, it } from 'vitest';
import { contextEdits } from '../../inspector/src/trying/context-edits.ts';

const context = {
  options: { limits: { rounds: 3, steps: 50 }, specialists: [{ name: 'a' }] },
  troubles: { 'x.y': { count: 1 } },
  looks: 0,
  answer: null,
  token: '[redacted]',
};
const edited = (change: (copy: typeof context) => void) => {
  const copy = structuredClone(context);
  change(copy);
  return contextEdits(context, copy);
};

describe('the changes of a context', () => {
  it('are the smallest places that differ', () => {
    const found = edited((copy) => {
      copy.options.limits.rounds = 1;
      copy.looks = 2;
    });
    expect(found).toEqual({
      ok: true,
      edits: [
        { path: 'options.limits.rounds', before: 3, value: 1 },
        { path: 'looks', before: 0, value: 2 },
      ],
    });
    expect(edited(() => {})).toEqual({ ok: true, edits: [] });
  });

  it('take a list of another length, and what has a dot in its name, as a whole', () => {
    const found = edited((copy) => {
      copy.options.specialists.push({ name: 'b' });
      copy.troubles['x.y'].count = 2;
    });
    expect(found).toMatchObject({
      edits: [{ path: 'options.specialists' }, { path: 'troubles', value: { 'x.y': { count: 2 } } }],
    });
  });

  it('are of the kind that stands there; anything may stand where there was nothing', () => {
    const wrong = edited((copy) => Object.assign(copy.options.limits, { rounds: 'two' }));
    expect(wrong).toEqual({
      ok: false,
      problem: 'options.limits.rounds is a number, and cannot become a text.',
      path: ['options', 'limits', 'rounds'],
    });
    expect(edited((copy) => Object.assign(copy, { answer: 'yes' }))).toMatchObject({ ok: true });
    expect(edited((copy) => Object.assign(copy, { remark: 'new' }))).toMatchObject({ edits: [{ path: 'remark' }] });
  });

  it('leave no place out, and nothing but an object is a context', () => {
    const { looks: _, ...rest } = context;
    expect(contextEdits(context, rest)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('"looks" is missing'),
    });
    expect(contextEdits(context, [])).toMatchObject({ ok: false });
  });
});
