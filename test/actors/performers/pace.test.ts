import { ModelError } from 'troupe';
import { simulatedClock } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { Pace } from '../../../src/actors/performers/pace.ts';

const retry = { baseMs: 500, maxMs: 4000, maxAskedMs: 60_000 };
const busy = (retryAfterMs?: number) => new ModelError('rate-limit', 'Slow down.', { retryAfterMs });

/** A pace, and calls that the test ends by hand. */
function stage() {
  const clock = simulatedClock(0);
  const pace = new Pace(clock);
  const began: string[] = [];
  const calls = new Map<string, PromiseWithResolvers<string>>();
  const waits = { open: 0 };
  const call = (name: string, parts: { signal?: AbortSignal; maxAskedMs?: number } = {}) => {
    const { signal = new AbortController().signal, maxAskedMs = retry.maxAskedMs } = parts;
    const ended = Promise.withResolvers<string>();
    calls.set(name, ended);
    const turn = pace.enter(signal, { ...retry, maxAskedMs });
    const made = (async () => {
      if (turn) {
        waits.open++;
        await turn.finally(() => waits.open--);
      }
      began.push(name);
      try {
        const answer = await ended.promise;
        pace.grow();
        return answer;
      } catch (error) {
        if (error instanceof ModelError && error.reason === 'rate-limit') pace.shrink(error.retryAfterMs, retry);
        throw error;
      } finally {
        pace.leave();
      }
    })();
    made.catch(() => {});
    ended.promise.catch(() => {});
    return made;
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    clock,
    began,
    waits,
    call,
    async answer(...names: string[]) {
      for (const name of names) calls.get(name)?.resolve(`answer to ${name}`);
      await settle();
    },
    async refuse(name: string, retryAfterMs?: number) {
      calls.get(name)?.reject(busy(retryAfterMs));
      await settle();
    },
    async fail(name: string) {
      calls.get(name)?.reject(new ModelError('server', 'It is down.'));
      await settle();
    },
    async tick() {
      clock.tick();
      await settle();
    },
  };
}

/** So many calls under way. */
function crowd(names: readonly string[]) {
  const on = stage();
  const made = names.map((name) => on.call(name));
  return { ...on, made };
}

