import type { ServerResponse } from 'node:http';
import { createOrchestrator, type Message, type OrchestratorConfig, type Run, type RunResult, replay } from 'troupe';
import { estimateTokens } from 'troupe/conversation';
import { toRunState } from 'troupe/log';
import { openaiModel } from 'troupe/openai';
import { type Reply, simulatedClock, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { plantedHistory } from '../conversation/histories.ts';
import { chunk, chunks, event, say, startEndpoint, stream } from '../models/endpoint.ts';
import { of, planText, worker } from '../scenarios/scenario.ts';
import { toResponse } from '../scenarios/to-response.ts';
import { purposeOf } from './purpose.ts';

const troupeOn = (baseURL: string, config: Partial<OrchestratorConfig> = {}) =>
  createOrchestrator({
    model: openaiModel({ model: 'test', baseURL }),
    specialists: [worker],
    retry: { baseMs: 1, maxMs: 2 },
    ...config,
  });

const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });

/** What a listener has in the end who follows the changes of the answer. */
function follow(run: Run) {
  const seen = { text: '', pieces: 0 };
  run.subscribe((each) => {
    if (each.type !== 'delta' || each.actor !== 'host') return;
    seen.text = seen.text.slice(0, each.at) + each.text;
    seen.pieces++;
  });
  return seen;
}

/** Runs one turn of a conversation on an endpoint with written answers; every answer has to be asked for. */
async function turn(messages: readonly Message[], answers: readonly Reply[], config: Partial<OrchestratorConfig> = {}) {
  const left = [...answers];
  const { baseURL, received } = await startEndpoint((response) => say(response, left.shift() ?? 'too many calls'));
  const run = troupeOn(baseURL, config).start(messages);
  const streamed = follow(run);
  const result = await run.result;
  expect(left).toEqual([]);
  expect(replay(run.log)).toEqual({ equal: true, entries: run.log.length });
  expect(streamed.text).toBe(result.message.content);
  const context = toRunState(run.log).conversationContext;
  const branch = of(run.log, 'thought.formed').at(-1)?.data.branch;
  const sent = received.map(({ body }) => body.messages as Message[]); // what a request holds
  return { result, context, branch, sent, run };
}

const firstAnswer = 'North 41,415.5, west 38,420.6, east 35,040.3 and south 32,432.1.';
const history = [user('What was the revenue by region in sales.csv?'), assistant(firstAnswer)];

