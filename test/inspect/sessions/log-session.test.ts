import { readFileSync } from 'node:fs';
import { createOrchestrator, type Entry, replay } from 'troupe';
import { type ScriptLine, scriptedModel, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { parseLog } from '../../../src/log/parse-log.ts';
import { mailing, mailPlan, mailStep } from '../../scenarios/asking-cast.ts';
import { ask, worker } from '../../scenarios/scenario.ts';
import { logSession } from './host-log-session.ts';

/** A log that the version before has made. */
const oldLog = (name: string) =>
  parseLog(readFileSync(new URL(`../../log/logs-of-host-4/${name}.jsonl`, import.meta.url), 'utf8'), name);

/** A session after all of its log was replayed. */
async function playedSession(log: readonly Entry[]) {
  const { session, played } = logSession(log);
  await played;
  return session;
}

describe('a log of the charts before these', () => {
  it.each(['two-rounds', 'plan', 'offline-plan'])(
    'has all entries, frames up to where the charts differ, and says so: %s',
    async (name) => {
      const log = oldLog(name);
      const report = replay(log);
      const until = report.equal ? 0 : report.seq - 1;
      expect(until).toBeGreaterThan(7);
      const session = await playedSession(log);
      expect(session.info).toMatchObject({ status: 'completed', isLive: false });
      expect(session.info.replayed).toEqual({ madeBy: 'host@4', here: 'host@5', until });
      expect(session.entries.map(({ seq }) => seq)).toEqual(log.map(({ seq }) => seq));
      const lastFact = log.slice(0, until).findLast(({ kind }) => kind === 'fact');
      expect(session.frames.at(-1)?.seq).toBe(lastFact?.seq);
    },
  );

  it('has all frames where the charts agree, and says who made it', async () => {
    const log = oldLog('offline-direct-answer');
    const session = await playedSession(log);
    expect(session.info.replayed).toEqual({ madeBy: 'host@4', here: 'host@5' });
    expect(session.frames.at(-1)?.seq).toBe(log.findLast(({ kind }) => kind === 'fact')?.seq);
  });
});

describe('a log of these charts', () => {
  /** The log of a run that is answered directly. */
  async function ownLog(): Promise<readonly Entry[]> {
    const model = scriptedModel([{ purpose: 'think', reply: thinking({ answer: 'It is.' }) }]);
    const run = createOrchestrator({ model, specialists: [worker] }).start(ask('Is it?'));
    await run.result;
    return run.log;
  }

  it('shows what is open in it with the commands that answer it', async () => {
    const { mailer } = mailing();
    const model = scriptedModel([mailPlan('a'), mailStep('a')[0] as ScriptLine]); // the call, about which a person is asked
    const run = createOrchestrator({ model, specialists: [mailer] }).start(ask('Send it.'), { runId: 'r' });
    await run.settled();
    const session = await playedSession([...run.log]);
    const [asked] = session.control().waiting;
    expect(asked).toMatchObject({ kind: 'approval', tool: 'mail', from: 'step a, mailer' });
    expect(asked?.commands).toEqual([
      `troupe resume r --approve ${asked?.id}`,
      `troupe resume r --refuse ${asked?.id} "why not"`,
    ]);
    run.cancel();
    await run.result;
    expect((await playedSession(run.log)).control().waiting).toEqual([]);
  });

  it('has nothing to say when it is replayed as it is stored', async () => {
    expect((await playedSession(await ownLog())).info.replayed).toBeUndefined();
  });

  it('says where the replay differs from it, when somebody has changed it', async () => {
    const log = (await ownLog()).map((entry) =>
      entry.type === 'status.changed' ? { ...entry, data: { ...entry.data, state: 'elsewhere' } } : entry,
    );
    const changed = log.find(({ type }) => type === 'status.changed')?.seq ?? 0;
    expect(changed).toBeGreaterThan(1);
    const session = await playedSession(log);
    expect(session.info.replayed).toEqual({ madeBy: 'host@5', here: 'host@5', until: changed - 1 });
  });
});
