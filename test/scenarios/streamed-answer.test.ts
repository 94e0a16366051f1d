import { createOrchestrator, type Model } from 'troupe';
import { scriptedModel, thinking } from 'troupe/testing';
import { expect, it } from 'vitest';
import { ask, planText, worker } from './scenario.ts';

it('an answer that closes a round streams as the message of the host', async () => {
  const script = scriptedModel([
    { purpose: 'think', reply: thinking() },
    { purpose: 'plan', reply: planText({ a: [], b: [] }) },
    { purpose: 'work', reply: 'one' },
    { purpose: 'work', reply: 'two' },
    { purpose: 'reflect', reply: 'One and two.' },
  ]);
  let shown = '';
  const seen: string[] = [];
  const model: Model = {
    name: 'in pieces',
    async call({ onDelta, ...request }) {
      const response = await script.call(request);
      for (const piece of response.text.match(/\S+\s*/g) ?? []) {
        onDelta?.(piece);
        if (request.brief.purpose === 'reflect') seen.push(shown);
      }
      return response;
    },
  };
  const run = createOrchestrator({ model, specialists: [worker] }).start(ask('do it'));
  run.subscribe((event) => {
    if (event.type === 'delta' && event.actor === 'host') shown = shown.slice(0, event.at) + event.text;
  });
  const { message } = await run.result;
  expect(seen).toEqual(['One ', 'One and ', 'One and two.']);
  expect(shown).toBe(message.content);
});
