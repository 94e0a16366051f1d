import { AgentFold } from '../../agents/running/agent-fold.ts';
import { beganAt, type Entry } from '../../log/entry.ts';
import { agentRequestIn } from '../../log/request-of.ts';
import { openingOf } from '../../run/charts.ts';
import { titleOf } from '../charts/chart-needed.ts';
import { ownWords } from '../terminal/own-words.ts';
import { toPrintableLine } from '../terminal/printable.ts';
import { localTime, toCount, toDuration } from '../terminal/quantity.ts';
import { questionText, repliesTo } from '../terminal/result-text.ts';
import { labelLines, messageLines, section, textLines, usageLine, waitingTitle } from '../terminal/sections.ts';
import { cutText } from '../terminal/text-width.ts';
import { troupeCommand, type Whereabouts } from '../terminal/troupe-command.ts';
import type { Screen } from '../terminal/view.ts';
import { agentWords } from './agent-words.ts';
import { standingOfAgents } from './followed-agent.ts';

/** One run of agents as a person reads it. */
export function agentText(entries: readonly Entry[], screen: Screen, whereabouts: Whereabouts): string[] {
  const first = openingOf(entries);
  const { messages = [], ...labels } = agentRequestIn(first) ?? {};
  const { runId, status, waiting, message } = standingOfAgents(entries);
  const { happened, fold } = read(entries);
  const isOpen = status === 'running' || status === 'waiting';
  const { agents = 'FILE' } = whereabouts;
  const resume = troupeCommand(['resume', runId], { ...whereabouts, agents });
  const took = Date.parse(entries.at(-1)?.at ?? '') - Date.parse(beganAt(first));
  const standing = status === 'running' ? 'not finished' : status;
  return [
    `Run ${toPrintableLine(runId)}`,
    [
      toPrintableLine(titleOf(first.data)),
      isOpen && fold.isPaused ? `${standing}, paused` : standing,
      localTime(new Date(beganAt(first))),
      toDuration(took),
      toCount(entries.length, 'entry', 'entries'),
    ].join(' · '),
    ...labelLines(labels),
    ...section('Request', messages.flatMap(messageLines)),
    ...section('What happened', timed(happened, screen)),
    ...waiting.flatMap((asked) =>
      section(waitingTitle(asked.kind), [...textLines(questionText(asked)), ...repliesTo(asked, resume)]),
    ),
    ...section(status === 'failed' ? 'Failure' : 'Answer', isOpen ? [] : textLines(message.content)),
    ...section('Limit', fold.end?.limit ? [`${fold.end.limit.name} (${fold.end.limit.max}) ended the work`] : []),
    ...section('Usage', [usageLine({ ...fold.usage, costUsd: fold.usage.costUsd ?? null })]),
    ...section('To continue', status === 'running' ? [resume] : []),
  ];
}

/** What happened, and when since the beginning. */
interface Happened {
  readonly ms: number;
  readonly text: string;
}

function read(entries: readonly Entry[]): { readonly fold: AgentFold; readonly happened: readonly Happened[] } {
  const fold = new AgentFold();
  const [first] = entries;
  const start = first ? Date.parse(beganAt(first)) : 0;
  const happened = entries.flatMap((entry) => {
    const own = entry.type === 'entry.recorded' ? [toPrintableLine(ownWords(entry.data))] : [];
    const ms = Math.max(0, Date.parse(entry.at) - start);
    return [...fold.add(entry).flatMap(agentWords), ...own].map((text) => ({ ms, text }));
  });
  return { fold, happened };
}

function timed(happened: readonly Happened[], { columns }: Screen): string[] {
  const width = Math.max(0, ...happened.map(({ ms }) => toDuration(ms).length));
  const room = Math.max(20, columns - width - 5);
  return happened.map(({ ms, text }) => `${toDuration(ms).padStart(width)}  ${cutText(text, room)}`);
}
