import { type CheckVerdict, checkFormat } from './check-format.ts';

/** How good a specialist's result is, by what was found out about it. A score is there only where there is evidence for it. */
export interface Assessment {
  readonly accepted: boolean;
  /** What to do better; the reason, when it cannot be done. */
  readonly remark?: string;
  /** True when another attempt would give the same. */
  readonly final: boolean;
  /** True when a part of the step is missing. */
  readonly isPartial: boolean;
  readonly quality?: number;
  readonly relevance?: number;
  readonly confidence?: number;
}

/** What a specialist's function says of its own result; numbers from 0 to 1. What it does not say is not known. */
export interface OwnAssessment {
  /** How sure it is that the result is right. */
  readonly confidence?: number | undefined;
  /** How good it takes the result to be. */
  readonly quality?: number | undefined;
  /** How much of the step the result is about. */
  readonly relevance?: number | undefined;
  /** Whether a part of the step is missing. @default false */
  readonly isPartial?: boolean | undefined;
}

/** A specialist that cannot do its step says so with this word, and the reason after it. */
export const cannotMark = 'CANNOT:';

// Models write the mark as they like: in bold, in lower case, with a full-width colon.
const cannotWords = /^[\s*_`#>]{0,8}cannot[*_`]{0,4}\s{0,2}[:：][*_`]{0,4}/i;

/** A result that a check finds worse than this is refused. */
export const leastQuality = 0.5;

const toUnit = (value: number) => (Number.isNaN(value) ? 0 : Math.min(1, Math.max(0, value)));

/**
 * Assesses a result by what can be found out about it: there is a text, it is not a refusal, it has the form that the step asks for, no tool
 * failed for good on the way. A tool that did makes it a partial result with a quality of 0.5 at most.
 */
export function assessWork(work: {
  text: string;
  /** Tools whose last call failed. */
  failedTools: number;
  /** The form that the step asks for. */
  format?: string | undefined;
  own?: OwnAssessment | undefined;
}): Assessment {
  const text = work.text.trim();
  const refused = { accepted: false, isPartial: false };
  if (text === '') return { ...refused, remark: 'The result was empty.', final: false };
  const [refusal] = cannotWords.exec(text) ?? [];
  if (refusal !== undefined) {
    const reason = text
      .slice(refusal.length)
      .trim()
      .replace(/(?:\*\*|__)$/, '');
    return { ...refused, remark: reason || 'The specialist said that it cannot do it.', final: true };
  }
  const { confidence, quality, relevance, isPartial } = work.own ?? {};
  const hasFailed = work.failedTools > 0;
  const said: Assessment = {
    accepted: true,
    final: false,
    isPartial: hasFailed || isPartial === true,
    ...(quality === undefined ? {} : { quality: toUnit(quality) }),
    ...(relevance === undefined ? {} : { relevance: toUnit(relevance) }),
    ...(confidence === undefined ? {} : { confidence: toUnit(confidence) }),
  };
  return withVerdict(hasFailed ? withVerdict(said, { quality: 0.5 }) : said, checkFormat(work.format, text));
}

/** An assessment with what a check says of the result. A result is worth what the worst of its checks says; without a verdict nothing changes. */
export function withVerdict(assessment: Assessment, verdict: CheckVerdict | undefined): Assessment {
  if (verdict === undefined) return assessment;
  const found =
    typeof verdict === 'string'
      ? { quality: 0, remark: verdict }
      : typeof verdict === 'object'
        ? { quality: toUnit(verdict.quality), remark: verdict.remark }
        : { quality: 1 };
  const quality = Math.min(found.quality, assessment.quality ?? 1);
  if (found.quality >= leastQuality) return { ...assessment, quality };
  const remark = found.remark || `A check gave the result a quality of ${found.quality}.`;
  return { ...assessment, accepted: false, isPartial: false, quality, remark };
}
