import { createMemory, plainShelf } from 'troupe/memory';
import { describe, expect, it } from 'vitest';

const anna = { tenant: 'north', user: 'anna' };

describe('a memory', () => {
  it('gives back what was stored under a key, and replaces it', async () => {
    const memory = createMemory();
    const first = await memory.remember(anna, { key: 'gate', value: 'The code is 4711.' });
    const second = await memory.remember(anna, { key: 'gate', value: 'The code is 4812.' });
    expect(await memory.get(anna, 'gate')).toEqual(second);
    expect(second).toMatchObject({ version: 2, kind: 'fact', by: 'application', isPinned: false });
    expect(await memory.find(anna, [first.id, second.id])).toEqual([second]);
    expect(await memory.list(anna)).toEqual([second]);
  });

  it('keeps what says the same as before as it is', async () => {
    const memory = createMemory();
    const first = await memory.remember(anna, { key: 'gate', value: 'The code is 4711.' });
    expect(await memory.remember(anna, { key: 'gate', value: 'the  code is 4711.' })).toEqual(first);
  });

  it.each([
    [{ key: '', value: 'x' }, 'A key has 1 to 200 characters.'],
    [{ key: 'x', value: ' ' }, 'A memory is a text of 1 to 2000 characters'],
    [{ key: 'x', value: 'x'.repeat(2001) }, 'A memory is a text of 1 to 2000 characters'],
    [{ key: 'x', value: 'x', expiresInMs: 0 }, 'expiresInMs is a number above 0'],
  ])('refuses %j', async (given, problem) => {
    await expect(createMemory().remember(anna, given)).rejects.toThrow(problem);
  });

  it('refuses what is no scope', async () => {
    await expect(createMemory().list({ user: '' })).rejects.toThrow('A scope of memory is an object');
  });

  it('sees what is of everybody, of the tenant and of the agent, and never what is of somebody else', async () => {
    const memory = createMemory();
    const scopes = [
      ...[{}, { tenant: 'north' }, { tenant: 'south' }, anna, { tenant: 'south', user: 'anna' }, { user: 'anna' }],
      ...[{ tenant: 'north', user: 'bert' }, { agent: 'clerk' }, { ...anna, agent: 'clerk' }, { agent: 'anna' }],
    ];
    for (const scope of scopes)
      await memory.remember(scope, {
        key: JSON.stringify(scope),
        value: `tea for ${JSON.stringify(scope)}`,
        isPinned: true,
      });
    const seen = async (scope: object) =>
      (await memory.recall(scope, 'tea')).map(({ scope }) => JSON.stringify(scope)).sort();
    const shown = (...list: object[]) => list.map((scope) => JSON.stringify(scope)).sort();
    expect(await seen(anna)).toEqual(shown({}, { tenant: 'north' }, anna));
    expect(await seen({ ...anna, agent: 'clerk' })).toEqual(
      shown({}, { tenant: 'north' }, anna, { agent: 'clerk' }, { ...anna, agent: 'clerk' }),
    );
    expect(await seen({ user: 'anna' })).toEqual(shown({}, { user: 'anna' }));
    expect(await seen({})).toEqual(shown({}));
    expect((await memory.scopes()).length).toBe(scopes.length);
  });

  it('takes the word of the narrowest scope', async () => {
    const memory = createMemory();
    await memory.remember(anna, { key: 'preference/language', value: 'Answer in German.', kind: 'preference' });
    await memory.remember(
      { tenant: 'north' },
      { key: 'preference/language', value: 'Use English.', kind: 'preference' },
    );
    expect((await memory.recall(anna, '')).map(({ value }) => value)).toEqual(['Answer in German.']);
    expect((await memory.recall({ tenant: 'north', user: 'bert' }, '')).map(({ value }) => value)).toEqual([
      'Use English.',
    ]);
  });

  it('knows what expires until its time, and nothing of it afterwards, on the shelf neither', async () => {
    const shelf = plainShelf();
    let now = 0;
    const memory = createMemory({ shelf, now: () => now });
    await memory.remember(anna, { key: 'offer', value: 'Tea is cheap.', isPinned: true, expiresInMs: 1000 });
    now = 999;
    expect((await memory.recall(anna, '')).length).toBe(1);
    now = 1000;
    expect(await memory.recall(anna, '')).toEqual([]);
    expect(await memory.list(anna)).toEqual([]);
    await memory.remember(anna, { key: 'other', value: 'Coffee is not.' });
    expect((await shelf.read(await shelf.scopes())).map(({ key }) => key)).toEqual(['other']);
  });

  it('lets the oldest go where there are too many, and what is pinned last', async () => {
    const memory = createMemory({ limits: { items: 3 } });
    await memory.remember(anna, { key: 'p', value: 'pinned', isPinned: true });
    for (const key of ['a', 'b', 'c']) await memory.remember(anna, { key, value: key });
    expect((await memory.list(anna)).map(({ key }) => key)).toEqual(['c', 'b', 'p']);
  });

  it('recalls what is relevant by its words, within its room, and nothing else', async () => {
    const memory = createMemory({ limits: { relevantTokens: 20 } });
    await memory.remember(anna, { key: 'a', value: 'The Lisbon office opens at nine.' });
    await memory.remember(anna, { key: 'b', value: 'The parrot is green.' });
    await memory.remember(anna, { key: 'c', value: `The Lisbon office ${'has a long corridor and '.repeat(20)}` });
    expect((await memory.recall(anna, 'When does the Lisbon office open?')).map(({ key }) => key)).toEqual(['a']);
  });

  it('recalls what is pinned beyond its room by relevance', async () => {
    const memory = createMemory({ limits: { pinnedTokens: 12 } });
    for (const [key, value] of [
      ['a', 'The parrot is green.'],
      ['b', 'The boat is blue.'],
      ['c', 'The car is red.'],
    ] as const)
      await memory.remember(anna, { key, value, isPinned: true });
    expect((await memory.recall(anna, 'the parrot')).map(({ key }) => key)).toEqual(['c', 'a']);
  });
});

