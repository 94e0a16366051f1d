import {
  createOrchestrator,
  defineSpecialist,
  type Message,
  type Model,
  ModelError,
  type ModelRequest,
  type Specialist,
  type WorkInput,
} from 'troupe';
import { defaultPlanTemplate, defaultPrompts } from 'troupe/prompts';
import { reflection, scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { ask, of, planText, stage, worker } from './scenario.ts';

/** Does the step beside the one that a test is about. */
const helper = defineSpecialist({ name: 'helper', description: 'helps', run: () => 'helped' });

const script = (work?: string) => [
  { purpose: 'think' as const, reply: thinking() },
  {
    purpose: 'plan' as const,
    reply: `${planText({ a: [] }, 'own')}- [ ] b: help\n  - specialist: helper\n`,
  },
  ...(work === undefined ? [] : [{ purpose: 'work' as const, reply: work }]),
  { purpose: 'reflect' as const, reply: reflection({ finalAnswer: 'ok' }) },
];

/** Runs a plan with a step that the specialist does, and gives what came of the step. */
async function workOf(own: Partial<Specialist>, reply?: string) {
  const specialist = defineSpecialist({ name: 'own', description: 'does it in its own way', ...own });
  const { start, model } = stage(script(reply), { specialists: [specialist, helper] });
  const run = start();
  const deltas: string[] = [];
  run.subscribe((event) => {
    if (event.type === 'delta' && event.actor === 'host/step-a#1') deltas.push(`${event.at}: ${event.text}`);
  });
  const { plan } = await run.result;
  const entry = [...of(run.log, 'step.completed'), ...of(run.log, 'step.failed')].find(({ data }) => data.id === 'a');
  const result = entry?.data.results[0];
  return { step: plan?.steps[0], result, deltas, request: model.calls.find(({ brief }) => brief.purpose === 'work') };
}

const say = () => 'x';

describe('a specialist', () => {
  it('streams its own work: the pieces are told as they come, and put together they are the result', async () => {
    const { step, deltas } = await workOf({
      async *stream({ step: { description } }: WorkInput) {
        yield 'on ';
        yield description;
      },
    });
    expect(step).toMatchObject({ status: 'completed', result: 'on work on a' });
    expect(deltas).toEqual(['0: on ', '3: work on a']);
  });

  it('has no calls of a model for a stream of its own, and fails with what it throws', async () => {
    const specialist = defineSpecialist({
      name: 'own',
      description: 'breaks off',
      // biome-ignore lint/correctness/useYield: it breaks before
      async *stream() {
        throw new Error('The line is dead.');
      },
    });
    const { start } = stage(script(), { specialists: [specialist, helper], correctAfter: 0 });
    const { plan } = await start().result;
    expect(plan?.steps[0]).toMatchObject({ status: 'failed', reason: 'The line is dead.' });
  });

  it.each([
    [undefined, 'undefined'],
    [{ text: 'x' }, 'object'],
    [null, 'null'],
  ])('fails with the reason when it streams %j', async (piece, what) => {
    const { step } = await workOf({
      async *stream() {
        yield 'a';
        yield piece as unknown as string; // a mistake that the compiler would find
      },
    });
    const reason = `Specialist "own" streams something that is not text (${what}). Yield strings.`;
    expect(step).toMatchObject({ status: 'failed', reason });
  });

  it('is told that nobody reads its stream any more when it is cancelled, also while it hangs', async () => {
    const [asked, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hanging: AsyncIterator<string> = {
      next() {
        asked.resolve();
        return new Promise(() => {});
      },
      return() {
        left.resolve();
        return Promise.reject(new Error('nobody hears this'));
      },
    };
    const own = defineSpecialist({
      name: 'own',
      description: 'hangs',
      stream: () => ({ [Symbol.asyncIterator]: () => hanging }),
    });
    const { start } = stage(script().slice(0, 2), { specialists: [own, helper] });
    const run = start();
    await asked.promise;
    run.cancel();
    await left.promise;
    expect((await run.result).status).toBe('cancelled');
  });

  it('is left in order when its stream is refused', async () => {
    let isLeft = false;
    await workOf({
      async *stream() {
        try {
          yield 7 as unknown as string; // a mistake that the compiler would find
        } finally {
          isLeft = true;
        }
      },
    });
    expect(isLeft).toBe(true);
  });

  it('makes the messages of its model itself', async () => {
    const processInput = ({ step, messages }: WorkInput): Message[] => [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: `${messages.at(-1)?.content}: ${step.description}` },
    ];
    const { request, step } = await workOf({ processInput }, 'done');
    expect(request?.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'do it: work on a' },
    ]);
    expect(step?.result).toBe('done');
  });

  it('has the last word on what its model gave, with scores of its own', async () => {
    const { step, result } = await workOf(
      {
        processOutput: ({ text }, { step: { id } }) => ({
          text: `${id}: ${text.toUpperCase()}`,
          data: [1],
          confidence: 0.4,
          quality: 0.6,
          relevance: 0.7,
        }),
      },
      'done',
    );
    expect(step?.result).toBe('a: DONE');
    expect(result).toMatchObject({ status: 'success', confidence: 0.4, qualityScore: 0.6, relevanceScore: 0.7 });
  });

  it('has the last word on what its own function gave', async () => {
    const { step } = await workOf({ run: () => 'raw', processOutput: ({ text }) => `cooked from ${text}` });
    expect(step?.result).toBe('cooked from raw');
  });

  it.each([
    [{ run: say, stream: async function* () {} }, 'Specialist "own" has both run and stream. Give one of them.'],
    [{ run: say, processInput: () => [] }, 'processInput makes messages for a model'],
    [{ stream: async function* () {}, processInput: () => [] }, 'processInput makes messages for a model'],
  ])('is refused when it says two things at once', (own, message) => {
    expect(() => defineSpecialist({ name: 'own', description: 'x', ...own })).toThrow(message);
  });
});

