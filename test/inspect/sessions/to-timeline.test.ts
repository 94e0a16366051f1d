import type { Entry } from 'troupe';
import { describe, expect, it } from 'vitest';
import { toTimeline } from '../../../src/inspect/sessions/to-timeline.ts';

const entry = (type: Entry['type'], data: object): Entry => {
  const place = { seq: 1, id: 'e1', run: 'r', at: '2026-01-01T00:00:00.000Z', kind: 'move', actor: 'host' };
  return { ...place, type, data } as Entry; // whatever data it has
};
const long = 'a word '.repeat(100);
const many = Array.from({ length: 100 }, (_, place) => `s${place}`);

describe('an entry as the page lists it', () => {
  it('has plans and what becomes of their steps whole', () => {
    const step = { ...Object.fromEntries(many.map((name) => [name, long])), id: 'a', dependencies: many };
    const data = { plan: { version: 2, title: long, steps: many.map(() => step) }, updates: [{ changes: step }] };
    for (const type of ['plan.created', 'plan.updated', 'plan.edited', 'step.completed'] as const)
      expect(toTimeline(entry(type, data)), type).toEqual({ ...toTimeline(entry(type, {})), data });
  });

  it('has the ids and keys by which entries are compared whole', () => {
    const [id, key] = ['i'.repeat(300), 'k'.repeat(300)];
    expect(toTimeline(entry('effect.completed', { id, key, output: long })).data).toMatchObject({ id, key });
  });

  it('has every field under its name, however many there are', () => {
    const data = Object.fromEntries(many.map((name) => [name, name]));
    expect(toTimeline(entry('effect.completed', { ...data, usage: { inputTokens: 3 } })).data).toEqual({
      ...data,
      usage: { inputTokens: 3 },
    });
  });

  it('is cut inside of its other fields, and says so', () => {
    expect(toTimeline(entry('effect.completed', { key: 'k', output: long }))).toMatchObject({
      isCut: true,
      data: { key: 'k', output: { $cut: 'text', size: long.length, head: long.slice(0, 120) } },
    });
  });
});
