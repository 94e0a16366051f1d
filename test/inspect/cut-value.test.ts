import { describe, expect, it } from 'vitest';
import { createActor, setup } from 'xstate';
import { cutValue } from '../../src/inspect/cut-value.ts';
import { testInspector } from './page/open-page.ts';

describe('a value that cannot be told', () => {
  const hostile = {
    never: new Date(Number.NaN),
    get broken(): string {
      throw new Error('not now');
    },
    fine: 1,
  };

  it('is told in words, beside what can be told', () => {
    expect(cutValue(hostile)).toEqual({ never: 'Invalid Date', broken: '[unreadable: not now]', fine: 1 });
  });

  it('in the context of an actor does not keep the actor from working while the inspector is open', async () => {
    const inspector = await testInspector();
    const machine = setup({ types: { events: {} as { type: 'go'; with?: unknown } } }).createMachine({
      context: { hostile },
      initial: 'red',
      states: { red: { on: { go: 'green' } }, green: {} },
    });
    const actor = createActor(machine);
    inspector.attachActor(actor);
    actor.start();
    actor.send({ type: 'go', with: hostile });
    expect(actor.getSnapshot()).toMatchObject({ status: 'active', value: 'green' });
  });
});
