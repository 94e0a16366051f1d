import { createRunner, defineChart, defineSpecialist, type Entry, memoryStore } from 'troupe';
import { agent, createAgentRunner, supervisor } from 'troupe/agents';
import { defineView, kinds, type OwnEntry, storedView, views } from 'troupe/log';
import { thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { RunLog } from '../../../src/log/run-log.ts';
import { ModelError } from '../../../src/models/model-error.ts';
import { modelOf } from '../../agents/agent-lives.ts';
import { broken, says } from '../../agents/compositions/watch.ts';
import { planText, stage } from '../../scenarios/scenario.ts';

/** The log of own entries, one a second. */
function logOf(...own: readonly OwnEntry[]): readonly Entry[] {
  const log = new RunLog('r');
  own.forEach((data, second) => {
    log.append(
      { type: 'entry.recorded', actor: 'host', data },
      new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
    );
  });
  return log.entries;
}

describe('the view of memory', () => {
  it('has the last of each key, what was looked for, and nothing of what was forgotten', () => {
    const { memories, retrievals } = views.memory.of(
      logOf(
        kinds.memoryStored.make({ key: 'budget', content: 4_000 }),
        kinds.memoryStored.make({ key: 'diet', content: 'no nuts', scope: 'user' }),
        kinds.memoryStored.make({ key: 'budget', content: 4_310 }),
        kinds.memoryRetrieved.make({ key: 'budget', found: true }),
        kinds.memoryForgotten.make({ key: 'diet' }),
      ),
    );
    expect(memories.items).toMatchObject([
      { key: 'budget', content: 4_310, version: 2, isForgotten: false },
      { key: 'diet', content: null, isForgotten: true },
    ]);
    expect(retrievals.items).toMatchObject([{ key: 'budget', found: true }]);
  });
});

describe('the view of corrections', () => {
  it('counts what goes wrong by kind, place and specialist', async () => {
    const { start } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [] }) },
      { purpose: 'work', reply: new ModelError('server', 'Later.') },
      { purpose: 'work', reply: new ModelError('server', 'Still later.') },
      { purpose: 'work', reply: 'one' },
    ]);
    const run = start();
    await run.result;
    expect(views.correction.of(run.log).patterns.items).toMatchObject([
      { pattern: 'ask of worker at step a: server', kind: 'ask', step: 'a', count: 2, message: 'Still later.' },
    ]);
  });

  it('links attempts to their trigger', () => {
    const { corrections } = views.correction.of(
      logOf(
        kinds.correctionNeeded.make({ pattern: 'ask of a: timeout', reason: 'It was too slow twice.' }, { id: 'c1' }),
        kinds.correctionTried.make({ action: 'another specialist' }, { parent: 'c1', status: 'failed' }),
        kinds.correctionTried.make({ action: 'a smaller step' }, { parent: 'c1', status: 'success' }),
      ),
    );
    expect(corrections.items).toMatchObject([
      {
        pattern: 'ask of a: timeout',
        attempts: [
          { action: 'another specialist', status: 'failed' },
          { action: 'a smaller step', status: 'success' },
        ],
      },
    ]);
  });
});

