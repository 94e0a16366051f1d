/** Specialists in their own way: a function that streams, a model with messages, results and a check of its own. */
import { createOrchestrator, defineSpecialist, type SpecialistResult } from 'troupe';
import { defaultPrompts } from 'troupe/prompts';
import { reflection, scriptedModel, thinking } from 'troupe/testing';

const counter = defineSpecialist({
  name: 'counter',
  description: 'counts, aloud',
  async *stream() {
    for (const number of ['one ', 'two ', 'three']) yield number;
  },
});

const poet = defineSpecialist({
  name: 'poet',
  description: 'writes a line',
  processInput: ({ step, inputs }) => [
    { role: 'system', content: 'You write one line and nothing else.' },
    { role: 'user', content: `${step.description}: ${inputs.map(({ text }) => text).join()}` },
  ],
  processOutput: ({ text }) => ({ text: `${text.trim()}.`, metadata: { words: text.trim().split(' ').length } }),
  check: ({ text }) => (text.includes('\n') ? 'It has more than one line.' : { quality: text.length < 80 ? 1 : 0.7 }),
});

const troupe = createOrchestrator({
  model: scriptedModel([
    { purpose: 'think', reply: thinking() },
    {
      purpose: 'plan',
      reply:
        '# Plan: a line\n\n- [ ] 1: count\n  - specialist: counter\n- [ ] 2: a line about\n  - specialist: poet\n  - after: 1\n',
    },
    { purpose: 'work', reply: 'A line.\nAnd another one.' },
    { purpose: 'work', reply: ({ messages }) => `A line for "${messages.at(-1)?.content}"` },
    { purpose: 'reflect', reply: reflection({ finalAnswer: 'There it is.' }) },
  ]),
  specialists: [counter, poet],
  systemPrompt: 'We are a small publisher.',
  prompts: {
    think: (brief) => [...defaultPrompts.think(brief), { role: 'system', content: 'Prefer short plans.' }],
  },
});

const run = troupe.start([{ role: 'user', content: 'Count, and write a line about it.' }]);
run.subscribe((event) => {
  if (event.type === 'delta' && event.actor === 'host/step-1#1')
    console.log(`counter says from ${event.at}: ${event.text}`);
  if (event.type === 'step.completed' && event.data.id === '2') {
    const [{ qualityScore, retryCount, metadata }] = event.data.results as [SpecialistResult]; // one poet
    console.log(`quality ${qualityScore}, ${metadata.words} words, refused ${retryCount} time`);
  }
});
const { plan } = await run.result;
console.log(plan?.steps.at(-1)?.result);
