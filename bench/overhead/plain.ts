import type { CallKind, ChatMessage, PlannedStep } from './job.ts';
import { digestOf, promptFor, reply } from './job.ts';

/** How plain code calls a model. */
export type Ask = (kind: CallKind, messages: readonly ChatMessage[]) => Promise<string>;

const said = (content: string): ChatMessage => ({ role: 'user', content });

/** The job as plain async functions around a call of a model: nothing is kept, checked, limited or recorded. */
export async function plainJob(messages: readonly ChatMessage[], ask: Ask = (kind) => reply(kind)): Promise<string> {
  const results = new Map<string, string>();
  const work = async (steps: readonly PlannedStep[]) => {
    const under = new Map<string, Promise<void>>();
    const start = async (step: PlannedStep) => {
      await Promise.all(step.after.map((id) => under.get(id)));
      results.set(step.id, await ask('work', [...messages, said(promptFor(step, results))]));
    };
    for (const step of steps) if (!results.has(step.id)) under.set(step.id, start(step));
    await Promise.all(under.values());
  };
  const planned = async (kind: CallKind, prompt: string) =>
    JSON.parse(await ask(kind, [...messages, said(prompt)])) as PlannedStep[]; // what the job's model writes

  const thought = await ask('think', [...messages]);
  await work(await planned('plan', thought));
  const judgement = await ask('judge', [...messages, said(digestOf(results))]);
  await work(await planned('update', judgement));
  return ask('close', [...messages, said(digestOf(results))]);
}
