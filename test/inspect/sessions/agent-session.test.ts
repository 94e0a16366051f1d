import { type ChartObserver, createRunner, type Entry, memoryStore } from 'troupe';
import { agentChart, createAgentRunner } from 'troupe/agents';
import { simulatedClock } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { agentAccount } from '../../../src/agents/running/agent-account.ts';
import { chartLogSession } from '../../../src/inspect/sessions/chart-log-session.ts';
import { chartSession } from '../../../src/inspect/sessions/chart-session.ts';
import type { Session, SessionCommand } from '../../../src/inspect/sessions/session.ts';
import { office } from '../office.ts';
import { shop } from './charts.ts';

/** A run of the office that is watched, at the point where it waits. */
async function waitingRun() {
  const sessions = new Map<string, Session>();
  const inspect: ChartObserver = {
    attachChart(root, by) {
      const { session, follow } = chartSession(root, by);
      sessions.set(by.runId, session);
      return follow;
    },
  };
  const { team, paid } = office();
  const store = memoryStore();
  const runner = createAgentRunner({ agents: [team], store, inspect, clock: simulatedClock() });
  const run = runner.run(team, 'Pay Ada, and book a table.', { id: 'r' });
  await run.settled();
  const session = () => sessions.get('r') as Session; // attached when the run began
  const [payment, form] = session().control().waiting;
  return { runner, store, team, run, paid, session, pay: payment?.id ?? '', form: form?.id ?? '' };
}

const command = (session: Session, given: object) =>
  session.command({ ...given, session: session.info.id } as SessionCommand); // as the page sends it

describe('a live run of agents', () => {
  it('shows what it was asked, that it waits, and what each of its agents asks', async () => {
    const { session, runner } = await waitingRun();
    expect(session().info).toMatchObject({
      title: 'Pay Ada, and book a table.',
      status: 'waiting',
      chart: 'team@1',
      isAgent: true,
      isLive: true,
    });
    expect(session().control().waiting).toEqual([
      {
        kind: 'approval',
        actor: 'team/team/clerk/tool-1-1',
        default: false,
        id: expect.any(String),
        question: 'May clerk call pay?',
        capability: 'write',
        schema: expect.objectContaining({ type: 'object', required: ['to', 'euros'] }),
        from: 'team > clerk',
        tool: 'pay',
        arguments: '{"to":"Ada","euros":3}',
        deadline: '2026-01-01T00:01:00.000Z',
      },
      {
        kind: 'form',
        actor: 'team/team/desk/waiter/tool-1-1',
        id: expect.any(String),
        question: 'For whom?',
        from: 'team > desk > waiter',
        tool: 'book',
        schema: expect.objectContaining({ required: ['name'] }),
        deadline: expect.any(String),
      },
    ]);
    await runner.close();
  });

  it('is answered by id, and the answers are in its log, with who gave them', async () => {
    const { session, run, runner, paid, pay, form } = await waitingRun();
    await command(session(), { type: 'answer', ask: form, text: '{"name":"Bob"}' });
    expect(
      session()
        .control()
        .waiting.map(({ id }) => id),
    ).toEqual([pay]);
    await command(session(), { type: 'approve', ask: pay, arguments: '{"to":"Ada","euros":4}' });
    expect((await run.result).message?.content).toContain('{"name":"Bob"}');
    expect(paid).toEqual(['Ada 4']);
    const facts = run.log.flatMap((entry) => (entry.type === 'event.received' ? [entry.data.event] : []));
    expect(facts).toMatchObject([
      { type: 'person.answered', by: 'inspector', answer: { given: 'answered', value: { name: 'Bob' } } },
      { type: 'person.answered', by: 'inspector', answer: { given: 'approved' } },
    ]);
    expect(session().info).toMatchObject({ status: 'completed', isLive: false });
    expect(session().control().waiting).toEqual([]);
    expect(await runner.check('r')).toMatchObject({ ok: true });
  });

  it('refuses what is no answer, in words, and goes on waiting', async () => {
    const { session, run, runner, pay, form } = await waitingRun();
    const refusals = [
      [{ type: 'answer', ask: form, text: 'Bob' }, 'This is not JSON'],
      [{ type: 'answer', ask: form, text: '{"name":7}' }, 'cannot be answered like this'],
      [{ type: 'approve', ask: pay, arguments: '["Ada"]' }, 'the arguments of a call are an object'],
      [{ type: 'approve', ask: pay, arguments: '{"to":"[redacted]"}' }, 'is hidden on the page, as [redacted]'],
      [{ type: 'approve', ask: 'ask-999' }, 'does not wait for an answer to "ask-999"'],
      [{ type: 'steer', text: 'faster' }, 'A run of a chart has no command "steer".'],
    ] as const;
    for (const [given, why] of refusals) await expect(command(session(), given)).rejects.toThrow(why);
    expect(run.waiting.map(({ id }) => id)).toEqual([pay, form]);
    await command(session(), { type: 'refuse', ask: pay, text: 'too much' });
    expect(run.log.findLast(({ kind }) => kind === 'fact')).toMatchObject({
      data: { event: { by: 'inspector', answer: { given: 'refused', reason: 'too much' } } },
    });
    await runner.close();
  });

  it('takes an answer that is given while it is held when it is stepped to', async () => {
    const { session, run, runner, pay } = await waitingRun();
    await command(session(), { type: 'hold' });
    await command(session(), { type: 'approve', ask: pay });
    expect(session().control().held).toMatchObject([{ event: 'person.answered' }]);
    expect(run.waiting).toHaveLength(2);
    await command(session(), { type: 'step' });
    await expect.poll(() => run.waiting.length).toBe(1);
    await runner.close();
  });

  it('that is left while it waits has the commands that answer it, and forms again when it is resumed', async () => {
    const { session, run, runner, pay } = await waitingRun();
    await run.leave();
    await expect.poll(() => session().info.isLive).toBe(false);
    expect(session().info.status).toBe('waiting');
    const resume = 'troupe resume r --agents FILE';
    expect(session().control().waiting[0]?.commands).toEqual([
      `${resume} --approve ${pay}`,
      `${resume} --refuse ${pay} "why not"`,
    ]);
    const again = await runner.resume('r');
    expect(session().info).toMatchObject({ title: 'Pay Ada, and book a table.', status: 'waiting', isLive: true });
    expect(
      session()
        .control()
        .waiting.map(({ commands }) => commands),
    ).toEqual([undefined, undefined]);
    await command(session(), { type: 'approve', ask: pay });
    expect(again.waiting).toHaveLength(1);
    await runner.close();
  });
});

