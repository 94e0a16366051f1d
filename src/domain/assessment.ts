import { overlap } from './roster.ts';

/** How good a specialist's result is, in the eyes of whoever assesses it. */
export interface Assessment {
  readonly accepted: boolean;
  /** What to do better; the reason, when it cannot be done. */
  readonly remark?: string;
  /** True when another attempt would give the same. */
  readonly final: boolean;
  readonly quality: number;
  readonly relevance: number;
  readonly confidence: number;
}

/** A specialist that cannot do its step says so with this word, and the reason after it. */
export const cannotMark = 'CANNOT:';

/**
 * Assesses a result by what can be computed: there is a text, it is not a refusal, no tool failed on the way.
 * Quality is 1 for a clean result and falls to 0.5 with failed tools; relevance is the share of the step's words found in it.
 */
export function assessWork(work: {
  description: string;
  text: string;
  failedTools: number;
  confidence?: number | undefined;
}): Assessment {
  const text = work.text.trim();
  const relevance = overlap(work.description, text);
  const confidence = Math.min(1, Math.max(0, work.confidence ?? 0.8));
  if (text === '') {
    return { accepted: false, remark: 'The result was empty.', final: false, quality: 0, relevance: 0, confidence: 0 };
  }
  if (text.startsWith(cannotMark)) {
    const remark = text.slice(cannotMark.length).trim() || 'The specialist said that it cannot do it.';
    return { accepted: false, remark, final: true, quality: 0, relevance, confidence: 0 };
  }
  return { accepted: true, final: false, quality: work.failedTools > 0 ? 0.5 : 1, relevance, confidence };
}
