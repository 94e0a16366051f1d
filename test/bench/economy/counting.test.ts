import { describe, expect, it } from 'vitest';
import { criticalPathLength } from '../../../bench/economy/critical-path.ts';
import { inputTokensOf, spokenIn } from '../../../bench/economy/spoken.ts';
import { writtenTwice } from '../../../bench/economy/written-twice.ts';

const span = (began: number, ended: number) => ({ began, ended });

describe('the critical path', () => {
  it('is every call of a row', () => {
    expect(criticalPathLength([span(0, 1), span(1, 2), span(2, 3)])).toBe(3);
  });

  it('counts calls that go on side by side once', () => {
    expect(criticalPathLength([span(0, 1), span(1, 9), span(1, 5), span(1, 7), span(9, 10)])).toBe(3);
  });

  it('follows the longest row where several go on side by side', () => {
    expect(criticalPathLength([span(0, 1), span(1, 9), span(1, 2), span(3, 4), span(5, 6), span(9, 10)])).toBe(5);
  });

  it('is nothing without calls', () => {
    expect(criticalPathLength([])).toBe(0);
  });
});

describe('a text that is written twice', () => {
  const text = Array.from({ length: 60 }, (_, index) => `word${index * 7}`).join(' ');

  it('is found with the calls that wrote it, whatever stands around it and however it is broken', () => {
    const [found, ...more] = writtenTwice(['nothing', `Before. ${text}`, `${text.replaceAll(' ', '\n')} after`]);
    expect(more).toEqual([]);
    expect(found?.calls).toEqual([2, 3]);
    expect(found?.characters).toBeGreaterThanOrEqual(text.length);
    expect(found?.characters).toBeLessThanOrEqual(text.length + 2);
  });

  it('is found from 200 characters on, wherever it begins', () => {
    for (let before = 0; before < 120; before += 7) {
      const one = `${'x'.repeat(before)}${text.slice(0, 200)}|`;
      expect(writtenTwice([one, `+${text.slice(0, 200)}!`])).toMatchObject([{ characters: 200 }]);
      expect(writtenTwice([one, `+${text.slice(0, 199)}!`])).toEqual([]);
    }
  });
});

describe('what goes over the wire', () => {
  const chunk = (delta: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;
  const call = (index: number, name: string, text: string) => ({ index, function: { name, arguments: text } });

  it('is the same whether an answer is streamed or not', () => {
    const whole = {
      content: 'Let me see. ',
      tool_calls: [
        call(0, 'plan', '{"thought":"one","steps":[{"task":"two"}]}'),
        call(1, 'search', '{"query":"three"}'),
      ],
    };
    const streamed = [
      chunk({ role: 'assistant', content: 'Let me ' }),
      chunk({ content: 'see. ' }),
      chunk({ tool_calls: [call(0, 'plan', '{"thought":"one",')] }),
      chunk({ tool_calls: [call(0, '', '"steps":[{"task":"two"}]}')] }),
      chunk({ tool_calls: [call(1, 'search', '{"query":"three"}')] }),
      'data: {"choices":[],"usage":{"prompt_tokens":1}}\n\ndata: [DONE]\n\n',
    ];
    const spoken = spokenIn(streamed.join(''));
    expect(spoken).toEqual(spokenIn(JSON.stringify({ choices: [{ message: whole }] })));
    expect(spoken.words).toBe('Let me see. \none\ntwo\nthree');
  });

  it('counts messages, calls of tools, tools and shapes', () => {
    const messages = [{ role: 'user', content: 'How much?' }];
    const count = (body: object) => inputTokensOf(JSON.stringify({ messages, ...body }));
    const alone = count({});
    expect(count({ tools: [{ type: 'function', function: { name: 'a', description: 'looks up' } }] })).toBeGreaterThan(
      alone,
    );
    expect(count({ response_format: { type: 'json_schema' } })).toBeGreaterThan(alone);
    const called = { role: 'assistant', content: null, tool_calls: [call(0, 'a', '{"b":"c"}')] };
    expect(count({ messages: [...messages, called] })).toBeGreaterThan(alone + 4);
  });

  it('says nothing where an answer cannot be read', () => {
    expect(spokenIn('<html>Bad gateway</html>')).toEqual({ tokens: 0, words: '' });
  });
});