describe('a stored run of agents', () => {
  const opened = (entries: readonly Entry[], charts = [agentChart(office().team)]) =>
    chartLogSession(entries, { charts, accountOf: agentAccount });

  it('shows what is open with the commands that answer it, with its chart and without', async () => {
    const { store, runner, pay, form } = await waitingRun();
    await runner.close();
    const log = await store.read('r');
    for (const { session, played } of [opened(log), opened(log, [])]) {
      await played;
      expect(session.info).toMatchObject({ title: 'Pay Ada, and book a table.', status: 'waiting', isAgent: true });
      const { waiting, canControl } = session.control();
      expect(canControl).toBe(false);
      expect(waiting.map(({ id, commands }) => [id, commands?.[0]])).toEqual([
        [pay, `troupe resume r --agents FILE --approve ${pay}`],
        [form, `troupe resume r --agents FILE --answer ${form} 'your answer as JSON'`],
      ]);
      await expect(command(session, { type: 'approve', ask: pay })).rejects.toThrow(/stored log|is not here/);
    }
  });

  it('that has ended asks nothing', async () => {
    const { run } = await waitingRun();
    await run.cancel();
    expect(opened(run.log).session.control().waiting).toEqual([]);
  });

  it('is told from a run of another chart', async () => {
    const run = createRunner({ charts: [shop] }).start(shop, { id: 's', input: { items: 1 } });
    await run.cancel();
    const { session } = opened(run.log, [shop]);
    expect(session.info.title).toBe('checkout@1 s');
    expect(session.info.isAgent).toBeUndefined();
    expect(session.control().waiting).toEqual([]);
  });
});
