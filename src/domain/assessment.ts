import { overlap } from './roster.ts';

/** How good a specialist's result is, in the eyes of whoever assesses it. */
export interface Assessment {
  readonly accepted: boolean;
  /** What to do better; the reason, when it cannot be done. */
  readonly remark?: string;
  /** True when another attempt would give the same. */
  readonly final: boolean;
  /** True when a part of the step is missing. */
  readonly isPartial: boolean;
  readonly quality: number;
  readonly relevance: number;
  readonly confidence: number;
}

/** What a specialist says of its own result; numbers from 0 to 1. */
export interface OwnAssessment {
  /** How sure it is that the result is right. @default 0.8 */
  readonly confidence?: number | undefined;
  /** How good it takes the result to be. @default 1 */
  readonly quality?: number | undefined;
  /** How much of the step the result is about. @default the share of the step's words that are found in it */
  readonly relevance?: number | undefined;
  /** Whether a part of the step is missing. @default false */
  readonly isPartial?: boolean | undefined;
}

/** A specialist that cannot do its step says so with this word, and the reason after it. */
export const cannotMark = 'CANNOT:';

/** The last line of a result may begin with this word, and say what the specialist thinks of it. */
export const assessmentMark = 'ASSESSMENT:';

// Models write the marks as they like: in bold, in lower case, with a full-width colon.
const cannotWords = /^[\s*_`#>]{0,8}cannot[*_`]{0,4}\s{0,2}[:：][*_`]{0,4}/i;
const assessmentLine = /(?:^|\n)[ \t*_`#>]{0,8}(assessment)[*_`]{0,4}[ \t]{0,2}[:：]([^\n]{0,200})\s*$/i;

/** Takes a specialist's word on its own result off the end of its text. */
export function readOwnAssessment(text: string): { text: string; own: OwnAssessment } {
  const found = assessmentLine.exec(text);
  const [, mark, said = ''] = found ?? [];
  // In other letters it may be a word of the result.
  const isMark = mark === 'ASSESSMENT' || /confidence|quality/i.test(said);
  if (!found || !isMark) return { text, own: {} };
  const number = (name: string) => {
    const [, value, percent] =
      new RegExp(`${name}\\s{0,4}[:=：]?\\s{0,4}(\\d{0,3}(?:\\.\\d{1,6})?)(%?)`, 'i').exec(said) ?? [];
    return value ? Number(value) / (percent ? 100 : 1) : undefined;
  };
  const own = { confidence: number('confidence'), quality: number('quality'), isPartial: /\bpartial\b/i.test(said) };
  return { text: text.slice(0, found.index).trimEnd(), own };
}

const toUnit = (value: number) => (Number.isNaN(value) ? 0 : Math.min(1, Math.max(0, value)));

/**
 * Assesses a result by what can be computed and by what the specialist says of it: there is a text, it is not a refusal, no tool failed on
 * the way. A failed tool makes it a partial result with a quality of 0.5 at most.
 */
export function assessWork(work: {
  description: string;
  text: string;
  failedTools: number;
  own?: OwnAssessment | undefined;
}): Assessment {
  const text = work.text.trim();
  const own = work.own ?? {};
  const relevance = toUnit(own.relevance ?? overlap(work.description, text));
  const refused = { accepted: false, isPartial: false, quality: 0, confidence: 0 };
  if (text === '') return { ...refused, remark: 'The result was empty.', final: false, relevance: 0 };
  const [refusal] = cannotWords.exec(text) ?? [];
  if (refusal !== undefined) {
    const reason = text
      .slice(refusal.length)
      .trim()
      .replace(/(?:\*\*|__)$/, '');
    const remark = reason || 'The specialist said that it cannot do it.';
    return { ...refused, remark, final: true, relevance };
  }
  const hasFailed = work.failedTools > 0;
  return {
    accepted: true,
    final: false,
    isPartial: hasFailed || own.isPartial === true,
    quality: Math.min(toUnit(own.quality ?? 1), hasFailed ? 0.5 : 1),
    relevance,
    confidence: toUnit(own.confidence ?? 0.8),
  };
}
