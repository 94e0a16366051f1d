import fc from 'fast-check';
import { defineView, typeOf, views } from 'troupe/log';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/log/entry.ts';
import type { Note } from '../../../src/log/entry-types.ts';
import { kinds } from '../../../src/log/own/kinds.ts';
import { RunLog } from '../../../src/log/run-log.ts';
import type { View } from '../../../src/log/view/view.ts';

/** Something for every view, about one of a few things: what begins and ends may come in any order. */
const notes = (number: number): Note[] => {
  const [id, actor] = [`${number}`, `host/step-${number}#1`];
  const error = { code: 'timeout', message: 'Too slow.', retryable: true };
  const own = (data: Extract<Note, { type: 'entry.recorded' }>['data']): Note => ({ type: 'entry.recorded', data });
  return [
    {
      type: 'step.started',
      data: { id, description: 'work', specialist: 'worker', dependencies: ['0'], round: 1, version: 1, actor },
    },
    { type: 'step.failed', data: { id, actor, results: [], reason: 'Too slow.' } },
    { type: 'step.completed', data: { id, actor, results: [] } },
    { type: 'effect.failed', data: { key: `s${number}#1/ask#1.1`, kind: 'ask', error } },
    { type: 'clarification.requested', data: { id: `q${number}`, question: 'Which?' } },
    { type: 'clarification.answered', data: { id: `q${number}`, text: 'This.' } },
    own(kinds.memoryStored.make({ key: `k${number}`, content: number })),
    own(kinds.memoryForgotten.make({ key: `k${number}` })),
    own(kinds.memoryRetrieved.make({ key: `k${number}`, found: true })),
    own(kinds.hopBegun.make({ question: 'Where?' }, { id: `h${number}`, parent: 'h0' })),
    own(kinds.hopEnded.make({ finding: 'Here.' }, { parent: `h${number}` })),
    own(kinds.agentDelegated.make({ to: 'reader', task: 'read' }, { id: `d${number}` })),
    own(kinds.agentReturned.make({ from: 'reader' }, { parent: `d${number}` })),
    own(kinds.correctionNeeded.make({ pattern: 'slow', reason: 'too slow' }, { id: `c${number}` })),
    own(kinds.correctionTried.make({ action: 'wait' }, { parent: `c${number}` })),
    own(kinds.clarificationNeeded.make({ question: 'Which?' }, { id: `w${number}` })),
    own(kinds.clarificationGiven.make({ answer: 'This.' }, { parent: `w${number}` })),
    // What other code has written under such a name.
    own({ name: 'memory.stored', version: 1, value: number }),
    own({ name: 'hop.taken', version: 9, value: { question: 'Where?' } }),
  ];
};
const note = fc.integer({ min: 0, max: 2 }).chain((number) => fc.constantFrom(...notes(number)));
const logs = fc.array(fc.array(note, { maxLength: 40 }), { minLength: 1, maxLength: 3 }).map((runs) =>
  runs.flatMap((each, number) => {
    const log = new RunLog(`run ${number}`);
    for (const [place, one] of each.entries()) log.append({ ...one, actor: 'host' }, new Date(place).toISOString());
    return log.entries;
  }),
);

/** A state as plain data; what a view has grown is its items. */
const plain = (state: unknown): unknown =>
  JSON.parse(
    JSON.stringify(state, (_key, value) =>
      value && typeof value === 'object' && 'items' in value ? value.items : value,
    ),
  );
const fromScratch = (view: View<unknown>, entries: readonly Entry[]) => plain(entries.reduce(view.step, view.start));

describe.each(Object.entries(views) as [string, View<unknown>][])('the view %s', (_name, view) => {
  it('of a list that has grown is the one from its beginning, and so is that of any part of a list', () => {
    fc.assert(
      fc.property(logs, fc.array(fc.nat(120)), fc.array(fc.boolean(), { maxLength: 120 }), (entries, lengths, kept) => {
        for (const length of [...lengths, entries.length]) {
          const grown = entries.slice(0, length);
          expect(plain(view.of(grown))).toEqual(fromScratch(view, grown));
          const part = grown.filter((_, place) => kept[place] ?? true);
          expect(plain(view.of(part))).toEqual(fromScratch(view, part));
        }
      }),
      { numRuns: 40 },
    );
  });
});

it('two parts of a log with the same ends are looked at apart', () => {
  const types = defineView<readonly string[]>({
    name: 'types',
    start: [],
    step: (list, entry) => [...list, typeOf(entry)],
  });
  const log = new RunLog('r');
  for (const one of notes(1).slice(0, 4)) log.append({ ...one, actor: 'host' }, new Date(0).toISOString());
  const [first, second, third, fourth] = log.entries as [Entry, Entry, Entry, Entry];
  expect(types.of([first, second, fourth])).toEqual(['step.started', 'step.failed', 'effect.failed']);
  expect(types.of([first, third, fourth])).toEqual(['step.started', 'step.completed', 'effect.failed']);
});
