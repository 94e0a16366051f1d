/** The orchestrator as a state of a machine of one's own, and that machine as a durable run. */
import { createOrchestrator, createRunner, defineChart, defineSpecialist, memoryStore } from 'troupe';
import { agent, createAgentRunner, sequence } from 'troupe/agents';
import { hostMachine, toMermaid } from 'troupe/machines';
import { scriptedModel } from 'troupe/testing';
import { assign, createActor, setup, toPromise } from 'xstate';

const greeter = defineSpecialist({ name: 'greeter', description: 'Greets.', run: () => 'Hello.' });
const troupe = createOrchestrator({
  model: scriptedModel([{ purpose: 'think', reply: 'Good morning.' }]),
  specialists: [greeter],
});

const deskMachine = setup({
  types: {
    context: {} as { question: string; answer: string },
    input: {} as { question: string },
    output: {} as string,
  },
  actors: { troupe: troupe.machine },
  actions: { keepAnswer: assign({ answer: (_, answer: string) => answer }) },
}).createMachine({
  context: ({ input }) => ({ question: input.question, answer: '' }),
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        src: 'troupe',
        input: ({ context }) => ({ messages: [{ role: 'user', content: context.question }] }),
        onDone: {
          target: 'answered',
          actions: { type: 'keepAnswer', params: ({ event }) => event.output.message.content },
        },
      },
    },
    answered: { type: 'final' },
  },
  output: ({ context }) => context.answer,
});

export const askDesk = (question: string): Promise<string> =>
  toPromise(createActor(deskMachine, { input: { question } }).start());

const doorMachine = setup({
  types: { context: {} as { opened: number }, events: {} as { type: 'opened' } | { type: 'locked' } },
  actions: { count: assign({ opened: ({ context }) => context.opened + 1 }) },
}).createMachine({
  id: 'door',
  context: { opened: 0 },
  initial: 'closed',
  states: { closed: { on: { opened: { actions: 'count' }, locked: 'done' } }, done: { type: 'final' } },
});

/** A machine that knows nothing of Troupe, as a run that is stored. */
export async function openDoor(): Promise<string> {
  const door = defineChart({ name: 'door', version: '1', machine: doorMachine });
  const runner = createRunner({ charts: [door], store: memoryStore() });
  const run = runner.start(door);
  await run.send({ type: 'opened' });
  await run.send({ type: 'locked' });
  const { status } = await run.result;
  return `${status}, ${toMermaid(hostMachine).split('\n')[0]}`;
}

/** Two agents, one after the other. */
export async function pair(): Promise<string> {
  const model = scriptedModel([
    { purpose: 'agent', reply: 'It rains.' },
    { purpose: 'agent', reply: 'Take an umbrella.' },
  ]);
  const watcher = agent({
    name: 'watcher',
    description: 'Says what the weather is like.',
    instructions: 'Look.',
    model,
  });
  const adviser = agent({
    name: 'adviser',
    description: 'Says what to take along for a weather.',
    instructions: 'Advise.',
    model,
  });
  const both = sequence({ name: 'both', description: 'Looks, then advises.', agents: [watcher, adviser] });
  const runner = createAgentRunner({ agents: [both], store: memoryStore() });
  const { message } = await runner.invoke(both, 'What is it like outside?');
  return message?.content ?? '';
}