describe('a conversation over HTTP', () => {
  it('begins: a simple question costs one call, and nothing comes before it', async () => {
    const { result, context, branch, sent } = await turn([user('Hi there!')], ['Hello!']);
    expect(result).toMatchObject({ status: 'completed', message: { content: 'Hello!' }, usage: { modelCalls: 1 } });
    expect(branch).toBe('direct');
    expect(context).toMatchObject({
      turnCount: 1,
      isFirstTurn: true,
      isContinuation: false,
      latestUserMessage: user('Hi there!'),
      language: 'en',
    });
    expect(context?.latestAssistantMessage).toBeUndefined();
    expect(sent[0]?.slice(1)).toEqual([user('Hi there!')]);
  });

  it('goes on: "and for the north only?" is a continuation, with what came before in view', async () => {
    const messages = [...history, user('and for the north only?')];
    const { result, context, branch, sent } = await turn(messages, ['41,415.5']);
    expect(branch).toBe('direct');
    expect(result).toMatchObject({ message: { content: '41,415.5' }, usage: { modelCalls: 1 } });
    expect(context).toMatchObject({
      turnCount: 2,
      isFirstTurn: false,
      isContinuation: true,
      latestAssistantMessage: assistant(firstAnswer),
    });
    expect(sent[0]?.slice(1)).toEqual(messages);
  });

  it('knows a continuation before anyone has thought about it', async () => {
    const { run } = await turn([...history, user('and for the north only?')], ['x']);
    const analyzed = of(run.log, 'effect.completed')[0]?.data.output;
    expect(analyzed).toMatchObject({ isContinuation: true });
  });

  it('changes the topic: that is no continuation', async () => {
    const { result, context, branch } = await turn(
      [...history, user('Please write a short poem about autumn leaves.')],
      [thinking(), planText({ a: [] }), 'Leaves fall.'],
    );
    expect(branch).toBe('plan');
    expect(context).toMatchObject({ isContinuation: false, isFirstTurn: false });
    expect(context?.relevantHistory).toEqual([]);
    expect(result.message.content).toBe('Leaves fall.');
  });

  it('asks one question when the request is unclear, and the answer goes on with the same run', async () => {
    const unclear = thinking({ question: 'Which year?' });
    const left = [unclear, '12 in 2025'];
    const { baseURL, received } = await startEndpoint((response) => say(response, left.shift() ?? 'too many calls'));
    const run = troupeOn(baseURL).start([user('How many?')]);
    const waiting = await run.settled();
    expect(waiting).toMatchObject({
      status: 'waiting',
      waitingFor: { kind: 'clarification', question: 'Which year?' },
    });
    run.answer('2025');
    expect(await run.result).toMatchObject({ message: { content: '12 in 2025' }, usage: { modelCalls: 2 } });
    expect(received[1]?.body.messages).toEqual([
      expect.objectContaining({ role: 'system' }),
      user('How many?'),
      assistant('Which year?'),
      user('2025'),
    ]);
    expect(toRunState(run.log).conversationContext).toMatchObject({ turnCount: 2, isContinuation: true });
    expect(left).toEqual([]);
  });

  it('takes the answer to its question in a later call as the next message', async () => {
    const unclear = thinking({ question: 'Which year?' });
    const left = [unclear, '12 in 2025'];
    const { baseURL } = await startEndpoint((response) => say(response, left.shift() ?? 'too many calls'));
    const troupe = troupeOn(baseURL);
    const first = await troupe.invoke([user('How many?')]);
    expect(first).toMatchObject({ status: 'waiting', message: { role: 'assistant', content: 'Which year?' } });
    const second = await troupe.invoke([user('How many?'), first.message, user('2025')]);
    expect(second).toMatchObject({ status: 'completed', message: { content: '12 in 2025' } });
  });

  it('asks once only: whoever answers unclearly gets the best reading', async () => {
    const unclear = (question: string) => thinking({ question });
    const left = [unclear('Which year?'), unclear('Which month?'), 'I read it as the whole year: 12.'];
    const { baseURL, received } = await startEndpoint((response) => say(response, left.shift() ?? 'too many calls'));
    const run = troupeOn(baseURL).start([user('How many?')]);
    await run.settled();
    run.answer('you know');
    expect(await run.result).toMatchObject({ message: { content: 'I read it as the whole year: 12.' } });
    const offered = received.map(({ body }) => JSON.stringify(body.tools ?? []).includes('"ask_user"'));
    expect(offered).toEqual([true, false, false]);
    const prompts = received.map(({ body }) => JSON.stringify(body.messages));
    expect(prompts[1]).toContain('No question may be asked.');
    expect(prompts[2]).toContain('This question was never answered: \\"Which month?\\"');
  });

  it('never asks when it may not', async () => {
    const unclear = thinking({ question: 'Which year?' });
    const { result } = await turn([user('How many?')], [unclear, 'All years: 40.'], { questions: 0 });
    expect(result).toMatchObject({ status: 'completed', message: { content: 'All years: 40.' } });
  });

  it('answers with its best reading when nobody answers its question in time, and says so', async () => {
    const clock = simulatedClock();
    const asked: Message[][] = [];
    const run = createOrchestrator({
      model: {
        name: 'scripted',
        async call({ brief, messages }) {
          asked.push([...messages]);
          return toResponse(
            brief.purpose === 'think' ? thinking({ question: 'Which year?' }) : 'Read as this year: 12.',
          );
        },
      },
      specialists: [worker],
      timeouts: { answerMs: 60_000 },
      clock,
    }).start([user('How many?')]);
    await run.settled();
    const result = await clock.run(run.result);
    expect(result).toMatchObject({
      status: 'completed',
      message: { content: 'Read as this year: 12.' },
      notDone: [{ what: 'Which year?', why: expect.stringContaining('Nobody answered this question in time') }],
    });
    expect(asked[1]?.at(-1)?.content).toContain('This question was never answered: "Which year?"');
    expect(replay(run.log).equal).toBe(true);
  });

  it('turns to Chinese when the user does: prompts and answer, after an English history', async () => {
    const answer = '北区收入为 41,415.5。';
    const { result, context, sent } = await turn([...history, user('那北区的收入是多少？')], [answer]);
    expect(context).toMatchObject({ language: 'zh', isContinuation: true, turnCount: 2 });
    expect(sent[0]?.[0]?.content).toContain('你来回答用户');
    expect(sent[0]?.[0]?.content).toContain('用最后一条用户消息所用的语言');
    expect(result.message.content).toBe(answer);
  });

  it('speaks Chinese in every prompt of a planned run', async () => {
    const { sent, result } = await turn(
      [user('请分析各地区的收入，然后写一份报告')],
      [thinking(), planText({ a: [], b: [] }), '结果', '另一个结果', '这是报告。'],
    );
    const systems = sent.map((messages) => String(messages[0]?.content));
    for (const prompt of systems) expect(prompt).toMatch(/\p{Script=Han}{4}/u);
    expect(systems.at(-1)).toContain('用最后一条用户消息所用的语言书写');
    expect(result.message.content).toBe('这是报告。');
  });
});

