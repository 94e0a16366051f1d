import { describe, expect, it } from 'vitest';
import { requestProblem } from '../../src/domain/message.ts';

const user = { role: 'user', content: 'hello' };

describe('requestProblem', () => {
  it.each([
    [[user]],
    [[{ role: 'system', content: 'be brief' }, user]],
    [[user, { role: 'assistant', content: 'hi' }, user]],
    [[user, { role: 'system', content: 'late' }]],
    [[{ ...user, content: ' 你好 ' }]],
  ])('finds none in %j', (messages) => {
    expect(requestProblem(messages)).toBeUndefined();
  });

  it('names an empty list and one with system messages only', () => {
    expect(requestProblem([])).toMatch(/^There is no message to answer\./);
    expect(requestProblem([{ role: 'system', content: 'be brief' }])).toMatch(/^There is no message to answer\./);
  });

  it('names who spoke last when it was not the user', () => {
    expect(requestProblem([user, { role: 'assistant', content: 'hi' }])).toBe(
      'The last message is from "assistant". It has to be from "user".',
    );
  });

  it('names an empty question', () => {
    expect(requestProblem([{ ...user, content: ' \n ' }])).toMatch(/^The last user message is empty\./);
  });

  it.each([
    ['not a list', /^messages: /],
    [undefined, /^messages: /],
    [[{ role: 'user' }], /^messages\[0\]\.content: /],
    [[user, { role: 'robot', content: '' }], /^messages\[1\]\.role: /],
    [[42], /^messages\[0\]: /],
    [[{ ...user, toolCalls: [{ id: 'a', name: 'b' }] }], /^messages\[0\]\.toolCalls\[0\]\.arguments: /],
  ])('names the place in %j that is not a message', (messages, place) => {
    expect(requestProblem(messages)).toMatch(place);
  });
});
