import type { Message } from '../../domain/message.ts';
import type { RunResult, WaitingFor } from '../../log/run-result.ts';
import { toPrintable, toPrintableLine } from './printable.ts';
import { toCount } from './quantity.ts';

/** The session and the metadata of a run, a line each. */
export function labelLines({ session, metadata = {} }: Pick<RunResult, 'session' | 'metadata'>): string[] {
  const pairs = Object.entries(metadata).map(([name, value]) => `${name}=${value}`);
  return [
    ...(session === undefined ? [] : [`Session ${toPrintableLine(session)}`]),
    ...(pairs.length === 0 ? [] : [`Metadata ${toPrintableLine(pairs.join(', '))}`]),
  ];
}

export function section(title: string, lines: readonly string[], indent = '  '): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `${indent}${line}`.trimEnd())];
}

export const waitingTitle = (kind: WaitingFor['kind']) =>
  kind === 'plan-review'
    ? 'Waiting for a review of its plan'
    : kind === 'approval'
      ? 'Waiting for approval'
      : 'Waiting for an answer';
export const textLines = (text: string) => (text === '' ? [] : toPrintable(text).trimEnd().split('\n'));

export function messageLines({ role, content }: Message): string[] {
  const lines = textLines(content);
  return role === 'user' ? lines : lines.map((line, index) => (index === 0 ? `${role}: ${line}` : line));
}

export function usageLine({ modelCalls, inputTokens, outputTokens, costUsd }: RunResult['usage']): string {
  const cost = costUsd === null ? 'cost not known' : `US$ ${costUsd.toFixed(4)}`;
  const tokens = `${toCount(inputTokens, 'token')} in, ${outputTokens.toLocaleString('en-US')} out`;
  return `${toCount(modelCalls, 'model call')}, ${tokens}, ${cost}`;
}
