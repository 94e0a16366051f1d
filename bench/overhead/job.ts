/**
 * The job of the overhead bench: a plan of 8 steps (3 that need nothing, 3 that need those, a join, a last one), a judgement that adds 2
 * steps, one that is the answer. 15 calls of a model that answers at once.
 */

/** What a call is for. */
export type CallKind = 'think' | 'plan' | 'work' | 'judge' | 'update' | 'close';

export interface PlannedStep {
  readonly id: string;
  readonly task: string;
  readonly after: readonly string[];
}

export interface ChatMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

const step = (id: string, ...after: string[]): PlannedStep => ({ id, task: `Work out part ${id}.`, after });

export const firstSteps: readonly PlannedStep[] = [
  ...[step('1'), step('2'), step('3')],
  ...[step('4', '1'), step('5', '2'), step('6', '3')],
  ...[step('7', '4', '5', '6'), step('8', '7')],
];
export const addedSteps: readonly PlannedStep[] = [step('9', '8'), step('10', '9')];

export const callsOfTheJob = 15;

export const answer = 'All parts are worked out: the sum of them is 42.';

/** What the model writes in a call. Plans are JSON. */
const texts: Readonly<Record<CallKind, string>> = {
  think: 'This needs a plan.',
  plan: JSON.stringify(firstSteps),
  work: 'This part comes to 4.2, by the figures that were given.',
  judge: 'Two steps are missing.',
  update: JSON.stringify([...firstSteps, ...addedSteps]),
  close: answer,
};

/** A model without latency: the answer is there in the next microtask. */
export const reply = async (kind: CallKind): Promise<string> => texts[kind];

const places = ['Lisbon', 'Kyoto', 'Oslo', 'Quito', 'Accra', 'Turin', 'Perth', 'Lima'];

/** A conversation of a given length, the last message a question that no other run asks. */
export function conversation(length: number, run: number): ChatMessage[] {
  const history = histories.get(length) ?? historyOf(length);
  histories.set(length, history);
  return [...history, { role: 'user', content: `Work out the ten parts of order ${run}, and their sum.` }];
}

const histories = new Map<number, readonly ChatMessage[]>();

const historyOf = (length: number): ChatMessage[] =>
  Array.from({ length }, (_, at) => {
    const place = places[Math.floor(at / 2) % places.length] ?? '';
    return at % 2 === 0
      ? { role: 'user', content: `What do we know about the budget of ${place}, item ${at}?` }
      : {
          role: 'assistant',
          content: `The budget of ${place} is ${at * 37} for item ${at - 1}. It was agreed in week ${at % 52}, and nobody has changed it since.`,
        };
  });

/** What a step is asked: its task, and the results of those that it needs. */
export const promptFor = ({ task, after }: PlannedStep, results: ReadonlyMap<string, string>): string =>
  [task, ...after.map((id) => `Part ${id}: ${results.get(id)}`)].join('\n');

/** What a judgement is asked. */
export const digestOf = (results: ReadonlyMap<string, string>): string =>
  [...results].map(([id, text]) => `Part ${id}: ${text}`).join('\n');
