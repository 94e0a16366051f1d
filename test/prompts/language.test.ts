import { defaultPlanTemplate } from 'troupe/prompts';
import { describe, expect, it } from 'vitest';
import { wordsIn } from '../../src/prompts/languages.ts';
import { movesIn } from '../../src/prompts/moves.ts';
import { toMessages } from '../../src/prompts/to-messages.ts';
import { verdictTools } from '../../src/prompts/verdict-moves.ts';
import { briefsOf } from './briefs.ts';

/** Three words in a row: more than the names of tools, fields and forms. */
const englishSentence = /[A-Za-z]{2,}(?:[ ,.;:]+[A-Za-z]{2,}){2,}/;

const long = '数据。'.repeat(20_000);

/** Every description in a schema. */
const descriptionsIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, each]) =>
        key === 'description' && typeof each === 'string' ? [each] : descriptionsIn(each),
      );

describe('a conversation in Chinese', () => {
  it.each([
    ['short', '数据'],
    ['too long to be shown whole', long],
  ])('gets no English sentence from any prompt, with texts that are %s', (_, text) => {
    for (const [name, brief] of Object.entries(briefsOf('zh', () => text, '说明'))) {
      for (const { content } of toMessages(brief)) expect(englishSentence.exec(content)?.[0], name).toBeUndefined();
    }
  });

  it('gets its moves described in Chinese', () => {
    const moves = movesIn('zh');
    const specs = [
      moves.plan(['读者']),
      moves.handOver(),
      moves.askUser(),
      moves.cannot(),
      moves.useResult(['1']),
      ...verdictTools('zh', ['读者']),
      moves.readResult(['1']),
    ];
    const described = [...descriptionsIn(specs), moves.answerWithThis];
    expect(described.length).toBeGreaterThan(specs.length);
    for (const text of described) {
      expect(text).toMatch(/\p{Script=Han}/u);
      // What a condition looks like is an example of a form.
      expect(englishSentence.exec(text.replace('step 1 failed；number in 1 > 100', ''))?.[0]).toBeUndefined();
    }
  });
});

it.each(['en', 'zh'])('a plan is asked for without a template, unless one is given (%s)', (language) => {
  const template = defaultPlanTemplate(language);
  for (const [name, brief] of Object.entries(briefsOf(language, () => 'x', 'y'))) {
    const told = toMessages(brief).map(({ content }) => content);
    expect(told.join('\n'), name).not.toContain('- [ ] 2:');
    if (brief.purpose !== 'plan') continue;
    expect(toMessages({ ...brief, template })[0]?.content).toContain(template);
  }
});

it.each(['en', 'zh'])('what was cut names read_result only where it is offered (%s)', (language) => {
  const reads = new Set(['work', 'reflect']);
  for (const [name, brief] of Object.entries(briefsOf(language, () => 'word '.repeat(60_000), 'y'))) {
    const told = toMessages(brief)
      .map(({ content }) => content)
      .join('\n');
    const mayRead = reads.has(brief.purpose) && !('isLast' in brief && brief.purpose === 'reflect' && brief.isLast);
    if (!mayRead) expect(told, name).not.toContain('read_result(');
  }
});

it.each([
  ['en', '2026-11-18', 'Today is Wednesday, 2026-11-18.'],
  ['zh', '2026-11-22', '今天是 2026-11-22，星期日。'],
  ['en', 'some day', 'Today is some day.'],
])('the date has its day of the week (%s, %s)', (language, date, said) => {
  expect(wordsIn(language).today(date)).toBe(said);
});
