import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { filesOf, makeRows } from '../../../bench/economy/data.ts';
import { largeRequests } from '../../../bench/economy/large-requests.ts';
import { smallRequests } from '../../../bench/economy/requests.ts';

const rows = makeRows();

describe('the data of the requests', () => {
  it.each([
    ['small', 13, '7f2be369444ceac69dd442feaea7c71578c2bd2132d11ccb06020aed8d8fa2f4'],
    ['large', 20, '86d7faa5849a2b1310c608b5be62c59c8b5296f7ccfc3c08e45573fd7d5062dd'],
  ] as const)('are the same on every machine: %s', (set, count, sum) => {
    const files = filesOf(set, rows);
    expect(Object.keys(files)).toHaveLength(count);
    expect(createHash('sha256').update(JSON.stringify(files)).digest('hex')).toBe(sum);
  });

  it('are asked about in twenty requests, eight of them in Chinese, and five large ones', () => {
    const small = smallRequests(rows.orders);
    const isChinese = ({ messages }: (typeof small)[number]) => /\p{Script=Han}/u.test(messages.at(-1)?.content ?? '');
    expect(small).toHaveLength(20);
    expect(small.filter(isChinese)).toHaveLength(8);
    expect(largeRequests).toHaveLength(5);
    expect(new Set([...small, ...largeRequests].map(({ id }) => id)).size).toBe(25);
  });
});
