import { formatNumber } from '../markdown-table.ts';

/** Which part of a long list is shown and how to get the next one; empty when it is all there is. */
export function pageText(what: string, page: { offset: number; shown: number; of: number }): string {
  const [from, to, of] = [page.offset + 1, page.offset + page.shown, page.of];
  if (page.shown === of) return '';
  if (page.shown === 0) return `${what}: there are ${formatNumber(of)}, none from offset ${page.offset} on.`;
  const next = to < of ? `; next page: offset ${to}` : '';
  return `${what} ${formatNumber(from)} to ${formatNumber(to)} of ${formatNumber(of)}${next}.`;
}