describe('calls of one model', () => {
  it('do not wait for each other as long as none is turned away', () => {
    const { began, clock } = crowd(['a', 'b', 'c', 'd']);
    expect(began).toEqual(['a', 'b', 'c', 'd']);
    expect(clock.timers).toBe(0);
  });

  it('go on as many at a time as the endpoint still works on when it turns one away, in the order of coming', async () => {
    const { began, refuse, answer, call } = crowd(['a', 'b', 'c', 'd']);
    await refuse('c');
    await refuse('d');
    for (const name of ['e', 'f', 'g']) call(name);
    expect(began).toEqual(['a', 'b', 'c', 'd']);
    await answer('a');
    expect(began.slice(4)).toEqual(['e']);
    await answer('b', 'e');
    expect(began.slice(4)).toEqual(['e', 'f', 'g']);
  });

  it('become more again, one with every eighth answer', async () => {
    const { began, refuse, answer, call } = crowd(['a', 'b']);
    await refuse('b');
    const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
    for (const name of names) call(name);
    await answer('a');
    for (const name of names.slice(0, 6)) await answer(name);
    expect(began).toHaveLength(2 + 7);
    await answer('n6');
    expect(began.slice(-2)).toEqual(['n7', 'n8']);
  });

  it('all wait as long as the endpoint asks for, also those that it never saw', async () => {
    const { began, refuse, answer, tick, clock, call } = crowd(['a', 'b']);
    await refuse('b', 2000);
    await answer('a');
    call('c');
    expect(began).toEqual(['a', 'b']);
    await tick();
    expect(clock.now()).toBe(2000);
    expect(began).toEqual(['a', 'b', 'c']);
  });

  it('wait twice as long with each refusal in a row when the endpoint names no time and works on nothing', async () => {
    const { began, refuse, tick, clock, call, answer } = crowd(['a']);
    await refuse('a');
    const times: number[] = [];
    for (const name of ['b', 'c', 'd', 'e', 'f']) {
      call(name);
      await tick();
      times.push(clock.now());
      if (name === 'e') await answer(name);
      else await refuse(name);
    }
    // The fourth is answered: nobody waits for the next, and the pause after that is as long as the one before.
    expect(times).toEqual([500, 1500, 3500, 7500, 7500]);
    call('g');
    await tick();
    expect(clock.now()).toBe(11_500);
    expect(began.at(-1)).toBe('g');
  });

  it('wait no longer after a burst that was turned away at once than after one refusal', async () => {
    const names = Array.from({ length: 16 }, (_, index) => `call ${index}`);
    const { began, refuse, tick, clock, call } = crowd(names);
    for (const name of names) await refuse(name);
    call('next');
    await tick();
    expect([clock.now(), began.at(-1)]).toEqual([500, 'next']);
  });

  it('wait as long as ever when the endpoint asks for next to nothing and turns them away all the same', async () => {
    const { refuse, tick, clock, call } = crowd(['a']);
    await refuse('a', 0);
    for (const name of ['b', 'c', 'd']) {
      call(name);
      await tick();
      await refuse(name, 1);
    }
    call('e');
    await tick();
    expect(clock.now()).toBe(500 + 1000 + 2000 + 4000);
  });

  it('look again after the longest wait that is allowed, however long the endpoint asked them to wait', async () => {
    const { began, refuse, tick, clock, call, answer } = crowd(['a']);
    await refuse('a', 99_999_999);
    await expect(call('b')).rejects.toMatchObject({ reason: 'rate-limit', retryAfterMs: 99_999_999 });
    clock.after(retry.maxAskedMs, () => {});
    await tick();
    call('c');
    await answer('c');
    call('d');
    expect(began).toEqual(['a', 'c', 'd']);
  });

  it('do not take their own pause for one that the endpoint has asked for', async () => {
    const { began, refuse, tick, call } = crowd(['a']);
    const short = { maxAskedMs: 100 };
    await refuse('a');
    for (const name of ['b', 'c']) {
      call(name, short);
      await tick();
      expect(began.at(-1)).toBe(name);
      await refuse(name);
    }
  });

  it('give up when the endpoint has turned away ten in a row', async () => {
    const { refuse, tick, call } = crowd(['call 0']);
    await refuse('call 0');
    const waiting = Array.from({ length: 12 }, (_, index) => call(`call ${index + 1}`));
    for (let index = 1; index < 10; index++) {
      await tick();
      await refuse(`call ${index}`);
    }
    await expect(waiting[11]).rejects.toMatchObject({ reason: 'rate-limit', retryable: false });
  });

  it('leave at once when they are aborted while they wait, and hold nobody up', async () => {
    const { began, refuse, answer, call, waits, clock } = crowd(['a', 'b']);
    await refuse('b', 2000);
    const controller = new AbortController();
    const given = call('c', { signal: controller.signal });
    const other = new AbortController();
    call('d', { signal: other.signal });
    expect(waits.open).toBe(2);
    const reason = new Error('enough');
    controller.abort(reason);
    other.abort();
    await expect(given).rejects.toBe(reason);
    expect(waits.open).toBe(0);
    expect(clock.timers).toBe(0);
    await answer('a', 'c', 'd');
    expect(began).toEqual(['a', 'b']);
  });

  it('are not made when the endpoint asks for more patience than they have: they say so at once', async () => {
    const { began, refuse, call, made } = crowd(['a', 'b']);
    await refuse('b', 3_600_000);
    await expect(made[1]).rejects.toMatchObject({ reason: 'rate-limit', retryAfterMs: 3_600_000 });
    await expect(call('c')).rejects.toMatchObject({ reason: 'rate-limit', retryAfterMs: 3_600_000 });
    const patient = call('d', { maxAskedMs: 3_600_000 });
    await expect(Promise.race([patient, Promise.resolve('it waits')])).resolves.toBe('it waits');
    expect(began).toEqual(['a', 'b']);
  });

  it('that fail for another reason change nothing', async () => {
    const { began, call, fail } = crowd(['a', 'b']);
    await fail('b');
    call('c');
    call('d');
    expect(began).toEqual(['a', 'b', 'c', 'd']);
  });
});