describe('forgetting', () => {
  it('takes it from every answer, and leaves what is of others', async () => {
    const memory = createMemory();
    const bert = { tenant: 'north', user: 'bert' };
    const item = await memory.remember(anna, { key: 'gate', value: 'The code is 4711.', isPinned: true });
    await memory.remember(bert, { key: 'gate', value: 'The code is 4711.', isPinned: true });
    expect(await memory.forget(anna, ['gate', 'never'])).toEqual([item]);
    expect(await memory.recall(anna, 'code')).toEqual([]);
    expect(await memory.find(anna, [item.id])).toEqual([]);
    expect((await memory.list(bert)).length).toBe(1);
    expect(await memory.forget(bert)).toHaveLength(1);
    expect(await memory.scopes()).toEqual([]);
  });

  it('is never undone by a conversation in which it was said, with what it had replaced', async () => {
    const memory = createMemory();
    const said = [
      { role: 'user' as const, content: 'Hello. We can spend at most 4,310. What is there to see?' },
      { role: 'assistant' as const, content: 'A castle.' },
      { role: 'user' as const, content: 'We can spend at most 5,000.' },
    ];
    await memory.learn(anna, said.slice(0, 1), { run: 'one' });
    const [budget] = await memory.learn(anna, said.slice(2), { run: 'two' });
    expect(budget).toMatchObject({ key: 'budget', version: 2, sources: [{ run: 'one' }, { run: 'two' }] });
    await memory.forget(anna, ['budget']);
    expect(await memory.learn(anna, said)).toEqual([]);
    const left = await memory.withoutForgotten(anna, said);
    expect(left.map(({ content }) => content)).toEqual(['Hello. […] What is there to see?', 'A castle.', '[…]']);
    expect(await memory.withoutForgotten({ user: 'bert' }, said)).toBe(said);
  });

  it('takes one of two things that one sentence said, and leaves the other', async () => {
    const memory = createMemory();
    const said = [{ role: 'user' as const, content: 'Hi. Call me Bo, and always answer in metric units! Bye.' }];
    await memory.learn(anna, said);
    await memory.forget(anna, ['preference/name']);
    expect(await memory.learn(anna, said)).toEqual([]);
    expect((await memory.list(anna)).map(({ value }) => value)).toEqual(['always answer in metric units!']);
    const [left] = await memory.withoutForgotten(anna, said);
    expect(left?.content).toBe('Hi. […], and always answer in metric units! Bye.');
  });

  it('is undone by somebody who has it remembered on purpose', async () => {
    const memory = createMemory();
    const said = [{ role: 'user' as const, content: 'We can spend at most 4,310.' }];
    await memory.learn(anna, said);
    await memory.forget(anna);
    await memory.remember(anna, { key: 'budget', value: 'We can spend at most 4,310.' });
    expect(await memory.withoutForgotten(anna, said)).toEqual(said);
  });
});

describe('an embedder', () => {
  /** What texts are about, by a few words that mean the same. */
  const meanings = [/spend|money|budget/i, /nut|eat|food/i, /boat|ship/i];
  const embed = {
    name: 'meanings',
    embed: async (texts: readonly string[]) => texts.map((text) => meanings.map((each) => (each.test(text) ? 1 : 0))),
  };
  const facts = ['We can spend at most 4,310.', 'The ship leaves at nine.'];
  const question = 'How much money do we have?';

  it('finds what is worded differently, which words alone do not', async () => {
    for (const [options, found] of [
      [{}, []],
      [{ embed }, ['We can spend at most 4,310.']],
    ] as const) {
      const memory = createMemory(options);
      for (const value of facts) await memory.remember(anna, { key: value, value });
      expect((await memory.recall(anna, question)).map(({ value }) => value)).toEqual(found);
    }
  });

  it('gives vectors to what another one has seen, or none', async () => {
    const shelf = plainShelf();
    await createMemory({ shelf }).remember(anna, { key: 'a', value: facts[0] ?? '' });
    await createMemory({ shelf, embed: { ...embed, name: 'old' } }).remember(anna, { key: 'b', value: facts[1] ?? '' });
    const memory = createMemory({ shelf, embed });
    expect((await memory.recall(anna, question)).map(({ key }) => key)).toEqual(['a']);
    expect((await memory.recall(anna, 'When does the boat go?')).map(({ key }) => key)).toEqual(['b']);
  });

  it('that fails leaves the work to words', async () => {
    const broken = { name: 'broken', embed: () => Promise.reject(new Error('busy')) };
    const memory = createMemory({ embed: broken });
    await memory.remember(anna, { key: 'a', value: facts[1] ?? '' });
    expect((await memory.recall(anna, 'When does the ship leave?')).length).toBe(1);
  });
});

it.each([
  [{ scopeof: () => ({ user: 'bo' }) }, '"scopeof" is no option of a memory. Did you mean "scopeOf"?'],
  [{ limits: { item: 5 } }, '"item" is no option of the limits of a memory. Did you mean "items"?'],
])('refuses the option that does not exist in %j', (options, problem) => {
  expect(() => createMemory(options as object)).toThrow(problem);
});
