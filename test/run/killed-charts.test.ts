import { describe, expect, it, onTestFinished } from 'vitest';
import { seed } from '../seed.ts';
import { startPostgres } from '../stores/postgres-server.ts';
import { cases } from './catalogue.ts';
import { crashRounds, plainly, type Rounds } from './crash-rounds.ts';

/** How many processes of each machine are killed on each store: more with TROUPE_TEST_KILLS=<number>. */
const kills = Number(process.env.TROUPE_TEST_KILLS ?? 5);
const names = Object.keys(cases);
const plain = await plainly();

function tell(store: string, { runs, kills: killed }: Rounds): void {
  const entries = runs.reduce((sum, { lives }) => sum + (lives.at(-1)?.entries.length ?? 0), 0);
  console.log(
    `${store}: ${names.length} machines, ${runs.length} runs, ${killed} processes killed, ${entries} entries.`,
  );
}

describe('processes that are killed at random moments', () => {
  it('take any of the machines to the same end on SQLite as plain XState, and perform nothing again that is recorded', async () => {
    const rounds = await crashRounds({ names, kills, seed }, plain);
    tell('SQLite', rounds);
    expect(rounds.problems).toEqual([]);
    expect(rounds.kills).toBeGreaterThan(names.length * 3);
  });

  it('do the same on PostgreSQL', async () => {
    const server = await startPostgres({ isDurable: true });
    onTestFinished(() => server.stop());
    const rounds = await crashRounds({ names, kills, seed: seed + 1, url: server.url }, plain);
    tell('PostgreSQL', rounds);
    expect(rounds.problems).toEqual([]);
    expect(rounds.kills).toBeGreaterThan(names.length * 3);
  });
});
