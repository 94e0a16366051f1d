import type { StepOutput } from '../domain/step-output.ts';
import type { NotDone } from '../domain/thinking.ts';

/** An answer without a model: what was thought and the results as they are, and what is missing. */
export function plainAnswer(parts: {
  /** What the thought answers already. */
  reading?: string | undefined;
  outputs: readonly StepOutput[];
  notDone: readonly NotDone[];
  limit: string | undefined;
  language: string;
}): string {
  const words = parts.language === 'zh' ? chinese : english;
  const sections = parts.outputs.map((output) => `## ${output.description}\n\n${output.text}`);
  if (parts.reading?.trim()) sections.unshift(parts.reading);
  if (parts.limit !== undefined) sections.unshift(words.limit(parts.limit));
  if (parts.notDone.length > 0) {
    sections.push(`${words.notDone}\n${parts.notDone.map(({ what, why }) => `- ${what}: ${why}`).join('\n')}`);
  }
  return sections.length === 0 ? words.nothing : sections.join('\n\n');
}

const english = {
  limit: (limit: string) => `The work ended at a limit: ${limit}. This is what there is.`,
  notDone: 'Not done:',
  nothing: 'There is no result.',
};
const chinese = {
  limit: (limit: string) => `工作因达到上限而结束：${limit}。以下是已有的结果。`,
  notDone: '未完成：',
  nothing: '没有结果。',
};
