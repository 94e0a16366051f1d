import type { ServerResponse } from 'node:http';
import { createOrchestrator, type Entry, type Message, type OrchestratorConfig, type Run } from 'troupe';
import { openaiModel } from 'troupe/openai';
import { reflection, thinking } from 'troupe/testing';
import { describe, expect, it } from 'vitest';
import { purposeOf } from '../http/purpose.ts';
import { chunk, event, type Received, say, startEndpoint, stream } from '../models/endpoint.ts';
import { ask, expectReplay, isAbout, of, worker } from './scenario.ts';

/** One step as a planner writes it. */
const stepText = (id: string, needs: readonly string[] = []) =>
  `- [ ] ${id}: work on ${id}\n  - specialist: worker\n${needs.length > 0 ? `  - after: ${needs.join(', ')}\n` : ''}`;

/** A request for a step that has reached the endpoint. */
interface Asked {
  readonly request: Received;
  readonly finish: () => void;
}

/** An endpoint whose plans and steps are in the hands of the test; everything else it answers at once. */
async function startStage(config: Partial<OrchestratorConfig> = {}) {
  const asked: { id: string; step: Asked }[] = [];
  const waiters = new Map<string, (step: Asked) => void>();
  const drafts: ServerResponse[] = [];
  let wakeDraft = () => {};
  const { baseURL } = await startEndpoint((response, request) => {
    const { purpose, step: id = '' } = purposeOf(request.body.messages as Message[]); // what a request holds
    if (purpose === 'think') say(response, thinking());
    else if (purpose === 'reflect') say(response, reflection({ finalAnswer: 'ok' }));
    else if (purpose === 'plan') {
      drafts.push(response);
      wakeDraft();
    } else {
      const step = { request, finish: () => say(response, `result of ${id}`) };
      asked.push({ id, step });
      waiters.get(id)?.(step);
    }
  });
  const troupe = createOrchestrator({
    model: openaiModel({ model: 'test', baseURL }),
    specialists: [worker],
    retry: { baseMs: 1, maxMs: 2 },
    ...config,
  });
  const run = troupe.start(ask('do it'));
  return {
    run,
    /** The steps for which a request has come, in order. */
    asked: () => asked.map(({ id }) => id),
    /** Resolves when the request for a step has reached the endpoint. */
    isAsked: (id: string): Promise<Asked> => {
      const found = asked.find((each) => each.id === id);
      return found ? Promise.resolve(found.step) : new Promise((resolve) => waiters.set(id, resolve));
    },
    /** Resolves when a plan has been asked for so many times. */
    async isDrafting(count: number): Promise<ServerResponse> {
      while (drafts.length < count) {
        await new Promise<void>((resolve) => {
          wakeDraft = resolve;
        });
      }
      return drafts[count - 1] as ServerResponse; // the loop's condition
    },
  };
}

const begin = (response: ServerResponse) => stream(response, chunk({ content: '# Plan: a plan\n\n' }));
const send = (response: ServerResponse, text: string) => response.write(chunk({ content: text }));
const end = (response: ServerResponse) => response.end(chunk({}, 'stop') + event('[DONE]'));

/** Resolves when the log has an entry of this type about a step. */
const isLogged = (run: Run, type: Entry['type'], id: string) =>
  new Promise<void>((resolve) => {
    if (of(run.log, type).some((entry) => isAbout(entry, id))) resolve();
    run.subscribe((each) => {
      if (each.type === type && isAbout(each, id)) resolve();
    });
  });