describe('a very long conversation over HTTP', () => {
  it.each(['en', 'zh'] as const)(
    'in "%s" is sent within its window, with every fact that the question asks for',
    async (language) => {
      const { messages, facts } = plantedHistory(language, { messages: 10_000 });
      const { sent, context } = await turn(messages, ['ok'], {
        session: { windowTokens: 8_000, maxHistory: 200 },
      });
      const seen = sent[0]?.slice(1) ?? [];
      expect(seen.length).toBeLessThanOrEqual(200);
      const text = seen.map(({ content }) => content).join('\n');
      expect(estimateTokens(text)).toBeLessThanOrEqual(8_000);
      // What the user said before it, with nothing of the assistant in between, is in the same message.
      expect(seen.at(-1)?.content.endsWith(messages.at(-1)?.content ?? '?')).toBe(true);
      for (const { name, number } of facts) {
        expect(text).toContain(name);
        expect(text).toContain(number);
      }
      expect(context?.tokenCount).toBeGreaterThan(100_000);
    },
  );

  it('never shows a model a tool call without its result, or a result without its call', async () => {
    const messages = Array.from({ length: 400 }, (_, index): Message[] => [
      user(`Question ${index} about the weather in town ${index}?`),
      { role: 'assistant', content: '', toolCalls: [{ id: `call-${index}`, name: 'look', arguments: '{}' }] },
      { role: 'tool', content: `It rains in town ${index}. ${'Drops fall. '.repeat(20)}`, toolCallId: `call-${index}` },
      assistant(`Rain in town ${index}.`),
    ]).flat();
    const { sent } = await turn([...messages, user('And in town 7?')], ['Rain.'], {
      session: { windowTokens: 3_000 },
    });
    const seen = (sent[0] ?? []) as (Message & { tool_calls?: { id: string }[]; tool_call_id?: string })[]; // as it is on the wire
    const calls = seen.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id));
    const results = seen.flatMap(({ tool_call_id }) => tool_call_id ?? []);
    expect(calls.length).toBeGreaterThan(0);
    expect(results).toEqual(calls);
  });
});

