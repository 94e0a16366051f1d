import type { Kind, Token } from './scan.ts';

type Other = Token | undefined;
const has = (other: Other, ...kinds: readonly Kind[]): boolean =>
  other?.meanings.some(({ kind }) => kinds.includes(kind)) ?? false;
const prefer = (token: Token, ...kinds: readonly Kind[]): Token => {
  const wanted = token.meanings.filter(({ kind }) => kinds.includes(kind));
  return wanted.length > 0
    ? { ...token, meanings: [...wanted, ...token.meanings.filter((each) => !wanted.includes(each))] }
    : token;
};

/** Behind these a word of the file's name is what a row is called: "how many repairs", 哪一窑. */
const counting: readonly Kind[] = [
  'count',
  'which',
  'number',
  'share',
  'rank',
  'per',
  'each',
  'list',
  'how-much',
  'end',
  'top',
];

/** Words that stand for rows where others are beside them. */
function named(token: Token, last: Other, before: Other, next: Other): Token {
  const [first] = token.meanings;
  // "45 mins" is no minimum; "the shortest one" is a row.
  if (has(token, 'unit') && has(before, 'number') && /^(?:min|hr|sec)s?$/i.test(token.text))
    return prefer(token, 'unit');
  if (/^ones?$/i.test(token.text) && has(before, 'rank', 'extreme', 'end', 'common', 'comparative'))
    return { ...token, meanings: [{ kind: 'rows' }] };
  if (first?.kind !== 'topic') return token;
  const said = before?.text ?? '';
  // 多少蜜 asks for an amount, 多少次 and 各 for none.
  if (first.measure && (/^(?:多少|有多少)$/.test(said) || /^最[多少]$/.test(next?.text ?? '')))
    return { ...token, meanings: [{ kind: 'measure', measure: first.measure }] };
  if (/^(?:各|每)|\p{Script=Han}[次件个]$/u.test(said)) return token;
  // "how many bus stops": the noun is the one behind it.
  if (has(next, 'column', 'rows', 'measure')) return token;
  const isCounted = has(before, ...counting) || (has(before, 'of') && has(last, 'count', 'share'));
  return isCounted ? { ...token, meanings: [{ kind: 'rows', noun: first.noun }] } : token;
}

/** Words of the rules that are columns, too, have the meaning that fits beside their neighbours. */
export function settled(scanned: readonly Token[]): Token[] {
  const tokens = scanned.map((token, at) => named(token, scanned[at - 2], scanned[at - 1], scanned[at + 1]));
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: each rule takes the words that it understands, one after the other
  return tokens.map((token, at) => {
    const [first] = token.meanings;
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    const preferred = (...kinds: readonly Kind[]) => prefer(token, ...kinds);
    if (!first) return token;
    const isColumn =
      first.kind === 'measure' || first.kind === 'column' || first.kind === 'value' || first.kind === 'rows';
    if (!isColumn) return token;
    // "closed issues" speaks of their status, "closed in March" of the dates.
    const isDated = [before, next, tokens[at + 2]].some((other) =>
      has(other, 'span', 'part', 'since', 'when', 'by', 'per', 'each', 'list'),
    );
    if (first.kind === 'column' && first.role === 'time' && has(token, 'value') && !isDated && !has(tokens[0], 'when'))
      return preferred('value');
    const isPlural = /[^s]s$/i.test(token.text) && (has(tokens[0], 'list') || has(before, 'which', 'count'));
    // 订单最多, 订单多: they are counted.
    if (has(token, 'rows') && !has(token, 'part') && /^最?[多少]$/.test(next?.text ?? '')) return preferred('rows');
    if (first.kind === 'measure' && has(token, 'rows') && isPlural) return preferred('rows');
    const isRanked = has(before, 'common', 'rank', 'extreme');
    if (first.kind === 'rows' && has(token, 'part') && (isRanked || has(before, 'by', 'per', 'each', 'which')))
      return preferred('part');
    const behind = has(next, 'of') ? tokens[at + 2] : next;
    if (has(token, 'aggregate') && has(behind, 'measure', 'rows') && !has(behind, 'in')) return preferred('aggregate');
    if (has(token, 'count') && has(behind, 'rows', 'column')) return preferred('count');
    if (has(token, 'end', 'top') && has(next, 'number', 'rows') && !has(before, 'by', 'per'))
      return preferred('end', 'top');
    if (has(token, 'by') && has(next, 'column') && !has(before, 'aggregate', 'rank')) return preferred('by');
    if (has(token, 'unit') && has(before, 'number') && first.kind !== 'measure') return preferred('unit');
    const counted = has(before, 'of') ? tokens[at - 2] : before;
    const isLabel = first.kind === 'column' && first.role === 'label';
    const isCounted = has(counted, 'count', 'number', 'share') || (has(before, 'value') && !has(token, 'measure'));
    const isBest =
      has(before, 'common', 'top', 'extreme') ||
      (has(before, 'rank') && !/^(?:most|fewest|least)$/i.test(before?.text ?? ''));
    const isGroup =
      isBest ||
      has(before, 'by', 'per', 'each', 'which', 'distinct') ||
      (has(before, 'and') && has(tokens[at - 3], 'by', 'per', 'each'));
    if (has(token, 'rows') && (isCounted || (isLabel && !isGroup))) return preferred('rows');
    if (
      first.kind === 'value' &&
      has(token, 'measure') &&
      (has(next, 'by') || has(before, 'aggregate', 'rank', 'how-much') || has(next, 'operator'))
    )
      return preferred('measure');
    return token;
  });
}
