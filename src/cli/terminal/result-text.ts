import { isRecord } from '../../domain/is-record.ts';
import type { RunResult, WaitingFor } from '../../log/run-result.ts';
import { toPrintable, toPrintableLine } from './printable.ts';
import { troupeCommand, type Whereabouts } from './troupe-command.ts';

/** The answer as it is printed, with the parts that were not done where the answer does not already say so. */
export function answerText({ message, notDone }: Pick<RunResult, 'message' | 'notDone'>): string {
  return `${toPrintable(message.content).trimEnd()}\n${notDoneText({ message, notDone })}`;
}

/** How much of a text is looked for: a longer search could take the square of its length. */
const longest = 400;

/** What is printed below an answer: the parts that were not done and that it does not mention. */
export function notDoneText({ message, notDone }: Pick<RunResult, 'message' | 'notDone'>): string {
  const said = toPrintableLine(message.content);
  const has = (text: string) =>
    said.includes(
      toPrintableLine(text)
        .replace(/[.。]$/, '')
        .slice(0, longest),
    );
  const missing = notDone
    .filter(({ what, why }) => !has(what) || !has(why))
    .map(({ what, why }) => `Not done: ${toPrintableLine(what)} — because ${toPrintableLine(why)}\n`);
  return missing.length > 0 ? `\n${missing.join('')}` : '';
}

/** What is asked, with the call that it is about and what can be chosen. */
export function questionText(waiting: WaitingFor): string {
  const { kind, question, tool, arguments: input, because, step, options = [], schema } = waiting;
  return [
    step === undefined ? question : `Step ${step}: ${question}`,
    ...(tool === undefined ? [] : [`  ${tool} ${input ?? ''}`]),
    ...(because === undefined ? [] : [`  ${because}`]),
    ...options.map((option, index) => `  ${index + 1}. ${option}`),
    ...(kind === 'form' && schema ? [`  ${formText(schema)}`] : []),
  ].join('\n');
}

/** The fields of a form, as what is to be written looks like. */
function formText(schema: Readonly<Record<string, unknown>>): string {
  const { properties, required } = schema;
  if (!isRecord(properties)) return JSON.stringify(schema);
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const fields = Object.entries(properties).map(([name, field]) => {
    const { type, enum: choices, description } = isRecord(field) ? field : {};
    const kind = Array.isArray(choices) ? choices.map((each) => JSON.stringify(each)).join(' or ') : (type ?? 'any');
    const about = typeof description === 'string' ? ` (${description})` : '';
    return `"${name}": ${kind}${needed.includes(name) ? '' : ', if you like'}${about}`;
  });
  return `{ ${fields.join(', ')} }`;
}

/** What a run that waits for people asks, and how to resume it. */
export function waitingText(
  result: Pick<RunResult, 'runId' | 'message' | 'waitingFor'> & Partial<Pick<RunResult, 'waiting'>>,
  whereabouts: Whereabouts = {},
): string {
  const { waitingFor, waiting = waitingFor ? [waitingFor] : [] } = result;
  const isReview = waitingFor?.kind === 'plan-review';
  const asked = waiting.length > 0 ? waiting.map(questionText).join('\n') : result.message.content;
  const question = toPrintable(asked).trimEnd();
  const opening = isReview
    ? 'The plan is waiting for a review:'
    : waitingFor?.kind === 'approval'
      ? 'The run is waiting for approval:'
      : 'The run is waiting for an answer:';
  const how = howToResume(result.runId, waiting, whereabouts);
  return `${opening}\n\n  ${question.replaceAll('\n', '\n  ')}\n\n${how}\n`;
}

function howToResume(run: string, waiting: readonly WaitingFor[], whereabouts: Whereabouts): string {
  const kind = waiting[0]?.kind ?? 'clarification';
  if (whereabouts.store === undefined) {
    if (kind === 'clarification') return 'To continue, ask again with the answer in the question.';
    return kind === 'plan-review'
      ? 'The run is not stored. To continue after a review, ask again with --store F.'
      : 'The run is not stored. To be able to answer later, ask again with --store F.';
  }
  const command = troupeCommand(['resume', run], whereabouts);
  const lines =
    waiting.length === 0 ? [`${command} --answer "…"`] : waiting.flatMap((each) => repliesTo(each, command));
  return ['To continue:', ...lines.map((line) => `  ${line}`)].join('\n');
}

/** The commands that reply to what is asked. */
export function repliesTo({ kind, id }: WaitingFor, command: string): string[] {
  if (kind === 'plan-review') return [`${command} --approve`, `${command} --revise "…"`];
  if (kind === 'clarification') return [`${command} --answer "…"`];
  const about = toPrintableLine(`"${id}"`);
  if (kind === 'approval') return [`${command} --approve ${about}`, `${command} --refuse ${about} "why"`];
  return [`${command} --answer ${about} "…"`];
}
