import type { Message } from '../domain/message.ts';
import type { Figures, SpecialistCard } from '../domain/specialist-card.ts';
import { provenOf, weaknessesOf } from '../plan/best-specialist.ts';
import type { Brief } from './brief.ts';
import { defused, defusedMessages, fences } from './fences.ts';
import { firstSentence } from './first-sentence.ts';
import { wordsIn } from './languages.ts';
import type { Words } from './words.ts';

export const wordsFor = (brief: Brief): Words => wordsIn(brief.language);

/** The words of a call that cannot read further: they say what was cut, and no way to read it. */
export const unread = (words: Words): Words => ({
  ...words,
  cut: (missing) => words.cut(missing, { id: '', from: 0 }),
});

export const system = (...lines: readonly (string | undefined)[]): Message => ({
  role: 'system',
  content: lines.filter(Boolean).join('\n'),
});
export const user = (...lines: readonly string[]): Message => ({
  role: 'user',
  content: lines.filter(Boolean).join('\n\n'),
});

export const roster = (words: Words, cards: readonly SpecialistCard[]) =>
  cards.length === 0
    ? ''
    : [
        words.specialists,
        ...cards.map((card) => {
          const { name, description, capabilities, toolbox = [] } = card;
          const can = capabilities.length > 0 ? ` (${capabilities.join(', ')})` : '';
          const shown = provenOf(card);
          const known = shown && cards.length > 1 ? ` ${words.proven(figuresOf(shown), weakly(card))}` : '';
          return `- ${name}: ${description}${can}${known}${toolbox.map((tool) => `\n  - ${tool}`).join('')}`;
        }),
      ].join('\n');

/** Figures for a reader: a whole percentage, and seconds, whole ones from ten on. */
const figuresOf = ({ steps, success, medianMs }: Figures) => ({
  steps,
  percent: Math.round(100 * success),
  seconds:
    medianMs === undefined
      ? undefined
      : medianMs < 9950
        ? Math.round(medianMs / 100) / 10
        : Math.round(medianMs / 1000),
});

/** What it is not good at: how such steps begin. */
const weakly = (card: SpecialistCard) =>
  weaknessesOf(card)
    .slice(0, 5)
    .map(({ word, ...figures }) => ({ word, ...figuresOf(figures) }));

/** A card for the host, which knows the tools themselves. */
export const inBrief = ({ name, description }: SpecialistCard): SpecialistCard => ({
  name,
  description: firstSentence(description),
  capabilities: [],
});

/** Says of everything that is fenced in the messages of a call that it is data. */
export const aboutData = (words: Words, messages: readonly Message[]) => {
  const closing = messages.filter(({ content }) => content.includes('</'));
  const used = fences
    .filter((tag) => closing.some(({ content }) => content.includes(`</${tag}>`)))
    .map((tag) => `<${tag}>`);
  const hasTools = messages.some(({ role }) => role === 'tool');
  return used.length === 0 && !hasTools ? '' : words.isData(used);
};

/** A system message that says first what the application says, and last what is data in the messages after it. */
export const withSystem = (
  brief: Brief,
  words: Words,
  lines: readonly string[],
  rest: readonly Message[],
): Message[] => [system(brief.instructions, ...lines, words.today(brief.date), aboutData(words, rest)), ...rest];

/** The conversation with what helps to answer before its last question: many chat templates take no two user messages in a row. */
export const conversation = (brief: Brief, ...before: readonly string[]): Message[] => {
  const place = brief.messages.findLastIndex((message) => message.role === 'user');
  return defusedMessages(brief.messages).map((message, index) =>
    index === place ? { ...message, ...user(...before, message.content) } : message,
  );
};

/** A remark may quote what a model wrote: like everything that does, it is no word of the system. */
export const unusable = (words: Words, remark: string | undefined) => (remark ? words.unusable(defused(remark)) : '');

/** What the application says to everyone holds for those too who do not see the conversation. */
export const rulesOf = (brief: Brief) => brief.messages.filter((message) => message.role === 'system');