describe('models', () => {
  it('are asked for what they are there for, and the first one for everything else', async () => {
    const asked: string[] = [];
    const lines = scriptedModel([
      { purpose: 'think', reply: thinking() },
      {
        purpose: 'plan',
        reply: planText({ a: [], b: [] }).replace('specialist: worker\n- [ ] b', 'specialist: own\n- [ ] b'),
      },
      { purpose: 'work', reply: 'x' },
      { purpose: 'work', reply: 'y' },
      { purpose: 'reflect', reply: new ModelError('auth', 'The key was refused.') },
      { purpose: 'finalize', reply: 'the end' },
    ]);
    const named = (name: string): Model => ({
      name,
      call(request: ModelRequest) {
        asked.push(`${request.brief.purpose}: ${name}`);
        return lines.call(request);
      },
    });
    const troupe = createOrchestrator({
      model: named('main'),
      models: {
        thinking: named('thinker'),
        planning: named('planner'),
        tools: named('worker'),
        reflection: named('judge'),
        answering: named('writer'),
      },
      specialists: [worker, defineSpecialist({ name: 'own', description: 'has its own model', model: named('own') })],
    });
    await troupe.invoke(ask('do it'));
    lines.assertUsedUp();
    expect(asked.toSorted()).toEqual([
      'finalize: writer',
      'plan: planner',
      'reflect: judge',
      'think: thinker',
      'work: own',
      'work: worker',
    ]);
  });

  it('each have their price in a limit of money', () => {
    const model = (name: string): Model => ({ name, call: () => Promise.reject(new Error('not called')) });
    const build = () =>
      createOrchestrator({
        model: model('cheap'),
        models: { planning: model('dear') },
        specialists: [worker],
        prices: { cheap: { inputUsd: 1, outputUsd: 1 } },
        limits: { costUsd: 1 },
      });
    expect(build).toThrow('limits.costUsd needs the price of "dear"');
  });
});

