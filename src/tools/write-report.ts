import { z } from 'zod';
import { toPlainLine, toPlainText } from './plain-text.ts';
import { defineTool, type Tool } from './tool.ts';

const labels = {
  en: { findings: 'Summary', notes: 'How this was read' },
  zh: { findings: '概要', notes: '口径说明' },
};

/** A tool that sets findings, sections and notes as one Markdown report. */
export function writeReport(): Tool {
  return defineTool({
    name: 'write_report',
    description:
      'Sets a report as Markdown: a title, the findings as a list, one section each for what supports them, notes at the end.',
    input: z.object({
      title: z.string(),
      language: z.enum(['en', 'zh']).default('en'),
      findings: z.array(z.string()).max(50).default([]),
      sections: z
        .array(z.object({ heading: z.string(), text: z.string() }))
        .min(1)
        .max(50),
      notes: z.array(z.string()).max(50).default([]),
    }),
    run: ({ title, language, findings, sections, notes }) => {
      const bullets = (items: readonly string[]) => items.map((item) => `- ${toPlainLine(item, 1000)}`).join('\n');
      const parts = [`# ${toPlainLine(title)}`];
      if (findings.length > 0) parts.push(`## ${labels[language].findings}`, bullets(findings));
      for (const { heading, text } of sections) parts.push(`## ${toPlainLine(heading)}`, toPlainText(text).trim());
      if (notes.length > 0) parts.push(`## ${labels[language].notes}`, bullets(notes));
      const markdown = parts.join('\n\n');
      return { text: markdown, data: { kind: 'report', title, markdown } };
    },
  });
}
