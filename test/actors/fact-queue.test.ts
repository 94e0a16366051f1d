import { describe, expect, it } from 'vitest';
import { FactQueue } from '../../src/actors/fact-queue.ts';
import type { Entry } from '../../src/log/entry.ts';
import { RunLog } from '../../src/log/run-log.ts';

/** A queue whose work is written down in its order. */
function queueWith({ commit = () => undefined as void | Promise<void> } = {}) {
  const done: string[] = [];
  const gate = { isQuiet: () => true, mayTakeFact: () => true, go: () => {} };
  const stage = {
    now: () => 1000,
    hasRoomFor: () => true,
    commit: (entries: readonly Entry[]) => {
      done.push(`commit ${entries.map(({ seq }) => seq).join(' ')}`);
      return commit();
    },
    committed: () => void done.push('committed'),
    dispatch: () => {},
    abort: () => {},
    closed: () => void done.push('closed'),
    failed: () => {},
  };
  const queue = new FactQueue(new RunLog('r'), stage, {
    gate: () => gate,
    takeBegun: () => () => void done.push('begin'),
    fail: (error) => void (queue.break() && done.push(`fail ${error}`)),
  });
  const append = () => queue.append({ type: 'run.restored', actor: 'host', data: {} });
  const fact = (name: string, then = () => {}) => ({
    to: 'host',
    event: name,
    hand: () => {
      done.push(name);
      append();
      then();
    },
    dropped: () => void done.push(`${name} dropped`),
  });
  return { done, gate, queue, fact, append };
}

describe('a queue of facts', () => {
  it('hands over a fact, commits all that came of it, lets begin what was asked for, and then takes the next', () => {
    const { done, queue, fact } = queueWith();
    queue.add(fact('one', () => queue.add(fact('two'))));
    expect(done).toEqual(['one', 'commit 1', 'committed', 'begin', 'two', 'commit 2', 'committed', 'begin']);
  });

  it('takes no fact while a store writes', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { done, queue, fact } = queueWith({ commit: () => promise });
    queue.add(fact('one'));
    queue.add(fact('two'));
    expect(done).toEqual(['one', 'commit 1']);
    resolve();
    await promise;
    expect(done).toEqual(['one', 'commit 1', 'committed', 'begin', 'two', 'commit 2']);
  });

  it('waits with the commit while deliveries are held', () => {
    const { done, gate, queue, fact } = queueWith();
    gate.isQuiet = () => false;
    queue.add(fact('one'));
    queue.proceed();
    expect(done).toEqual(['one']);
    gate.isQuiet = () => true;
    queue.proceed();
    expect(done).toEqual(['one', 'commit 1', 'committed', 'begin']);
  });

  it('has what was gathered first, before facts that came meanwhile', () => {
    const { done, queue, fact } = queueWith();
    queue.gather();
    queue.add(fact('said'));
    expect(done).not.toContain('said');
    queue.open(fact('gathered'));
    expect(done.filter((what) => ['said', 'gathered'].includes(what))).toEqual(['gathered', 'said']);
  });

  it('commits soon what is recorded outside of a fact', async () => {
    const { done, queue, append } = queueWith();
    append();
    queue.schedule();
    expect(done).toEqual([]);
    await Promise.resolve();
    expect(done).toEqual(['commit 1', 'committed', 'begin']);
  });

  it('drops facts when it is closed, and commits what was recorded', () => {
    const { done, queue, fact } = queueWith();
    queue.add(
      fact('last', () => {
        queue.add(fact('waiting'));
        queue.close();
        queue.add(fact('late'));
      }),
    );
    expect(done).toEqual(['last', 'waiting dropped', 'late dropped', 'commit 1', 'committed', 'begin', 'closed']);
  });

  it('does nothing more once it is broken', async () => {
    const { done, queue, fact } = queueWith({ commit: () => Promise.reject('disk full') });
    queue.add(fact('one'));
    queue.add(fact('two'));
    await new Promise((resolve) => setImmediate(resolve));
    queue.proceed();
    expect(done).toEqual(['one', 'commit 1', 'fail disk full']);
  });
});
