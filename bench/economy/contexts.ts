/** A text as it is compared: small letters, no marks of Markdown, single spaces. */
export const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[*_`#]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

interface Above {
  readonly depth: number;
  readonly text: string;
}

/**
 * The pieces of an answer in which a figure and what it is about stand together: a line with the headings and the points that it stands
 * under, a row of a table, a cell with the head of its column.
 */
export function contextsOf(answer: string): string[] {
  const contexts: string[] = [];
  let above: readonly Above[] = [];
  let head: readonly string[] | undefined;
  for (const line of answer.split('\n')) {
    if (line.trim() === '') continue;
    const cells = cellsOf(line);
    const places = above.map(({ text }) => text);
    if (!cells) {
      const depth = depthOf(line);
      above = [...above.filter((each) => each.depth < depth), { depth, text: line }];
      contexts.push(above.map(({ text }) => text).join('\n'));
    } else if (head && !isRule(cells)) {
      const [label = '', ...rest] = cells;
      contexts.push([...places, cells.join(' | ')].join('\n'));
      contexts.push(...rest.map((cell, index) => `${head?.[index + 1] ?? ''} | ${label} | ${cell}`));
    }
    head = cells && (head ?? cells);
  }
  return contexts;
}

/** Headings come before lines that lead to others, these before plain lines, and points below the ones that they are indented under. */
function depthOf(line: string): number {
  const heading = /^(#{1,6})\s/.exec(line)?.[1];
  if (heading) return heading.length;
  const isPoint = /^\s*(?:[-*+•]|\d+[.)、])\s/.test(line);
  const isLead = !isPoint && (/^\s*\*\*[^*]+\*\*[:：]?\s*$/.test(line) || /[:：]\s*(?:\*\*)?$/.test(line));
  if (isLead) return 10;
  const indent = /^\s*/.exec(line)?.[0].length ?? 0;
  return 20 + indent;
}

function cellsOf(line: string): string[] | undefined {
  const trimmed = line.trim();
  if (!trimmed.startsWith('|')) return undefined;
  return trimmed
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

const isRule = (cells: readonly string[]) => cells.every((cell) => /^:?-+:?$/.test(cell));
