import {
  type ConversationContext,
  createOrchestrator,
  defineSpecialist,
  type Entry,
  type Message,
  memoryStore,
  type OrchestratorConfig,
  replay,
} from 'troupe';
import { scriptedModel, simulatedClock } from 'troupe/testing';
import { describe, expect, it } from 'vitest';

type Parts = NonNullable<OrchestratorConfig['conversation']>;

const helper = defineSpecialist({ name: 'helper', description: 'helps with everything' });
const turn = (at: number): Message[] => [
  { role: 'user', content: `Question ${at} about the harbour.` },
  { role: 'assistant', content: `Answer ${at}: it is wide and in the evening it is calm.` },
];
const system: Message = { role: 'system', content: 'You help the travel office.' };
const last: Message = { role: 'user', content: 'What do you say?' };
const long: readonly Message[] = [system, ...Array.from({ length: 50 }, (_, at) => turn(at)).flat(), last];
const session = { windowTokens: 300 };

/** A run of a conversation, with what its models were shown. */
async function talk(
  conversation: Parts,
  messages: readonly Message[] = long,
  config: Partial<OrchestratorConfig> = {},
) {
  const model = scriptedModel([{ purpose: 'think', reply: 'Yes.' }]);
  const troupe = createOrchestrator({ model, specialists: [helper], session, conversation, ...config });
  const run = troupe.start(messages, { runId: 'r' });
  const result = await run.result;
  return { result, run, shown: model.calls[0]?.brief.messages ?? [], analyzed: analyzedIn(run.log) };
}

const analyzedIn = (log: readonly Entry[]) =>
  log.flatMap(({ type, data }) => (type === 'effect.completed' && data.kind === 'analyze' ? [data.output] : []))[0] as
    | ConversationContext
    | undefined; // what that effect gives

describe('an analyst of one’s own', () => {
  it('says what is known in the place of what was computed; what it does not say stays', async () => {
    const { analyzed, run } = await talk({
      analyze: ({ computed, question }) => ({
        userIntent: `${computed.userIntent}, but rather a demand`,
        contextSummary: `asked: ${question}`,
        metadata: { mood: 'grave', messageCount: -1 },
      }),
    });
    expect(analyzed).toMatchObject({
      userIntent: 'question, but rather a demand',
      contextSummary: 'asked: What do you say?',
      turnCount: 51,
      language: 'en',
      metadata: { mood: 'grave', messageCount: long.length },
    });
    expect(replay(run.log)).toMatchObject({ equal: true });
  });

  it('reaches prompts of one’s own: the template of the analysis is theirs', async () => {
    const { run } = await talk({ analyze: async () => ({ conversationTopic: 'the harbour' }) }, [last], {
      prompts: { think: ({ context }) => [{ role: 'user', content: `Topic: ${context.conversationTopic}` }] },
      model: scriptedModel([{ purpose: 'think', reply: ({ messages }) => messages[0]?.content ?? '' }]),
    });
    expect((await run.result).message.content).toBe('Topic: the harbour');
  });
});

describe('a filter of one’s own', () => {
  const third = (messages: readonly Message[]) => messages.filter(({ content }) => /\b3\b/.test(content));

  it('chooses the relevant history, and which older messages stay whole', async () => {
    const { analyzed, shown } = await talk({ filter: ({ messages }) => third(messages) });
    expect(analyzed?.relevantHistory).toEqual(turn(3));
    expect(shown).toEqual(expect.arrayContaining(turn(3)));
    const without = await talk({});
    expect(without.shown).not.toEqual(expect.arrayContaining(turn(3)));
    expect(without.analyzed).not.toHaveProperty('shown');
  });

  it('gets what the caller knows, the question and the key of the effect', async () => {
    const work = Promise.withResolvers<object>();
    const model = scriptedModel([{ purpose: 'think', reply: 'Yes.' }]);
    const filter: Parts['filter'] = (given) => {
      work.resolve(given);
      return [];
    };
    const troupe = createOrchestrator({ model, specialists: [helper], conversation: { filter } });
    await troupe.invoke([last], { runId: 'r', context: { user: 'anna' } });
    const { signal, ...rest } = (await work.promise) as { signal: AbortSignal }; // what every part gets
    expect(rest).toMatchObject({ messages: [last], question: last.content, context: { user: 'anna' } });
    expect(rest).toMatchObject({ key: expect.stringMatching(/^r\/.*analyze/) });
    expect(signal.aborted).toBe(false);
  });
});

