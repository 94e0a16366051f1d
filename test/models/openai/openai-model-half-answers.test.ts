/** Answers that look whole and are not: cut, withheld, thought aloud, or calls of tools written as text. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ModelRequest, ModelResponse } from '../../../src/models/model.ts';
import { ModelError } from '../../../src/models/model-error.ts';
import { openaiModel } from '../../../src/models/openai/openai-model.ts';
import { ask, chunk, event, reply, startEndpoint, stream } from '../endpoint.ts';

/** Asks an endpoint that sends these pieces, and gives what came of it with everything that was told on the way. */
async function answerTo(pieces: readonly string[], finish = 'stop', parts: Partial<ModelRequest> = {}) {
  const endpoint = await startEndpoint((response) =>
    stream(response, ...pieces.map((content) => chunk({ content })), chunk({}, finish), event('[DONE]')).end(),
  );
  let told = '';
  const onDelta = (text: string) => {
    told += text;
  };
  const response = await openaiModel({ model: 'm', baseURL: endpoint.baseURL })
    .call(ask('hello', { onDelta, ...parts }))
    .catch((error: unknown) => error as ModelError); // the adapter throws nothing else
  return { response, told, requests: endpoint.received.length };
}

const textOf = (response: ModelResponse | ModelError) => (response instanceof ModelError ? response : response.text);

describe('a finish reason', () => {
  test.each([
    ['stop'],
    ['STOP'],
    ['eos'],
    ['eos_token'],
    ['end_turn'],
    ['stop_sequence'],
    ['COMPLETE'],
    ['tool_calls'],
    ['function_call'],
  ])('%s is that of a whole answer', async (reason) => {
    expect(textOf((await answerTo(['whole'], reason)).response)).toBe('whole');
  });

  test.each([
    ['length', 'truncated', true],
    ['max_tokens', 'truncated', true],
    ['MAX_TOKENS', 'truncated', true],
    ['max_output_tokens', 'truncated', true],
    ['model_length', 'truncated', false],
    ['content_filter', 'filtered', false],
    ['SAFETY', 'filtered', false],
    ['RECITATION', 'filtered', false],
    ['PROHIBITED_CONTENT', 'filtered', false],
    ['sensitive', 'filtered', false],
    ['refusal', 'refusal', false],
    ['insufficient_system_resource', 'server', true],
    ['network_error', 'server', true],
    ['MALFORMED_FUNCTION_CALL', 'bad-output', true],
    ['something_new', 'protocol', true],
    ['constructor', 'protocol', true],
  ])('%s is no whole answer but %s', async (reason, code, retryable) => {
    const { response, requests } = await answerTo(['It was a'], reason);
    expect(response).toMatchObject({ reason: code, retryable, usage: { modelCalls: 1 } });
    expect(requests).toBe(1);
  });

  test('that nobody knows is named', async () => {
    const { response } = await answerTo(['It was a'], 'something_new');
    expect((response as ModelError).message).toContain('"something_new"');
  });
});