describe('the view of collaboration', () => {
  it('has the steps of a plan in the hands of specialists', async () => {
    const { start } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [], b: ['a'] }) },
      { purpose: 'work', reply: 'one' },
      { purpose: 'work', reply: 'two' },
      { purpose: 'reflect', reply: 'the end' },
    ]);
    const run = start();
    await run.result;
    const { delegations, open } = views.collaboration.of(run.log);
    expect(open).toBe(0);
    expect(delegations.items.map(({ from, to, status }) => `${from} ${to} ${status}`)).toEqual([
      'host worker success',
      'host worker success',
    ]);
    // As it stood when the second step had just begun.
    const second = run.log.findLastIndex(({ type }) => type === 'step.started');
    expect(views.collaboration.of(run.log.slice(0, second + 1)).open).toBe(1);
  });

  it('has all who do a step side by side, each with how it came out', async () => {
    const plan = planText({ a: [] }, 'worker, critic');
    const { start } = stage(
      [
        { purpose: 'think', reply: thinking() },
        { purpose: 'plan', reply: plan },
        { purpose: 'work', reply: 'one' },
        { purpose: 'work', reply: 'CANNOT: no way' },
        { purpose: 'reflect', reply: 'the end' },
      ],
      {
        specialists: ['worker', 'critic'].map((name) =>
          defineSpecialist({ name, description: 'does all kinds of work' }),
        ),
      },
    );
    const run = start();
    await run.result;
    const { delegations, open } = views.collaboration.of(run.log);
    expect([open, ...delegations.items.map(({ to, status, error }) => [to, status, error])]).toEqual([
      0,
      ['worker', 'success', undefined],
      ['critic', 'failed', expect.stringContaining('no way')],
    ]);
    const begun = run.log.findIndex(({ type }) => type === 'step.started');
    expect(views.collaboration.of(run.log.slice(0, begun + 1)).open).toBe(2);
  });

  it('says of work that a new plan or the end of the run has stopped that nobody goes on with it', async () => {
    const begun = [1, 2, 3].map(() => Promise.withResolvers<void>());
    const endless = (nth: number) => () => {
      begun[nth]?.resolve();
      return new Promise<string>(() => {});
    };
    const { start } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [], b: [] }) },
      { purpose: 'work', step: 'a', reply: endless(0) },
      { purpose: 'work', step: 'b', reply: endless(1) },
      { purpose: 'work', step: 'a', reply: endless(2) },
    ]);
    const run = start();
    await Promise.all([begun[0]?.promise, begun[1]?.promise]);
    await run.editPlan(planText({ a: [], b: [] }).replace('work on a', 'work with care'));
    await begun[2]?.promise;
    const standing = () => {
      const { delegations, open } = views.collaboration.of(run.log);
      return [open, ...delegations.items.map(({ step, task, status }) => `${step} ${task}: ${status}`)];
    };
    expect(standing()).toEqual([2, 'a work on a: failed', 'b work on b: in_progress', 'a work with care: in_progress']);
    run.cancel();
    await run.result;
    expect(standing()).toEqual([0, 'a work on a: failed', 'b work on b: failed', 'a work with care: failed']);
  });

  it('has the transfers between agents, with those that failed', async () => {
    const replies = [['search', 'math'], ['exit']];
    const boss = agent({
      name: 'boss',
      description: 'Decides who works next.',
      model: modelOf(({ messages }) => {
        const wanted = replies[messages.filter(({ role }) => role === 'assistant').length] ?? ['exit'];
        return {
          calls: wanted.map((name) =>
            name === 'exit'
              ? { name, input: { final_result: '5' } }
              : { name: 'transfer_to_agent', input: { agent: name, task: 'go' } },
          ),
        };
      }),
    });
    const team = supervisor({
      name: 'team',
      description: 'Finds out.',
      supervisor: boss,
      agents: [says('search', 'It is 5'), broken('math')],
    });
    const runner = createAgentRunner({ agents: [team] });
    const run = runner.run(team, 'How much?');
    await run.result;
    const { delegations } = views.collaboration.of(run.log);
    expect(delegations.items.map(({ from, to, task, status }) => `${from} ${to} ${task} ${status}`)).toEqual([
      'team/boss team/search go success',
      'team/boss team/math go failed',
    ]);
  });

  it('has what is recorded as a delegation', () => {
    const { delegations } = views.collaboration.of(
      logOf(
        kinds.agentDelegated.make({ to: 'lawyer', task: 'read it' }, { id: 'd' }),
        kinds.agentReturned.make({ from: 'lawyer', error: 'unreadable' }, { parent: 'd' }),
      ),
    );
    expect(delegations.items).toMatchObject([{ to: 'lawyer', status: 'failed', error: 'unreadable' }]);
  });
});

