import type { Language } from '../text/language-of.ts';
import { toPlainLine, toPlainText } from '../tools/plain-text.ts';

const labels: Record<Language, { findings: string; notes: string }> = {
  en: { findings: 'Summary', notes: 'How this was read' },
  zh: { findings: '概要', notes: '口径说明' },
};

/** The parts of a report. */
export interface Report {
  readonly title: string;
  readonly findings: readonly string[];
  readonly sections: readonly { readonly heading: string; readonly text: string }[];
  readonly notes: readonly string[];
}

/** A report as Markdown: a title, the findings as a list, a section for each result, notes at the end. */
export function toReport({ title, findings, sections, notes }: Report, language: Language): string {
  const bullets = (items: readonly string[]) => items.map((item) => `- ${toPlainLine(item, 1000)}`).join('\n');
  const parts = [`# ${toPlainLine(title)}`];
  if (findings.length > 0) parts.push(`## ${labels[language].findings}`, bullets(findings));
  for (const { heading, text } of sections) parts.push(`## ${toPlainLine(heading)}`, toPlainText(text).trim());
  if (notes.length > 0) parts.push(`## ${labels[language].notes}`, bullets(notes));
  return parts.join('\n\n');
}
