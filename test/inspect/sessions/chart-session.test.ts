import { type ChartObserver, createRunner, type Entry, memoryStore } from 'troupe';
import { attachInspector } from 'troupe/inspect';
import { describe, expect, it, onTestFinished } from 'vitest';
import { History } from '../../../inspector/src/state/fold.ts';
import { actorSession } from '../../../src/inspect/sessions/actor-session.ts';
import { chartLogSession } from '../../../src/inspect/sessions/chart-log-session.ts';
import { chartSession } from '../../../src/inspect/sessions/chart-session.ts';
import type { Session, SessionCommand } from '../../../src/inspect/sessions/session.ts';
import { shop } from './charts.ts';

/** A runner whose runs are watched, and their sessions by the id of the run. */
function watched({ isHeld = false } = {}) {
  const sessions = new Map<string, Session>();
  const inspect: ChartObserver = {
    attachChart(root, by) {
      const { session, follow } = chartSession(root, by, (fork, from) => {
        const forked = sessions.get(fork);
        if (forked) forked.info = { ...forked.info, forkOf: from };
      });
      sessions.set(by.runId, session);
      if (isHeld && by.isNew) session.gate?.hold('from the beginning');
      return follow;
    },
  };
  const store = memoryStore();
  const runner = createRunner({ charts: [shop], store, inspect });
  const start = (id: string) => {
    const run = runner.start(shop, { id, input: { items: 3 } });
    return { run, session: sessions.get(id) as Session }; // attached when the run began
  };
  const sessionOf = (id: string) => sessions.get(id);
  return { runner, store, start, sessionOf };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const command = (session: Session, given: object) =>
  session.command({ ...given, session: session.info.id } as SessionCommand); // as the page sends it
const types = (entries: readonly { readonly type: string; readonly actor: string }[]) =>
  entries.map(({ type, actor }) => `${type} ${actor}`);

/** Steps until there is nothing left to deliver. */
async function stepOn(session: Session): Promise<number> {
  let steps = 0;
  for (; session.gate?.held.length || session.gate?.waiting.length; steps++) {
    await command(session, { type: 'step' });
    await turn();
  }
  return steps;
}

/** What comes from outside, as each run here gets it. */
const facts = ['looked', 'paid', 'shipped'] as const;

/** The log of a run that nobody watches. */
async function plainLog(): Promise<readonly Entry[]> {
  const run = createRunner({ charts: [shop], store: memoryStore() }).start(shop, { id: 'r', input: { items: 3 } });
  for (const type of facts) {
    await run.send({ type });
    await turn();
  }
  await run.result;
  return run.log;
}

/** The events of the session that its actors got and did, with the group of entries they belong to. */
const flat = (session: Session) => {
  session.flush();
  return session.frames.flatMap(({ seq, changes }) => changes.map((change) => JSON.stringify([seq, change])));
};

describe('a live run of a chart', () => {
  it('is a session with its log as the timeline, its actors and its chart', async () => {
    const { start } = watched();
    const { run, session } = start('order-7');
    expect(session.info).toMatchObject({
      id: 'order-7',
      title: 'checkout@1 order-7',
      kind: 'run',
      chart: 'checkout@1',
    });
    await run.send({ type: 'paid' });
    await turn();
    await run.send({ type: 'shipped' });
    await run.result;
    await turn();
    expect(session.info).toMatchObject({ status: 'completed', isLive: false });
    expect(types(session.entries)).toEqual(types(run.log));
    expect(session.charts.map(({ name }) => name)).toEqual(['shop', 'counter']);
    session.flush();
    const history = new History();
    history.push(session.frames);
    const at = (seq: number) => Object.fromEntries([...history.stateAt(seq).values()].map((each) => [each.path, each]));
    expect(at(1).checkout?.value).toBe('open');
    expect(at(1)['checkout/counter']?.status).toBe('active');
    expect(at(run.log.length).checkout).toMatchObject({ value: 'done', status: 'done' });
    // Two lives of one id are told apart, as in the log.
    expect(Object.keys(at(run.log.length))).toEqual(expect.arrayContaining(['checkout/charge', 'checkout/charge#2']));
  });

  it('is stepped through a fact at a time, and its log is that of a run that is not', async () => {
    const { runner, start } = watched({ isHeld: true });
    const { run, session } = start('r');
    expect(session.control()).toMatchObject({ isHeld: true, reason: 'from the beginning', canControl: true });
    for (const type of facts) {
      void run.send({ type });
      expect(session.control().held).toEqual([{ to: 'checkout', event: type }]);
      // The event, and the outcome of the effect that it begins.
      expect(await stepOn(session)).toBe(2);
    }
    expect(await run.result).toMatchObject({ status: 'completed' });
    expect(types(run.log)).toEqual(types(await plainLog()));
    expect(await runner.check('r')).toMatchObject({ ok: true });
  });

  it('stops at breakpoints, and its log is that of a run that does not', async () => {
    const { runner, start } = watched();
    const { run, session } = start('r');
    const breakpoints = [
      { kind: 'event', event: 'paid' },
      { kind: 'event', event: 'counted' },
      { kind: 'state', state: 'shop.waiting' },
    ];
    await command(session, { type: 'breakpoints', breakpoints });
    void run.send({ type: 'looked' });
    // An event between two actors of the run is part of what the fact does.
    expect(session.control()).toMatchObject({ isHeld: true, reason: 'after counted' });
    await command(session, { type: 'go' });
    await turn();
    void run.send({ type: 'paid' });
    expect(session.control()).toMatchObject({ isHeld: true, reason: 'before paid' });
    expect(run.getSnapshot().value).toBe('open');
    await command(session, { type: 'go' });
    expect(session.control()).toMatchObject({ isHeld: true, reason: 'after counted' });
    await command(session, { type: 'go' });
    await turn();
    expect(session.control()).toMatchObject({ isHeld: true, reason: 'in shop.waiting' });
    void run.send({ type: 'shipped' });
    await command(session, { type: 'go' });
    await run.result;
    expect(types(run.log)).toEqual(types(await plainLog()));
    expect(await runner.check('r')).toMatchObject({ ok: true });
  });

  it('gets what is sent to any of its actors as a fact', async () => {
    const { runner, start } = watched();
    const { run, session } = start('r');
    const child = session.trace.active.find(([id]) => session.trace.pathOf(id) === 'checkout/counter')?.[0] ?? '';
    await command(session, { type: 'send', actor: child, event: { type: 'counted' } });
    expect(run.log.findLast(({ kind }) => kind === 'fact')).toMatchObject({
      type: 'event.received',
      data: { to: 'checkout/counter', event: { type: 'counted' } },
    });
    await expect(command(session, { type: 'send', actor: 'a99', event: { type: 'counted' } })).rejects.toThrow(
      'There is no actor "a99".',
    );
    expect(await runner.check('r')).toMatchObject({ ok: true });
    await runner.close();
  });

  it('takes what is sent while it is held when it is stepped to', async () => {
    const { start, runner } = watched({ isHeld: true });
    const { run, session } = start('r');
    const [root = ''] = session.trace.active[0] ?? [];
    await command(session, { type: 'send', actor: root, event: { type: 'paid' } });
    expect(session.control().held).toEqual([{ to: 'checkout', event: 'paid' }]);
    await command(session, { type: 'step' });
    expect(run.getSnapshot().value).toBe('charging');
    await turn();
    await command(session, { type: 'step' });
    await command(session, { type: 'pause' });
    expect(session.control().held).toEqual([{ to: 'checkout', event: 'run.paused' }]);
    expect(await command(session, { type: 'step' })).toEqual({ isDone: true });
    expect([run.isPaused, await command(session, { type: 'step' })]).toEqual([true, { isDone: false }]);
    await runner.close();
  });

  it('is paused, resumed and cancelled, also while it is held', async () => {
    const { start } = watched();
    const { run, session } = start('r');
    await command(session, { type: 'pause' });
    expect(run.isPaused).toBe(true);
    await command(session, { type: 'resume' });
    expect(run.isPaused).toBe(false);
    await command(session, { type: 'hold' });
    await command(session, { type: 'cancel' });
    expect(await run.result).toEqual({ status: 'cancelled' });
    await turn();
    expect(session.info).toMatchObject({ status: 'cancelled', isLive: false });
    await expect(command(session, { type: 'step' })).rejects.toThrow('This session has ended');
  });

  it('is forked, and refuses what only an orchestrator can do', async () => {
    const { start, runner, sessionOf } = watched();
    const { run, session } = start('r');
    await run.send({ type: 'paid' });
    await turn();
    const forked = (await command(session, { type: 'fork', at: 1 })) as { session: string; again: string[] };
    expect(forked.again).toEqual(['charge']);
    const fork = sessionOf(forked.session);
    expect(fork?.info).toMatchObject({ forkOf: 'r', title: `checkout@1 ${forked.session}` });
    expect(fork?.entries.length).toBeGreaterThan(1);
    await expect(command(session, { type: 'fork', at: 1, edits: [{ path: 'items', value: 1 }] })).rejects.toThrow(
      'The context of a chart cannot be changed in a fork',
    );
    await expect(command(session, { type: 'steer', text: 'on' })).rejects.toThrow(
      'A run of a chart has no command "steer".',
    );
    await runner.close();
  });

  it('that is left is not live any more', async () => {
    const { start } = watched();
    const { run, session } = start('r');
    await run.leave();
    await turn();
    expect(session.info).toMatchObject({ status: 'executing', isLive: false });
  });

  it('is shown as an actor, too, and replays as before', async () => {
    const runner = createRunner({ charts: [shop], store: memoryStore() });
    const run = runner.start(shop, { id: 'r', input: { items: 3 } });
    const inspector = await attachInspector(run.actor as never, { title: 'the root' }); // any actor
    onTestFinished(() => inspector.close());
    for (const type of facts) {
      await run.send({ type });
      await turn();
    }
    await run.result;
    expect(types(run.log)).toEqual(types(await plainLog()));
    expect(await runner.check('r')).toMatchObject({ ok: true });
  });

  it('is stepped as an actor, too, and replays as before', async () => {
    const runner = createRunner({ charts: [shop], store: memoryStore() });
    const run = runner.start(shop, { id: 'r', input: { items: 3 } });
    const session = actorSession(run.actor as never, { id: 'actor-1', title: 'the root' }); // any actor
    await command(session, { type: 'hold' });
    for (const type of facts) {
      await command(session, { type: 'send', actor: 'a0', event: { type } });
      expect(session.control().held).toEqual([{ to: 'checkout', event: type }]);
      expect(await stepOn(session)).toBe(2);
    }
    await run.result;
    expect(types(run.log)).toEqual(types(await plainLog()));
    expect(await runner.check('r')).toMatchObject({ ok: true });
  });
});

describe('a stored log of a chart', () => {
  it('shows what the live run has shown', async () => {
    const { start, store } = watched();
    const { run, session } = start('r');
    await run.send({ type: 'paid' });
    await turn();
    await run.send({ type: 'shipped' });
    await run.result;
    await turn();
    const stored = chartLogSession(await store.read('r'), { charts: [shop] });
    await stored.played;
    expect(stored.session.info).toMatchObject({
      kind: 'log',
      status: 'completed',
      title: 'checkout@1 r',
      isLive: false,
    });
    expect(stored.session.info).not.toHaveProperty('replayed');
    expect(stored.session.entries).toEqual(session.entries);
    expect(stored.session.charts).toEqual(session.charts);
    expect(flat(stored.session)).toEqual(flat(session));
  });

  it('has only its timeline without the chart, or with another version of it', async () => {
    const log = await plainLog();
    for (const charts of [[], [{ ...shop, version: '2' }]]) {
      const { session, played } = chartLogSession(log, { charts });
      await played;
      expect(session.info).toMatchObject({ chart: 'checkout@1', isChartMissing: true });
      expect(types(session.entries)).toEqual(types(log));
      expect([session.charts, session.frames]).toEqual([[], []]);
      await expect(command(session, { type: 'fork', at: 1 })).rejects.toThrow('The chart checkout@1 is not here');
      expect(await command(session, { type: 'log' })).toContain('"type":"chart.started"');
    }
  });

  it('is shown up to where it comes out differently, and says why', async () => {
    const log = (await plainLog()).map((entry) =>
      entry.type === 'actor.moved' && entry.data.value === 'charging'
        ? { ...entry, data: { ...entry.data, value: 'elsewhere' } }
        : entry,
    );
    const { session, played } = chartLogSession(log, { charts: [shop] });
    await played;
    const until = log.findIndex((entry) => entry.type === 'actor.moved' && entry.data.value === 'elsewhere');
    expect(session.info.replayed).toMatchObject({ madeBy: 'checkout@1', here: 'checkout@1', until });
    expect(session.info.replayed?.problem).toContain(`Entry ${until + 1} comes out differently`);
  });
});