describe('a compressor of one’s own', () => {
  const compress: Parts['compress'] = ({ messages }) => ({
    kept: messages.slice(-5, -3),
    summary: 'Much about ships.',
  });

  it('makes a conversation shorter that does not fit; system messages and the question stay', async () => {
    const { shown, run, analyzed } = await talk({ compress });
    expect(shown).toEqual([
      system,
      { role: 'user', content: 'Summary of the earlier conversation:\nMuch about ships.' },
      ...turn(48),
      last,
    ]);
    expect(analyzed?.shown).toMatchObject({ of: 102, kept: [0, 97, 98, 101] });
    expect(replay(run.log)).toMatchObject({ equal: true });
  });

  it('is not asked about a conversation that fits, nor where no summary is wanted', async () => {
    let calls = 0;
    const counting: Parts['compress'] = () => {
      calls++;
      return { kept: [] };
    };
    await talk({ compress: counting }, [system, last]);
    await talk({ compress: counting }, long, { session: { ...session, compress: false } });
    expect(calls).toBe(0);
    await talk({ compress: counting });
    expect(calls).toBe(1);
  });

  it('gets what the filter chose, and the room there is', async () => {
    const seen: object[] = [];
    await talk({
      filter: ({ messages }) => messages.slice(1, 2),
      compress: ({ relevant, maxTokens, maxMessages }) => {
        seen.push({ relevant, maxTokens, maxMessages });
        return { kept: relevant };
      },
    });
    expect(seen).toEqual([{ relevant: [long[1]], maxTokens: 300, maxMessages: 1000 }]);
  });

  it('is made to fit where it keeps too much, and keeps calls of tools with their results', async () => {
    const called: Message[] = [
      { role: 'assistant', content: '', toolCalls: [{ id: 'c', name: 'look', arguments: '{}' }] },
      { role: 'tool', content: 'seven', toolCallId: 'c', name: 'look' },
    ];
    const some = [...called, ...long];
    const half = await talk({ compress: ({ messages }) => ({ kept: messages.slice(0, 1) }) }, some);
    expect(half.shown).toEqual([...called, system, last]);
    const { shown } = await talk({ compress: ({ messages }) => ({ kept: messages }) });
    expect(shown.length).toBeLessThan(30);
    expect(shown.at(-1)).toEqual(last);
  });

  it('is called once: a replay takes what it gave from the log, and so does a run that continues', async () => {
    let calls = 0;
    const asked = Promise.withResolvers<void>();
    const hang = () => {
      asked.resolve();
      return new Promise<never>(() => {});
    };
    const model = scriptedModel([
      { purpose: 'think', reply: hang },
      { purpose: 'think', reply: 'Yes.' },
    ]);
    const conversation: Parts = {
      compress: () => {
        calls++;
        return { kept: [], summary: 'All of it.' };
      },
    };
    const config = { model, specialists: [helper], session, store: memoryStore() };
    const run = createOrchestrator({ ...config, conversation }).start(long, { runId: 'r' });
    await asked.promise;
    run.actor.stop();
    const next = await createOrchestrator({ ...config, conversation }).resume('r');
    expect((await next.result).status).toBe('completed');
    expect(calls).toBe(1);
    expect(model.calls[1]?.brief.messages).toEqual(model.calls[0]?.brief.messages);
    expect(model.calls[1]?.brief.messages.some(({ content }) => content.includes('All of it.'))).toBe(true);
    expect(replay(next.log)).toMatchObject({ equal: true });
    expect(calls).toBe(1);
  });

  it('counts what it used in the run', async () => {
    const { result } = await talk({
      compress: ({ count }) => {
        count({ modelCalls: 2, inputTokens: 10, outputTokens: 5 });
        count({ modelCalls: 1, inputTokens: 1, outputTokens: 1 });
        return { kept: [] };
      },
    });
    const { usage } = (await talk({ compress: () => ({ kept: [] }) })).result;
    expect(result.usage.modelCalls).toBe(usage.modelCalls + 3);
    expect(result.usage.inputTokens).toBe(usage.inputTokens + 11);
    const spend: Parts['compress'] = ({ count }) => {
      count({ modelCalls: 3, inputTokens: 0, outputTokens: 0 });
      return { kept: [] };
    };
    const limited = await talk({ compress: spend }, long, { limits: { modelCalls: 3 } });
    expect(limited.result.limit).toMatchObject({ name: 'modelCalls' });
  });
});