/** An endpoint that hands its open responses to the test, by what they are for. */
async function startHeld(others: Partial<Record<string, Reply>> = {}) {
  const open: { purpose: string; response: ServerResponse }[] = [];
  let wake = () => {};
  const { baseURL } = await startEndpoint((response, { body }) => {
    const { purpose } = purposeOf(body.messages as Message[]); // what a request holds
    const text = others[purpose];
    if (text !== undefined) {
      say(response, text);
      return;
    }
    open.push({ purpose, response });
    wake();
  });
  const next = async (): Promise<ServerResponse> => {
    while (open.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return (open.shift() as { response: ServerResponse }).response; // there is one
  };
  return { baseURL, next };
}

/** Resolves when a listener has a text. */
const untilSeen = (run: Run, seen: { text: string }, text: string) =>
  new Promise<void>((resolve) => {
    const look = () => seen.text === text && resolve();
    run.subscribe(look);
    look();
  });

describe('a streamed answer', () => {
  const whole = 'The first words, "quoted" 三, and the rest.';
  const cut = whole.indexOf(' and the rest');

  it('has its first characters at the listener before the model has finished', async () => {
    const { baseURL, next } = await startHeld();
    const run = troupeOn(baseURL).start([user('Say something.')]);
    const seen = follow(run);
    const response = await next();
    stream(response, chunk({ content: whole.slice(0, cut) }));
    await untilSeen(run, seen, 'The first words, "quoted" 三,');
    expect(of(run.log, 'effect.completed').map((entry) => entry.data.kind)).toEqual(['analyze']);
    response.write(chunk({ content: whole.slice(cut) }) + chunk({}, 'stop') + event('[DONE]'));
    response.end();
    const result = await run.result;
    expect(result).toMatchObject({
      message: { content: 'The first words, "quoted" 三, and the rest.' },
      usage: { modelCalls: 1 },
    });
    expect(seen.text).toBe(result.message.content);
  });

  it.each([
    ['the same words', 'The first words, "quoted" 三, and the rest.'],
    ['other words', 'Something else altogether.'],
    ['fewer words', 'The first'],
  ])('is the final message byte for byte across a retry with %s', async (_, second) => {
    const { baseURL, next } = await startHeld();
    const run = troupeOn(baseURL).start([user('Say something.')]);
    const seen = follow(run);
    const broken = await next();
    stream(broken, chunk({ content: whole.slice(0, cut) }));
    await untilSeen(run, seen, 'The first words, "quoted" 三,');
    broken.destroy();
    say(await next(), second);
    const result = await run.result;
    expect(result).toMatchObject({ status: 'completed', message: { content: second }, usage: { modelCalls: 2 } });
    expect(seen.text).toBe(second);
  });

  it('is taken back when a call of a tool follows the words', async () => {
    const { baseURL, next } = await startHeld({
      plan: planText({ a: [], b: [] }),
      work: 'a result',
      reflect: 'planned',
    });
    const run = troupeOn(baseURL).start([user('Say something.')]);
    const seen = follow(run);
    const response = await next();
    stream(response, chunk({ content: 'Let me plan.' }));
    await untilSeen(run, seen, 'Let me plan.');
    response.end(chunks(thinking()).join(''));
    expect((await run.result).message.content).toBe('planned');
    expect(seen.text).toBe('planned');
  });

  it('comes word by word from the closing call too, and begins again where a retry differs', async () => {
    const { baseURL, next } = await startHeld({
      think: thinking(),
      plan: planText({ a: [], b: [] }),
      work: 'a result',
    });
    const run = troupeOn(baseURL).start([user('Say something.')]);
    const seen = follow(run);
    const broken = await next();
    stream(broken, chunk({ content: 'In the end ' }));
    await untilSeen(run, seen, 'In the end ');
    broken.destroy();
    const second = await next();
    stream(second, chunk({ content: 'In the ' }), chunk({ content: 'beginning' }));
    await untilSeen(run, seen, 'In the beginning');
    second.end(chunk({ content: '.' }) + chunk({}, 'stop') + event('[DONE]'));
    const result: RunResult = await run.result;
    expect(result.message.content).toBe('In the beginning.');
    expect(seen.text).toBe('In the beginning.');
  });

  it('of a specialist is told under its own name', async () => {
    const { baseURL, next } = await startHeld({
      think: thinking(),
      plan: planText({ a: [] }),
    });
    const run = troupeOn(baseURL).start([user('Say something.')]);
    const heard: string[] = [];
    run.subscribe((each) => {
      if (each.type === 'delta' && each.actor === 'host/step-a#1') heard.push(each.text);
    });
    const response = await next();
    stream(
      response,
      chunk({ content: 'part one, ' }),
      chunk({ content: 'part two' }),
      chunk({}, 'stop'),
      event('[DONE]'),
    ).end();
    await run.result;
    expect(heard).toEqual(['part one, ', 'part two']);
  });
});
