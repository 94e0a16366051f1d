import { toCount } from './quantity.ts';

/** What a fork repeats. */
export function againLine(keys: readonly string[], kept: number): string {
  const shared = `Shares ${toCount(kept, 'entry', 'entries')}.`;
  if (keys.length === 0) return `${shared} No earlier effect is repeated.`;
  return `${shared} Repeats ${toCount(keys.length, 'effect')} (${keys.join(', ')}).`;
}