describe('a part of one’s own that cannot be used', () => {
  const broken: [string, unknown, string][] = [
    ['a list that is none', { filter: () => 'all' }, 'What conversation.filter gave cannot be used.'],
    ['another message', { filter: () => [{ ...last }] }, 'conversation.filter gave a message at place 0'],
    ['an unknown field', { analyze: () => ({ turnCount: 2 }) }, '"turnCount" is not a setting'],
    ['a wrong value', { analyze: () => ({ intentConfidence: 7 }) }, 'intentConfidence'],
    ['nothing', { compress: () => undefined }, 'What conversation.compress gave cannot be used.'],
    [
      'a message of the system',
      { compress: () => ({ kept: [{ ...system }] }) },
      'words of its own go into the summary',
    ],
    [
      'an error',
      {
        compress: () => {
          throw new Error('no room');
        },
      },
      'conversation.compress failed: no room',
    ],
  ];
  it.each(broken)('fails the run with a clear word: %s', async (_, parts, problem) => {
    const { result, run } = await talk(parts as Parts); // what no compiler lets through
    expect(result).toMatchObject({ status: 'failed', error: { message: expect.stringContaining(problem) } });
    expect(replay(run.log)).toMatchObject({ equal: true });
  });

  it('is stopped when its time is up', async () => {
    const clock = simulatedClock();
    const begun = Promise.withResolvers<AbortSignal>();
    const done = talk(
      {
        filter: ({ signal }) => {
          begun.resolve(signal);
          return new Promise(() => {});
        },
      },
      [last],
      { clock, timeouts: { callMs: 1_000 } },
    );
    const signal = await begun.promise;
    clock.tick();
    expect((await clock.run(done)).result.error?.message).toBe('conversation.filter took longer than 1000 ms.');
    expect(signal.aborted).toBe(true);
  });

  it('is stopped when the run is cancelled', async () => {
    const begun = Promise.withResolvers<AbortSignal>();
    const filter: Parts['filter'] = ({ signal }) => {
      begun.resolve(signal);
      return new Promise(() => {});
    };
    const troupe = createOrchestrator({ model: scriptedModel([]), specialists: [helper], conversation: { filter } });
    const run = troupe.start([last]);
    const signal = await begun.promise;
    run.cancel();
    expect((await run.result).status).toBe('cancelled');
    expect(signal.aborted).toBe(true);
  });

  it('is refused when it is no function, or has a name that nobody calls', () => {
    const make = (conversation: unknown) => () =>
      createOrchestrator({ model: scriptedModel([]), specialists: [helper], conversation: conversation as Parts }); // the same
    expect(make({ filter: [] })).toThrow('pass a function');
    expect(make({ compres: () => ({ kept: [] }) })).toThrow('compres');
  });
});
