import { expect, it } from 'vitest';
import { endsOf } from '../../inspector/src/timeline/entry-ends.ts';

it('an entry names from whom to whom it goes', () => {
  const ends = (type: string, actor: string, data: object = {}, kind: 'fact' | 'move' = 'move') => {
    const { from, to } = endsOf({ seq: 1, at: '', kind, type, actor, data: { ...data } });
    return to === undefined ? from : `${from} → ${to}`;
  };
  expect(ends('effect.started', 'host/step-1#1', { kind: 'ask' })).toBe('step-1#1 → ask');
  expect(ends('effect.completed', 'host/step-1#1', { kind: 'ask' }, 'fact')).toBe('ask → step-1#1');
  expect(ends('effect.started', 'team/clerk/callModel', { kind: 'source', source: 'callModel' })).toBe(
    'clerk → callModel',
  );
  expect(ends('step.started', 'host', { actor: 'host/step-1#1' })).toBe('host → step-1#1');
  expect(ends('step.completed', 'host', { actor: 'host/step-1#1' })).toBe('step-1#1 → host');
  expect(ends('event.received', 'shop', { to: 'shop/cart' }, 'fact')).toBe('outside → cart');
  expect(ends('question.asked', 'host/step-1#1')).toBe('step-1#1 → you');
  expect(ends('question.answered', 'host', {}, 'fact')).toBe('you → host');
  expect(ends('status.changed', 'host')).toBe('host');
});
