import { expect, it } from 'vitest';
import { Session } from '../../inspector/src/state/session.ts';
import type { Change, TimelineEntry } from '../../src/inspect/protocol.ts';

const entry = (seq: number): TimelineEntry => ({
  seq,
  at: '2026-01-01T00:00:00.000Z',
  kind: 'fact',
  type: 'effect.completed',
  actor: 'host',
  data: {},
});
const micro = (value: string): Change => ({ type: 'microstep', actor: 'a', edges: [], value });

function sessionOf(): Session {
  const session = new Session('s');
  session.addFrames([
    { seq: 1, changes: [{ type: 'actor', actor: 'a', path: 'host' }, micro('one')] },
    { seq: 3, changes: [micro('two'), micro('three'), micro('four')] },
    { seq: 5, changes: [micro('five')] },
  ]);
  session.addEntries([1, 2, 3, 4, 5, 6].map(entry));
  return session;
}
const value = (session: Session) => session.actor.value?.value;

it('shows the end, whatever comes, until the cursor is moved', () => {
  const session = sessionOf();
  expect([session.at.value, value(session)]).toEqual([6, 'five']);
  session.addFrames([{ seq: 7, changes: [micro('six')] }]);
  session.addEntries([entry(7)]);
  expect([session.at.value, value(session)]).toEqual([7, 'six']);
});

it('stays at its entry when more comes', () => {
  const session = sessionOf();
  session.moveToSeq(4);
  session.addFrames([{ seq: 7, changes: [micro('six')] }]);
  session.addEntries([entry(7)]);
  expect([session.at.value, session.lastSeq.value, value(session)]).toEqual([4, 7, 'four']);
});

it('never leaves the list', () => {
  const session = sessionOf();
  session.moveTo(-5);
  expect(session.at.value).toBe(1);
  session.moveTo(500);
  expect(session.at.value).toBe(6);
});

it('goes through the microsteps of the next group one by one', () => {
  const session = sessionOf();
  session.moveToSeq(1);
  const seen = [1, 2, 3, 4].map(() => {
    session.moveMicro();
    return value(session);
  });
  expect(seen).toEqual(['two', 'three', 'four', 'five']);
  expect(session.moveMicro()).toBe(false);
});

it('begins with the new part of a group that goes on', () => {
  const session = sessionOf();
  session.addFrames([{ seq: 5, changes: [micro('six'), micro('seven')] }]);
  session.enterFrame(3);
  expect(value(session)).toBe('six');
  session.moveMicro();
  expect(value(session)).toBe('seven');
});

it('keeps what an actor writes, also when a part is written again', () => {
  const session = sessionOf();
  session.addDelta('host', 0, 'Hello wor');
  session.addDelta('host', 6, 'you');
  expect(session.drafts.value.get('host')).toBe('Hello you');
});