describe('a plan that arrives step by step', () => {
  it('is carried out while it is written: its first step is asked for before its last is sent', async () => {
    const { run, isAsked, isDrafting, asked } = await startStage();
    const order: string[] = [];
    const draft = await isDrafting(1);
    begin(draft);
    const sent = (id: string, needs: readonly string[] = []) => {
      send(draft, stepText(id, needs));
      order.push(`sent ${id}`);
    };
    const done = async (id: string) => {
      const { finish } = await isAsked(id);
      order.push(`asked ${id}`);
      finish();
    };
    sent('a');
    // Only the beginning of the next step shows that a step is whole.
    sent('b');
    await done('a');
    sent('c', ['a']);
    await done('b');
    sent('d', ['b']);
    await done('c');
    sent('e', ['c', 'd']);
    await done('d');
    expect(run.actor.getSnapshot().hasTag('planning')).toBe(true);
    end(draft);
    await done('e');
    const result = await run.result;
    expect(order).toEqual([
      'sent a',
      'sent b',
      'asked a',
      'sent c',
      'asked b',
      'sent d',
      'asked c',
      'sent e',
      'asked d',
      'asked e',
    ]);
    expect(asked()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(result).toMatchObject({ status: 'completed', rounds: 1, plan: { version: 1 }, message: { content: 'ok' } });
    expect(result.plan?.steps.map((step) => step.result)).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((id) => `result of ${id}`),
    );
    expectReplay(run.log);
  });

  it.each([1, 7, 1000])(
    'runs each step once and after its needs when it comes in pieces of %i characters',
    async (size) => {
      const { run, isAsked, isDrafting, asked } = await startStage();
      const needs = { a: [], b: ['a'], c: [], d: ['b', 'c'], e: ['d'] };
      const text = Object.entries(needs)
        .map(([id, list]) => stepText(id, list))
        .join('');
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, place) =>
        text.slice(place * size, (place + 1) * size),
      );
      const draft = begin(await isDrafting(1));
      for (const piece of pieces) send(draft, piece);
      end(draft);
      for (const id of ['c', 'a', 'b', 'd', 'e']) (await isAsked(id)).finish();
      const result = await run.result;
      expect(asked().toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
      const done = (id: string) => of(run.log, 'step.completed').find((entry) => entry.data.id === id)?.seq ?? 0;
      const started = (id: string) => of(run.log, 'step.started').find((entry) => entry.data.id === id)?.seq ?? 0;
      for (const [id, list] of Object.entries(needs)) {
        for (const need of list) expect(done(need)).toBeLessThan(started(id));
      }
      expect(result.plan?.steps.map((step) => step.dependencies)).toEqual(Object.values(needs));
      expectReplay(run.log);
    },
  );
});

describe('a plan whose stream is cut', () => {
  it('is drafted again: what is the same is not done twice, and what is gone is stopped', async () => {
    const { run, isAsked, isDrafting, asked } = await startStage();
    const first = begin(await isDrafting(1));
    for (const id of ['a', 'b', 'c', 'd']) send(first, stepText(id));
    const [a, b, c] = [await isAsked('a'), await isAsked('b'), await isAsked('c')];
    a.finish();
    await isLogged(run, 'step.completed', 'a');
    first.destroy();

    const second = begin(await isDrafting(2));
    for (const id of ['a', 'b', 'e']) send(second, stepText(id));
    end(second);
    await c.request.closed;
    (await isAsked('e')).finish();
    b.finish();
    const result = await run.result;
    expect(asked()).toEqual(['a', 'b', 'c', 'e']);
    expect(result).toMatchObject({ status: 'completed', rounds: 1, plan: { version: 1 } });
    expect(result.plan?.steps.map(({ id, status, result: text }) => [id, status, text])).toEqual([
      ['a', 'completed', 'result of a'],
      ['b', 'completed', 'result of b'],
      ['e', 'completed', 'result of e'],
    ]);
    expect(result.notDone).toEqual([]);
    expectReplay(run.log);
  });

  it('does a step again whose words are others in the second draft, and stops the first try', async () => {
    const { run, isAsked, isDrafting, asked } = await startStage();
    const first = begin(await isDrafting(1));
    for (const id of ['a', 'b']) send(first, stepText(id));
    const before = await isAsked('a');
    first.destroy();
    const second = begin(await isDrafting(2));
    send(second, stepText('a').replace('work on a', 'work on anew'));
    end(second);
    await before.request.closed;
    (await isAsked('anew')).finish();
    const result = await run.result;
    expect(asked()).toEqual(['a', 'anew']);
    expect(result.plan?.steps.map((step) => step.result)).toEqual(['result of anew']);
    expectReplay(run.log);
  });
});

describe('a plan that a person reviews', () => {
  it('starts nothing while it is written, and everything when it is approved', async () => {
    const { run, isAsked, isDrafting, asked } = await startStage({ reviewPlan: true });
    const draft = begin(await isDrafting(1));
    for (const id of ['a', 'b', 'c']) send(draft, stepText(id));
    end(draft);
    expect((await run.settled()).waitingFor?.kind).toBe('plan-review');
    expect(of(run.log, 'step.started')).toEqual([]);
    expect(of(run.log, 'effect.progressed')).toEqual([]);
    expect(asked()).toEqual([]);
    run.approve();
    for (const id of ['a', 'b', 'c']) (await isAsked(id)).finish();
    expect((await run.result).status).toBe('completed');
    expectReplay(run.log);
  });
});
