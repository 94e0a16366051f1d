import type { Purpose } from 'troupe';

interface WireMessage {
  readonly role: string;
  readonly content?: unknown;
}

/** What a request of a run is for, told from the words of its prompt as an endpoint sees them. */
export function purposeOf(messages: readonly WireMessage[]): { purpose: Purpose; step?: string; text: string } {
  const text = messages
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n');
  const marks: [string, Purpose][] = [
    ['You lead a group of specialists', 'think'],
    ['You plan the work', 'plan'],
    ['Do the one step you are given', 'work'],
    ['You decide whether a step', 'decide'],
    ['You check the results of a plan', 'reflect'],
    ['Write the final answer to the user', 'finalize'],
    ['Answer the last user message', 'answer'],
  ];
  const purpose = marks.find(([mark]) => text.includes(mark))?.[1];
  if (!purpose) throw new Error(`Nobody knows what this request is for: ${text.slice(0, 200)}`);
  const step = /Your step: work on (\w+)/.exec(text)?.[1];
  return { purpose, ...(step ? { step } : {}), text };
}
