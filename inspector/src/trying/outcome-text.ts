import { fieldOf } from '../state/field-of.ts';

/** The fields in which an outcome has words, in the order in which a person reads them. */
const told = [
  'answer',
  'finalAnswer',
  'text',
  'question',
  'plan',
  'feedback',
  'planUpdateSuggestion',
  'reason',
  'thought',
] as const;

/** An outcome in words, as Markdown: what was said, then the calls of tools. */
export function outcomeText(output: unknown): string {
  if (typeof output === 'string') return output;
  const calls = fieldOf(output, 'toolCalls');
  const said = told.flatMap((name) => {
    const text = fieldOf(output, name);
    return typeof text === 'string' && text.trim() !== '' ? [text] : [];
  });
  const run = fieldOf(output, 'run');
  const parts = [
    ...(typeof run === 'boolean' ? [run ? 'Yes.' : 'No.'] : []),
    ...new Set(said),
    ...(Array.isArray(calls)
      ? calls.map((call) => `Calls \`${fieldOf(call, 'name')}\`:\n\n    ${fieldOf(call, 'arguments')}`)
      : []),
  ];
  return parts.length > 0 ? parts.join('\n\n') : `\`\`\`json\n${JSON.stringify(output ?? null, null, 2)}\n\`\`\``;
}

/** The field of an outcome that is a text of its own, to be edited as such; nothing where there is none. */
export function textFieldOf(output: unknown): 'answer' | 'finalAnswer' | 'text' | undefined {
  const first = told.find((name) => {
    const text = fieldOf(output, name);
    return typeof text === 'string' && text !== '';
  });
  return first === 'answer' || first === 'finalAnswer' || first === 'text' ? first : undefined;
}

/** An outcome with another text. What a tool returned is there twice, as text and as data. */
export function withText(output: unknown, text: string): unknown {
  const field = textFieldOf(output);
  if (field === undefined) return text;
  const before = fieldOf(output, field);
  const data = before === fieldOf(output, 'data') ? { data: text } : {};
  return { ...(output as object), [field]: text, ...data };
}

/** What an outcome has to look like, where there is none yet. */
export const emptyOutcomes: Readonly<Record<string, unknown>> = {
  answer: 'The answer.',
  draft: '- [ ] 1: What is to be done\n  - specialist: name',
  finalize: 'The final answer.',
  ask: {
    text: 'The result of the step.',
    toolCalls: [],
    assessment: { accepted: true, final: false, isPartial: false },
    exchange: [],
  },
  useTool: { tool: 'name', text: 'What the tool returned.', isError: false },
  decide: { run: true, reason: 'Why.' },
  structure: { ok: true, value: {} },
  think: {
    thought: 'What it is about.',
    complexity: 'simple',
    nextAction: 'direct_answer',
    responseStrategy: 'direct',
    answer: 'The answer.',
    notDone: [],
    durationMs: 0,
    timestamp: '2026-01-01T00:00:00.000Z',
    metadata: {},
  },
  reflect: {
    feedback: 'What is good, and what is missing.',
    shouldContinue: false,
    suggestedAction: 'direct_answer',
    planUpdateSuggestion: '',
    finalAnswer: 'The answer.',
    notDone: [],
    generatedAt: '2026-01-01T00:00:00.000Z',
    metadata: {},
  },
};
