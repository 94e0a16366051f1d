import { createOrchestrator, type Entry, memoryStore } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import type { Effects } from '../../src/actors/effects.ts';
import { Recording } from '../../src/actors/recording.ts';
import { openPlayer } from '../../src/orchestrator/open-player.ts';
import { ask, worker } from '../scenarios/scenario.ts';

/** The log of a run with one id and an answer of its own. */
async function logWith(answer: string): Promise<readonly Entry[]> {
  const store = memoryStore();
  const troupe = createOrchestrator({
    model: scriptedModel([{ purpose: 'think', reply: thinking({ answer }) }]),
    specialists: [worker],
    store,
  });
  await troupe.invoke(ask('What is it?'), { runId: 'same' });
  return store.read('same');
}

describe('players of one machine', () => {
  it('stay apart when they play different logs of the same run at the same time', async () => {
    const logs = [await logWith('One.'), await logWith('Two.')];
    expect(logs[0]).not.toEqual(logs[1]);
    const recordings = logs.map((entries) => new Recording(entries));
    const players = recordings.map(openPlayer);
    expect(players[0]?.actor.logic).toBe(players[1]?.actor.logic);
    const started = players.map((player) => player.start());
    const playing = recordings.map((recording, which) => recording.playing(started[which] as Effects)); // one each
    // One fact of each in turn.
    let steps = playing.map((each) => each.next());
    while (steps.some(({ done }) => !done)) steps = playing.map((each) => each.next());
    expect(started.map(({ log }) => log.entries)).toEqual(logs);
    for (const { actor } of players) actor.stop();
  });
});
