import { describe, expect, it } from 'vitest';
import { emptyOutcomes, outcomeText, textFieldOf, withText } from '../../inspector/src/trying/outcome-text.ts';
import { effectOutputs } from '../../src/log/effect-outputs.ts';

describe('what an outcome may look like where there is none', () => {
  const kinds = Object.entries(effectOutputs).filter(([kind]) => kind !== 'wait' && kind !== 'analyze');

  it.each(kinds)('is one of its kind: %s', (kind, shape) => {
    expect(shape.safeParse(emptyOutcomes[kind])).toMatchObject({ success: true });
  });
});

describe('an outcome in words', () => {
  it('is what was said, then the calls of tools; what says nothing is JSON', () => {
    expect(outcomeText('The answer.')).toBe('The answer.');
    const call = { id: '1', name: 'price', arguments: '{"of":"tea"}' };
    expect(outcomeText({ text: 'I look it up.', toolCalls: [call] })).toBe(
      'I look it up.\n\nCalls `price`:\n\n    {"of":"tea"}',
    );
    expect(outcomeText({ run: false, reason: 'Nothing to do.' })).toBe('No.\n\nNothing to do.');
    expect(outcomeText({ thought: 'Tea is cheap.', answer: 'Tea is cheap.' })).toBe('Tea is cheap.');
    expect(outcomeText({ ok: true })).toBe('```json\n{\n  "ok": true\n}\n```');
  });

  it('gets another text where it has one, and where the same stands as data', () => {
    expect(withText({ tool: 'price', text: '5', data: '5', isError: false }, '7')).toEqual({
      tool: 'price',
      text: '7',
      data: '7',
      isError: false,
    });
    expect(withText({ text: '5', data: { eur: 5 } }, '7')).toEqual({ text: '7', data: { eur: 5 } });
    expect(withText('five', 'seven')).toBe('seven');
    expect([textFieldOf({ text: '', toolCalls: [] }), textFieldOf({ answer: 'yes', thought: 'x' })]).toEqual([
      undefined,
      'answer',
    ]);
  });
});