describe('prompts', () => {
  it('can be replaced one by one; a default can be built upon', async () => {
    const { start, model } = stage(
      script('x').map((line) => ({ ...line })),
      {
        specialists: [defineSpecialist({ name: 'own', description: 'does it' }), helper],
        systemPrompt: 'We sell boats.',
        planTemplate: 'Write it as a list.',
        prompts: {
          think: (brief) => [...defaultPrompts.think(brief), { role: 'system', content: 'Think of the sea.' }],
          reflect: ({ plan }) => [{ role: 'user', content: `Judge ${plan.title}.` }],
        },
      },
    );
    await start().result;
    const sent = Object.fromEntries(model.calls.map(({ brief, messages }) => [brief.purpose, messages]));
    expect(sent.think?.at(-1)?.content).toBe('Think of the sea.');
    expect(sent.think?.[0]?.content).toMatch(/^We sell boats\.\nYou answer the user/);
    expect(sent.plan?.[0]?.content).toContain('Write it as a list.');
    expect(sent.plan?.[0]?.content).not.toContain(defaultPlanTemplate('en'));
    expect(sent.reflect).toEqual([{ role: 'user', content: 'Judge a plan.' }]);
    expect(sent.work?.[0]?.content).not.toContain('We sell boats.');
  });

  it('are there in English and Chinese, with the same marks and fields for code to read', () => {
    expect(defaultPlanTemplate('zh')).not.toBe(defaultPlanTemplate('en'));
    for (const mark of ['# Plan:', '- [ ] 1:', '- specialist:', '- after:', '- when:']) {
      expect(defaultPlanTemplate('zh')).toContain(mark);
      expect(defaultPlanTemplate('en')).toContain(mark);
    }
  });
});

describe('a configuration that cannot work', () => {
  const model: Model = { name: 'm', call: () => Promise.reject(new Error('not called')) };
  const build = (parts: object) => () => createOrchestrator({ model, specialists: [worker], ...parts });

  it.each([
    [{ limits: { rounds: 0 } }, 'limits.rounds is 0: Too small: expected number to be >=1'],
    [{ complexityThreshold: 1.5 }, 'complexityThreshold is 1.5: Too big: expected number to be <=1'],
    [{ concurrency: 'all' }, 'concurrency is "all": Invalid input: expected'],
    [{ questions: -1 }, 'questions is -1: Too small: expected number to be >=0'],
    [
      { steering: { executing: 'stop' } },
      'steering.executing is "stop": Invalid option: expected one of "plan"|"queue"',
    ],
    [
      { steering: { sleeping: 'plan' } },
      '"sleeping" in steering is not a setting: allowed are analyzing, thinking, lookingUp, clarifying, answering,',
    ],
    [{ roundz: 3 }, '"roundz" is not a setting: allowed are limits, concurrency, maxOutputTokens,'],
    [{ model: 'gpt' }, 'model is "gpt": a model has a call function'],
    [{ models: { planning: {} } }, 'models.planning is an object: a model has a call function'],
    [
      { models: { plan: model } },
      '"plan" in models is not a setting: allowed are thinking, planning, tools, reflection, answering',
    ],
    [{ prices: { m: { input: 1 } } }, '"input" in prices.m is not a setting: allowed are inputUsd, outputUsd'],
    [{ clock: {} }, 'clock is an object: a clock has now() and after()'],
    [{ clock: { now: Date.now } }, 'clock is an object: a clock has now() and after()'],
    [{ prompts: { think: 'Think!' } }, 'prompts.think is "Think!": a prompt is a function from a brief to messages'],
    [{ planTemplate: ' ' }, 'planTemplate is " ": Too small'],
    [{ specialists: [] }, 'specialists is a list of 0: at least one specialist is needed'],
    [{ specialists: ['me'] }, 'specialists.0 is "me": a specialist is made with defineSpecialist()'],
    [{ timeouts: { callMs: Number.NaN } }, 'timeouts.callMs is NaN: Invalid input: expected number'],
    [{ systemPrompt: 7 }, 'systemPrompt is 7: Invalid input: expected string'],
  ])('%j names the field, the value and what is allowed', (parts, message) => {
    expect(build(parts)).toThrow(message);
    expect(build(parts)).toThrow(/^createOrchestrator: /);
  });

  it('names everything that is wrong at once, and shows no long value in full', () => {
    expect(build({ concurrency: 0, questions: 'x'.repeat(500) })).toThrow(
      /concurrency is 0: .*; questions is "x{79}…: .*expected number/,
    );
  });
});