describe('the view of clarifications', () => {
  it('has what people were asked and what they said', async () => {
    const { start } = stage([
      { purpose: 'think', reply: thinking({ question: 'Which year?' }) },
      { purpose: 'think', reply: thinking({ answer: 'Twelve.' }) },
    ]);
    const run = start();
    await run.settled();
    expect(views.clarification.of(run.log)).toMatchObject({ open: 1 });
    await run.answer('2026');
    await run.result;
    const { questions, open } = views.clarification.of(run.log);
    expect(open).toBe(0);
    expect(questions.items).toMatchObject([
      { kind: 'clarification', question: 'Which year?', status: 'answered', answer: '2026', by: 'host' },
    ]);
  });

  it('says of a question that a message, an edited plan or the end of the run has settled that nobody waits for it', async () => {
    const plan = { purpose: 'plan', reply: planText({ a: [] }) } as const;
    const { start } = stage([{ purpose: 'think', reply: thinking() }, plan, plan, { purpose: 'work', reply: 'one' }], {
      reviewPlan: true,
    });
    const run = start();
    await run.settled();
    const standing = () => {
      const { questions, open } = views.clarification.of(run.log);
      expect(open).toBe(run.waiting.length);
      return questions.items.map(({ question, status }) => `${question}: ${status}`);
    };
    await run.steer('And be quick.');
    await run.settled();
    expect(standing()).toEqual(['The plan, version 1: withdrawn', 'The plan, version 2: open']);
    await run.editPlan(planText({ a: [] }).replace('work on a', 'work with care'));
    await run.result;
    expect(standing()).toEqual(['The plan, version 1: withdrawn', 'The plan, version 2: withdrawn']);

    const other = stage([{ purpose: 'think', reply: thinking({ question: 'Which year?' }) }]).start();
    await other.settled();
    await other.record(kinds.clarificationNeeded.make({ question: 'Whose?' }));
    expect(views.clarification.of(other.log).open).toBe(2);
    other.cancel();
    await other.result;
    const { questions, open } = views.clarification.of(other.log);
    expect([open, ...questions.items.map(({ status }) => status)]).toEqual([0, 'withdrawn', 'withdrawn']);
  });

  it('has what is recorded as one', () => {
    const asked = kinds.clarificationNeeded.make({ question: 'Which year?' }, { id: 'q' });
    const told = kinds.clarificationGiven.make({ answer: 2026 }, { parent: 'q' });
    expect(views.clarification.of(logOf(asked))).toMatchObject({ open: 1 });
    const { questions, open } = views.clarification.of(logOf(asked, told, told));
    expect(open).toBe(0);
    expect(questions.items).toMatchObject([{ question: 'Which year?', status: 'answered', answer: 2026 }]);
  });
});

describe('the view of hops', () => {
  it('has steps that rest on each other, with how deep they are', async () => {
    const { start } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [], b: ['a'], c: ['b'] }) },
      { purpose: 'work', reply: 'one' },
      { purpose: 'work', reply: 'two' },
      { purpose: 'work', reply: 'three' },
      { purpose: 'reflect', reply: 'the end' },
    ]);
    const run = start();
    await run.result;
    const { hops, longest, open } = views.multiHop.of(run.log);
    expect([longest, open]).toEqual([3, 0]);
    expect(hops.items.map(({ id, restsOn, depth }) => [id, ...restsOn, depth])).toEqual([
      ['step a', 1],
      ['step b', 'step a', 2],
      ['step c', 'step b', 3],
    ]);
  });

  it('has hops that are recorded, each resting on its parent', () => {
    const { hops, longest } = views.multiHop.of(
      logOf(
        kinds.hopBegun.make({ question: 'Who wrote it?' }, { id: '1' }),
        kinds.hopEnded.make({ finding: 'Ada' }, { parent: '1' }),
        kinds.hopBegun.make({ question: 'Where was she born?' }, { id: '2', parent: '1' }),
      ),
    );
    expect(longest).toBe(2);
    expect(hops.items).toMatchObject([
      { question: 'Who wrote it?', status: 'completed', finding: 'Ada', depth: 1 },
      { question: 'Where was she born?', status: 'taken', restsOn: ['r:1'], depth: 2 },
    ]);
  });
});