describe('what is thought in tags', () => {
  test.each([
    ['before the answer', '<think>Two and two.</think>\n\nIt is 4.', 'It is 4.', 'Two and two.'],
    ['after blanks', '\n  <think>\nHm.\n</think>4', '4', '\nHm.\n'],
    ['in capitals', '<THINK>Hm.</THINK> 4', '4', 'Hm.'],
    ['in other tags', '<thinking>Hm.</thinking><reasoning>So.</reasoning>4', '4', 'Hm.So.'],
    ['that are empty', '<think>\n\n</think>\n\n4', '4', '\n\n'],
    ['without the first tag', 'Two and two.\n</think>\n\nIt is 4.', 'It is 4.', 'Two and two.\n'],
  ])('is no part of the answer: %s', async (_, content, text, reasoning) => {
    expect((await answerTo([content])).response).toMatchObject({ text, reasoning });
  });

  test.each([1, 2, 3, 5, 7, 11])('is told to nobody, however it is cut into pieces: of %i characters', async (size) => {
    const content = '<think>Is <b>4</b> right? </thin</think>\n\nIt is <think>4</think>, they say.';
    const pieces = content.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
    const { response, told } = await answerTo(pieces);
    expect(textOf(response)).toBe('It is <think>4</think>, they say.');
    expect(told).toBe('It is <think>4</think>, they say.');
  });

  test.each([
    'Some models write <think> before they answer.',
    'Write\n<think>\nyour thoughts\n</think>\nand then the answer.',
    '`</think>` ends what `<think>` begins.',
    'It ends with </think> in the middle of a line.',
    '<thinker> is no such tag.',
    '<thi',
    '  indented',
  ])('is not taken from an answer that speaks of the tags: %j', async (content) => {
    for (const pieces of [[content], [...content]]) {
      const { response, told } = await answerTo(pieces);
      expect(textOf(response)).toBe(content);
      expect(told).toBe(content);
    }
  });

  test('and never ends leaves no answer: that is asked for again, not shown', async () => {
    const { response, told, requests } = await answerTo(['<think>Let me see', ', it is 4.']);
    expect(response).toMatchObject({ reason: 'bad-output', retryable: true });
    expect({ told, requests }).toEqual({ told: '', requests: 1 });
  });

  test('is left out of a plain JSON body, too', async () => {
    const message = { role: 'assistant', content: '<think>Hm.</think>4' };
    const endpoint = await startEndpoint((response) =>
      reply(response, 200, { choices: [{ index: 0, message, finish_reason: 'stop' }] }),
    );
    const model = openaiModel({ model: 'm', baseURL: endpoint.baseURL });
    expect(await model.call(ask('2 + 2'))).toMatchObject({ text: '4', reasoning: 'Hm.' });
  });

  test('may hold the value that was asked for, when the answer does not', async () => {
    const schema = { name: 'sum', schema: z.object({ sum: z.number() }) };
    const { response } = await answerTo(['<think>{"sum": 4}'], 'stop', { schema });
    expect(response).toMatchObject({ text: '', reasoning: '{"sum": 4}' });
  });
});

test('a code block that shows the end of a thought loses nothing', async () => {
  const text = 'Models write it so:\n\n```\n</think>\n```\n\nand go on.';
  expect(textOf((await answerTo([text])).response)).toBe(text);
});

