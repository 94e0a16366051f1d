import { clip } from './clip.ts';
import { estimateTokens } from './estimate-tokens.ts';

/** A text that may be cut, and the id under which the rest of it can be read, if it can. */
export interface Fitting {
  readonly id: string;
  readonly text: string;
  /** Where it begins in what can be read under the id. @default 0 */
  readonly from?: number;
  /** How much more of the room it gets than others. @default 1 */
  readonly weight?: number;
}

/** Says how much of a text is missing, and from where on it can be read. */
export type CutNotice = (missing: number, rest: { readonly id: string; readonly from: number }) => string;

/**
 * Texts within a budget of tokens. What is short stays whole; the long ones share what is left by their weight, are cut at the end of a line and
 * say how much is missing and how it can be read.
 */
export function fitTexts(texts: readonly Fitting[], budget: number, notice: CutNotice): string[] {
  const sizes = texts.map(({ text }) => estimateTokens(text));
  const allowed = shares(
    sizes,
    texts.map(({ weight = 1 }) => weight),
    budget,
  );
  return texts.map((each, index) => {
    const { text } = each;
    const [size = 0, most = 0] = [sizes[index], allowed[index]];
    return size <= most ? text : cut(each, Math.floor((text.length * most) / size), notice);
  });
}

/** Whether a text would be cut. */
export const isCut = (texts: readonly Fitting[], budget: number): boolean =>
  texts.reduce((sum, { text }) => sum + estimateTokens(text), 0) > budget;

/** How much each may have: nobody more than it needs, and what one leaves goes to the others. */
function shares(sizes: readonly number[], weights: readonly number[], budget: number): number[] {
  const order = [...sizes.keys()].toSorted((a, b) => need(a) - need(b));
  function need(index: number): number {
    return (sizes[index] ?? 0) / (weights[index] || 1);
  }
  const allowed = sizes.map(() => 0);
  let [room, weight] = [budget, weights.reduce((sum, each) => sum + each, 0)];
  for (const index of order) {
    const own = weights[index] ?? 1;
    allowed[index] = Math.min(sizes[index] ?? 0, (room * own) / (weight || 1));
    room -= allowed[index];
    weight -= own;
  }
  return allowed;
}

function cut({ id, text, from = 0 }: Fitting, length: number, notice: CutNotice): string {
  const part = clip(text, length);
  const end = part.lastIndexOf('\n');
  const shown = end > length / 2 ? part.slice(0, end) : part;
  return `${shown}\n${notice(text.length - shown.length, { id, from: from + shown.length })}`;
}