describe('a view', () => {
  const steps: number[] = [];
  const counting = defineView({
    name: 'counting',
    start: 0,
    step: (count: number, { seq }) => {
      steps.push(seq);
      return count + 1;
    },
  });
  const noted = (text: string) => kinds.standard.make({ text });

  it('looks at an entry once, however often a list that grows is looked at', () => {
    const entries = logOf(noted('a'), noted('b'), noted('c'));
    steps.length = 0;
    expect(counting.of(entries.slice(0, 2))).toBe(2);
    expect(counting.of([...entries])).toBe(3);
    expect(counting.of([...entries])).toBe(3);
    expect(steps).toEqual([1, 2, 3]);
    // A shorter list is another one.
    expect(counting.of(entries.slice(0, 1))).toBe(1);
    expect(counting.of([])).toBe(0);
  });

  it('looks at another list with the same ends again', () => {
    const entries = logOf(noted('a'), noted('b'), noted('c'), noted('d'));
    const redacted = entries.map((entry) => (entry.seq === 2 ? { ...entry } : entry));
    for (const length of [3, 4]) {
      expect(counting.of(entries.slice(0, 3))).toBe(3);
      steps.length = 0;
      counting.of(redacted.slice(0, length));
      expect(steps).toHaveLength(length);
    }
  });

  it('has lists that are lists as JSON', () => {
    const { hops } = views.multiHop.of(logOf(kinds.hopBegun.make({ question: 'Who?' })));
    expect(JSON.parse(JSON.stringify({ hops }))).toEqual({ hops: JSON.parse(JSON.stringify(hops.items)) });
    expect(JSON.parse(JSON.stringify(hops))).toMatchObject([{ question: 'Who?' }]);
  });

  it('of all is what its parts are, at every entry', async () => {
    const { start } = stage([
      { purpose: 'think', reply: thinking() },
      { purpose: 'plan', reply: planText({ a: [], b: ['a'] }) },
      { purpose: 'work', reply: 'one' },
      { purpose: 'work', reply: 'two' },
      { purpose: 'reflect', reply: 'the end' },
    ]);
    const run = start();
    await run.result;
    for (let length = 0; length <= run.log.length; length++) {
      const entries = run.log.slice(0, length);
      const all = views.comprehensive.of(entries);
      expect(all.entries).toBe(length);
      expect(all.multiHop.hops.items).toEqual(views.multiHop.of(entries).hops.items);
      expect(all.collaboration.open).toBe(views.collaboration.of(entries).open);
    }
    expect(views.comprehensive.of(run.log)).toMatchObject({ status: 'completed', types: { 'step.started': 2 } });
  });

  it('of all counts notes of any name', () => {
    const log = new RunLog('r');
    for (const note of ['toString', '__proto__', '__proto__']) {
      log.append({ type: 'note.taken', actor: 'a', data: { note } }, '2026-01-01T00:00:00.000Z');
    }
    expect(Object.entries(views.comprehensive.of(log.entries).types)).toEqual([
      ['toString', 1],
      ['__proto__', 2],
    ]);
  });

  it('of a stored run, and of a whole conversation, reads only what is new', async () => {
    const memory = memoryStore();
    const read: string[] = [];
    const store = {
      ...memory,
      read: async (run: string, after = 0) => {
        const found = await memory.read(run, after);
        read.push(`${run} ${found.length}`);
        return found;
      },
    };
    const machine = createMachine({});
    const chart = defineChart({ name: 'idle', version: '1', machine });
    const runner = createRunner({ charts: [chart], store: memory });
    const run = runner.start(chart, { id: 'r' });
    await run.record(kinds.memoryStored.make({ key: 'a', content: 1 }));
    const stored = storedView(store, views.memory);
    expect((await stored.run('r')).memories.items).toMatchObject([{ content: 1 }]);
    await run.record(kinds.memoryStored.make({ key: 'a', content: 2 }));
    read.length = 0;
    expect((await stored.run('r')).memories.items).toMatchObject([{ content: 2, version: 2 }]);
    // The last one that is known, and one that is new.
    expect(read).toEqual(['r 2']);
    expect((await stored.run('nobody')).memories.length).toBe(0);
    await runner.close();
  });

  it('of a run that was deleted, and made again, has nothing of what was there', async () => {
    const store = memoryStore();
    const stored = storedView(store, views.memory);
    const keysOf = async () => (await stored.run('r')).memories.items.map(({ key }) => key);
    const remember = (key: string) => kinds.memoryStored.make({ key, content: 1 });
    await store.append('r', 0, logOf(remember('a'), remember('b')));
    expect(await keysOf()).toEqual(['a', 'b']);
    await store.delete('r');
    expect(await keysOf()).toEqual([]);
    await store.append('r', 0, logOf(remember('a'), remember('b')));
    expect(await keysOf()).toEqual(['a', 'b']);
    await store.delete('r');
    await store.append('r', 0, logOf(remember('c'), remember('d'), remember('e')));
    expect(await keysOf()).toEqual(['c', 'd', 'e']);
  });

  it('of a conversation goes over its runs, the oldest first, and from there on where one has grown', async () => {
    const store = memoryStore();
    const asking = stage(
      [
        { purpose: 'think', reply: thinking({ question: 'Which year?' }) },
        { purpose: 'think', reply: thinking({ question: 'Which month?' }) },
        { purpose: 'think', reply: thinking({ answer: 'Twelve.' }) },
      ],
      { store },
    );
    const talk = storedView(store, views.clarification);
    const one = asking.troupe.start([{ role: 'user', content: 'How many?' }], { sessionId: 's' });
    await one.settled();
    const two = asking.troupe.start([{ role: 'user', content: 'And then?' }], { sessionId: 's' });
    await two.settled();
    expect((await talk.session('s')).questions.items.map(({ question }) => question)).toEqual([
      'Which year?',
      'Which month?',
    ]);
    await one.answer('2026');
    await one.result;
    expect((await talk.session('s')).questions.items.map(({ status }) => status)).toEqual(['answered', 'open']);
    expect((await talk.session('nobody')).open).toBe(0);
    two.cancel();
    await two.result;
  });
});
