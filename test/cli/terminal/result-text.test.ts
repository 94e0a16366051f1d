import { expect, it } from 'vitest';
import { answerText, questionText, waitingText } from '../../../src/cli/terminal/result-text.ts';

const message = (content: string) => ({ role: 'assistant' as const, content });

it('prints the answer alone when everything was done', () => {
  expect(answerText({ message: message('42\n\n'), notDone: [] })).toBe('42\n');
});

it('adds what was not done, with the reason', () => {
  const notDone = [{ what: 'profit by region', why: 'there is no such column.' }];
  expect(answerText({ message: message('42'), notDone })).toBe(
    '42\n\nNot done: profit by region — because there is no such column.\n',
  );
});

it('does not repeat what the answer says already', () => {
  const notDone = [{ what: 'profit by region', why: 'There is no such column.' }];
  const content = '42\n\nNot done:\n- profit by\n  region: There is no such column';
  expect(answerText({ message: message(content), notDone })).toBe(`${content}\n`);
});

it('lets no control character of an answer or a reason reach the terminal', () => {
  const notDone = [{ what: 'a\u001b]0;title\u0007', why: 'b\u009b2J' }];
  const text = answerText({ message: message('x\u001b[2Jy\r\nz\u0008'), notDone });
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  expect(text).toContain('xy\nz');
});

const asked = {
  runId: 'r-1',
  message: message(''),
  waitingFor: { kind: 'clarification', id: 'q', question: 'Which year?' },
} as const;

it('prints the question of a run that waits, and how to go on', () => {
  const text = waitingText(asked);
  expect(text).toContain('Which year?');
  expect(text).toContain('ask again');
});

it('prints the command that answers a run that is kept, with its files', () => {
  expect(waitingText(asked, { store: 'my runs.db', files: ['a.csv'] })).toContain(
    `To continue:\n  troupe resume r-1 --store 'my runs.db' --file a.csv --answer "…"\n`,
  );
});

it('prints the commands that review a plan', () => {
  const review = { ...asked, waitingFor: { kind: 'plan-review', id: 'p', question: '- [ ] 1: look' } } as const;
  const text = waitingText(review, { store: 'runs.db', files: [] });
  expect(text).toContain('- [ ] 1: look');
  expect(text).toContain(
    '  troupe resume r-1 --store runs.db --approve\n  troupe resume r-1 --store runs.db --revise "…"',
  );
  expect(waitingText(review)).toContain('ask again with --store F');
});

it.each([
  [
    {
      properties: { guests: { type: 'integer', description: 'how many' }, name: { type: 'string' } },
      required: ['guests'],
    },
    '{ "guests": integer (how many), "name": string, if you like }',
  ],
  [
    { properties: { size: { enum: ['s', 'm'] }, other: {} } },
    '{ "size": "s" or "m", if you like, "other": any, if you like }',
  ],
  [{ type: 'number' }, '{"type":"number"}'],
])('prints what a form has: %j', (schema, line) => {
  expect(questionText({ kind: 'form', id: 'q', question: 'Who?', schema })).toBe(`Who?\n  ${line}`);
});