describe('a call of a tool that is written as text', () => {
  const tools = ['weather', 'now'].map((name) => ({ name, description: name, parameters: { type: 'object' } }));
  const call = '{"name": "weather", "arguments": {"city": "Bern"}}';
  const bern = { name: 'weather', arguments: '{"city":"Bern"}' };

  test.each([
    ['Hermes, Qwen', `<tool_call>\n${call}\n</tool_call>`, [bern]],
    [
      'two of them',
      `<tool_call>${call}</tool_call>\n<tool_call>{"name":"now","arguments":{}}</tool_call>`,
      [bern, { name: 'now', arguments: '{}' }],
    ],
    ['a list', `<tool_calls>[${call}, {"name": "now"}]</tool_calls>`, [bern, { name: 'now', arguments: '{}' }]],
    ['without the last tag', `<tool_call>\n${call}`, [bern]],
    ['arguments as text', `<tool_call>{"name":"weather","arguments":"{\\"city\\":\\"Bern\\"}"}</tool_call>`, [bern]],
    ['Phi', `<|tool_call|>[${call}]<|/tool_call|>`, [bern]],
    ['Llama', '<|python_tag|>{"name": "weather", "parameters": {"city": "Bern"}}', [bern]],
    ['Llama, its own functions', '<function=weather>{"city": "Bern"}</function>', [bern]],
    ['Mistral', `[TOOL_CALLS][${call}]`, [bern]],
    ['Mistral, newer', '[TOOL_CALLS]weather[ARGS]{"city": "Bern"}', [bern]],
    ['as OpenAI would write it', `<function_call>{"type":"function","function":${call}}</function_call>`, [bern]],
    ['after a thought', `<think>I need it.</think>\n<tool_call>${call}</tool_call>`, [bern]],
  ])('is a call: %s', async (_, content, calls) => {
    for (const pieces of [[content], [...content]]) {
      const { response, told } = await answerTo(pieces, 'stop', { tools });
      expect(response).toMatchObject({ text: '', finishReason: 'tool_calls' });
      expect((response as ModelResponse).toolCalls.map(({ id: _id, ...rest }) => rest)).toEqual(calls);
      expect(told).toBe('');
    }
  });

  test('has an id of its own, and the words before it are kept', async () => {
    const { response, told } = await answerTo(['I look it up.\n\n', `<tool_call>${call}</tool_call>`], 'stop', {
      tools,
      key: 'k',
    });
    expect(response).toMatchObject({ text: 'I look it up.', toolCalls: [{ id: 'k-call-0', ...bern }] });
    expect(told.trim()).toBe('I look it up.');
  });

  test('is a call also after an example of one', async () => {
    const example = `So it looks:\n\n\`\`\`\n<tool_call>{"name": "x"}</tool_call>\n\`\`\`\n\nNow I make one.`;
    const { response } = await answerTo([`${example}\n<tool_call>${call}</tool_call>`], 'stop', { tools });
    expect(response).toMatchObject({ text: example, toolCalls: [bern] });
  });

  test.each([
    ['of a tool that nobody offered', '<tool_call>{"name": "rm", "arguments": {}}</tool_call>', tools, '"rm"'],
    ['where no tool was offered', `<tool_call>${call}</tool_call>`, undefined, '"weather"'],
    ['that cannot be read', '<tool_call>\n<function=weather>\n<parameter=city>Bern</parameter>', tools, 'as text'],
    ['that is cut', '<tool_call>{"name": "weather", "argu', tools, 'as text'],
    [
      'of DeepSeek',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>weather<｜tool▁sep｜>{"city":"Bern"}',
      tools,
      'as text',
    ],
  ])('is an error that is tried again, never the answer: %s', async (_, content, offered, words) => {
    for (const pieces of [[content], [...content]]) {
      const { response, told } = await answerTo(pieces, 'stop', offered ? { tools: offered } : {});
      expect(response).toMatchObject({ reason: 'bad-output', retryable: true, usage: { modelCalls: 1 } });
      expect((response as ModelError).message).toContain(words);
      expect(told).toBe('');
    }
  });

  test.each([
    'Models write <tool_call>{"name": "x"}</tool_call> into their text.',
    `This is how it looks:\n\n<tool_call>\n${call}\n</tool_call>\n\nThe server then reads it.`,
    `\`\`\`xml\n<tool_call>\n${call}\n</tool_call>\n\`\`\``,
    'The tag\n\n```\n<tool_call>\n```\n\nbegins it.',
    `Like this:\n<tool_call>\n${call}\n\nand so on.`,
    '<tool_callable> is another word',
    '[TOOL_CALLS',
    '{"name": "weather", "note": "a value of JSON"}',
  ])('is not seen in an answer that speaks of it: %j', async (content) => {
    for (const pieces of [[content], [...content]]) {
      const { response, told } = await answerTo(pieces, 'stop', { tools });
      expect(textOf(response)).toBe(content);
      expect(told).toBe(content);
    }
  });
});

test('a long answer in small pieces is read in time that grows with its length', async () => {
  const { answerReader } = await import('../../../src/models/openai/answer-reader.ts');
  const marked = ['a\n<tool_call>', 'a\n<tool_call>{}', 'a\n<tool_call>{}</tool_call>', 'a\n<function=x>{'];
  const work = (length: number) => {
    // The time of this thread: a busy machine makes no difference to it.
    const began = process.threadCpuUsage();
    for (const unit of [' ', '\n', '<', '<think>', '</think', '\n<tool_call', '[', 'a\n', ...marked]) {
      const reader = answerReader(() => {});
      for (let at = 0; at < length; at += unit.length) reader.add(unit);
      reader.finish();
    }
    return process.threadCpuUsage(began).user / 1000;
  };
  const best = (length: number) => Math.min(...[1, 2, 3].map(() => work(length)));
  // Ten times the length: linear is ten times the time, quadratic a hundred.
  expect(best(100_000) / Math.max(best(10_000), 1)).toBeLessThan(50);
});
