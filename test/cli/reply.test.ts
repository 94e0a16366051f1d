import { expect, it } from 'vitest';
import { toReview } from '../../src/cli/reply.ts';

it.each([
  ['y', { kind: 'approve' }],
  [' Yes ', { kind: 'approve' }],
  ['approve', { kind: 'approve' }],
  ['c', { kind: 'cancel' }],
  ['cancel', { kind: 'cancel' }],
  ['yes, but shorter', { kind: 'revise', text: 'yes, but shorter' }],
  ['不要第二步', { kind: 'revise', text: '不要第二步' }],
  ['  ', undefined],
])('takes %j for what it says about a plan', (line, reply) => expect(toReview(line)).toEqual(reply));
