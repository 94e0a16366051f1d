import { type Clock, defineSpecialist } from 'troupe';
import { reflection, scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { type ConversationEngine, createConversationEngine } from '../../src/engine/conversation-engine.ts';
import { coordinator, lineOf, planOf, readAll, readingOf, worker } from './engine-stage.ts';

// What a person does falls between any two steps of the program: each of them is tried, from the first to the last.

const lines = [
  { purpose: 'think', reply: thinking() },
  { purpose: 'plan', reply: planOf({ a: {}, b: { after: ['a'] } }) },
  { purpose: 'reflect', reply: reflection({ finalAnswer: 'ok' }) },
] as const;

/** A turn takes a few microtasks and a deadline never comes, so that a whole run can be counted in microtasks. */
const clock: Clock = {
  now: () => 0,
  after(ms, callback) {
    if (ms === 0) steps(10).then(callback);
    return () => {};
  },
};

async function steps(count: number): Promise<void> {
  for (let step = 0; step < count; step++) await undefined;
}

/** An engine with script for two runs; a run that is cut off leaves some of it. */
function engineFor() {
  const began: string[] = [];
  const worker = defineSpecialist({
    name: 'worker',
    description: 'notes what it does',
    run: ({ step }) => {
      began.push(step.id);
      return step.id.toUpperCase();
    },
  });
  const model = scriptedModel([...lines, ...lines]);
  return { engine: createConversationEngine({ model, specialists: [worker], coordinator, clock }), began };
}

/** Tries every moment of a run, and gives the states in which something was tried. */
async function atEveryMoment(attempt: (moment: number) => Promise<string>): Promise<Set<string>> {
  const states = new Set<string>();
  for (let moment = 0, ended = 0; ended < 5; moment++) {
    const state = await attempt(moment);
    states.add(state);
    if (state === 'completed') ended++;
  }
  return states;
}
const everyState = ['context_fetching', 'decomposing', 'scheduling', 'executing', 'completed'];

describe('at every moment', () => {
  it('a pause keeps the progress until it is resumed, and nothing is lost', async () => {
    const states = await atEveryMoment(async (moment) => {
      const { engine, began } = engineFor();
      const reading = readAll(engine.run('do it'));
      await steps(moment);
      const before = readingOf(engine);
      const isPausable = before.state === 'scheduling' || before.state === 'executing';
      expect(engine.pause()).toBe(isPausable);
      if (isPausable) {
        const isBehind = began.includes('b');
        await steps(300);
        expect(began.includes('b'), 'something new began in the pause').toBe(isBehind);
        expect(readingOf(engine)).toEqual({ ...before, state: 'paused' });
        expect(engine.resume()).toBe(true);
      }
      const { events } = await reading;
      expect(events.filter(({ type }) => type.startsWith('task_')).map(lineOf)).toEqual([
        'task_decomposed 2',
        'task_scheduled a 0',
        'task_scheduled b 0',
        'task_started a',
        'task_completed a A 0.5',
        'task_started b',
        'task_completed b B 1',
      ]);
      expect(began).toEqual(['a', 'b']);
      return before.state;
    });
    expect([...states]).toEqual(everyState);
  });

  it('a reset ends the run with one error, and the next run is whole', async () => {
    const states = await atEveryMoment(async (moment) => {
      const { engine } = engineFor();
      const reading = readAll(engine.run('do it'));
      await steps(moment);
      const { state } = engine;
      engine.reset();
      expect(engine.state).toBe('idle');
      const [first, second] = await Promise.all([reading, readAll(engine.run('again'))]);
      const errors = first.events.filter(({ type }) => type === 'engine_error');
      expect(errors).toHaveLength(state === 'completed' ? 0 : 1);
      expect(second.lines.slice(0, 2)).toEqual(['idle > receiving', 'receiving > context_fetching']);
      expect(second.lines.at(-1)).toBe('engine_completed 2 2');
      return state;
    });
    expect([...states]).toEqual(everyState);
  });

  it('a snapshot is enough to go on to the same end, without doing again what is done', async () => {
    const states = await atEveryMoment(async (moment) => {
      const { engine } = engineFor();
      const reading = readAll(engine.run('do it'));
      await steps(moment);
      const snapshot = engine.createSnapshot();
      await reading;
      const { engine: other, began } = engineFor();
      other.restoreFromSnapshot(JSON.parse(JSON.stringify(snapshot)));
      expect(readingOf(other)).toMatchObject({ state: snapshot.state, currentProgress: snapshot.progress });
      if (snapshot.state === 'completed') return snapshot.state;
      const { lines: told, result } = await readAll(other.run());
      expect(told.at(-1)).toBe('engine_completed 2 2');
      expect(result).toMatchObject({ status: 'completed', message: { content: 'ok' } });
      const done = snapshot.tasks.filter((task) => task.status === 'completed').map((task) => task.id);
      expect(began.filter((id) => done.includes(id))).toEqual([]);
      expect(began.length).toBe(new Set(began).size);
      return snapshot.state;
    });
    expect([...states]).toEqual(everyState);
  });

  it('a snapshot of a conversation with a question is enough to go on to the same end, asked once more or not', async () => {
    const asksFirst = () =>
      scriptedModel(
        [1, 2].map(() => ({
          purpose: 'think',
          reply: ({ brief }) =>
            thinking(brief.messages.at(-1)?.content === '2025' ? { answer: 'ok' } : { question: 'Which year?' }),
        })),
      );
    const read = (engine: ConversationEngine, input?: string) =>
      readAll(engine.run(input), ({ type }) => {
        if (type === 'engine_waiting') void engine.answer('2025');
      });
    const fresh = () => createConversationEngine({ model: asksFirst(), specialists: [worker], coordinator, clock });
    const waited = new Set<boolean>();
    const states = await atEveryMoment(async (moment) => {
      const engine = fresh();
      const reading = read(engine, 'the figures');
      await steps(moment);
      const snapshot = engine.createSnapshot();
      await reading;
      if (snapshot.state === 'completed') return snapshot.state;
      const other = fresh();
      other.restoreFromSnapshot(JSON.parse(JSON.stringify(snapshot)));
      waited.add(other.waitingFor !== undefined);
      const { lines: told, result } = await read(other);
      expect(told.filter((line) => line.startsWith('engine_error'))).toEqual([]);
      expect(told.at(-1)).toBe('engine_completed 1 1');
      expect(result).toMatchObject({ status: 'completed', message: { content: 'ok' } });
      return snapshot.state;
    });
    expect([...states]).toEqual(everyState);
    expect(waited).toEqual(new Set([false, true]));
  });
});
