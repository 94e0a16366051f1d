import type { OpenAsk } from '../../../src/inspect/protocol.ts';
import { screen } from '../layout/screen.ts';
import { endOf, isPaused } from '../run/run-facts.ts';
import { firstSentence, momentWords } from '../run/run-words.ts';
import { whenWords } from '../runs/run-words.ts';
import { openDialog } from '../state/page-state.ts';
import { info, session } from '../state/store.ts';
import { answerText } from './said.ts';

/** What came of the run, or how it goes on. */
export function Subline() {
  const answer = answerText();
  return (
    <p class="subline" data-testid="subline">
      {answer === undefined ? (
        goingOn()
      ) : (
        <>
          <span class="subline-label">Answer</span>
          <span class="subline-text">{firstSentence(answer)}</span>
          <button type="button" class="link" data-testid="read-all" onClick={() => openDialog('answer')}>
            Read all
          </button>
        </>
      )}
    </p>
  );
}

/** Where a run without an answer stands, and what to do about it. */
export function goingOn(): string {
  const { lastFacts, control } = session.value;
  const [facts, current] = [lastFacts.value, info.value];
  if (!current) return 'Drop a log file here, or start a run.';
  const end = endOf(facts);
  if (end === 'failed') return `No answer was written. ${begun()}`;
  if (end === 'cancelled') return `No answer was written: the run was cancelled. ${begun()}`;
  if (end) return `${facts.state === '' ? 'It has ended.' : `It ended in the state ${facts.state}.`} ${begun()}`;
  if (current.kind === 'actor') return `An XState actor of your own. ${begun()}`;
  const { waiting, isHeld } = control.value;
  if (isHeld) return 'Nothing is delivered until you step, or let it continue with Go.';
  if (isPaused(facts))
    return current.isLive ? 'Nothing new begins until you resume it.' : `Paused. ${resumed(current.id)}`;
  const [ask] = waiting;
  if (ask && current.isLive)
    return `${askWords(ask)}${others(waiting.length - 1)} ${screen.value === 'phone' ? 'Answer below, under Run.' : 'Answer at the right.'}`;
  if (!current.isLive) return resumed(current.id);
  return momentWords(facts) || begun();
}

/** What is asked, in the words in which it is asked. */
function askWords({ kind, question }: OpenAsk): string {
  if (kind === 'plan-review') return 'The plan is ready for your review. Nothing runs until you decide.';
  const [line = ''] = question.split('\n', 1);
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}

const others = (count: number) =>
  count === 0 ? '' : count === 1 ? ' One more question waits.' : ` ${count} more wait.`;

const resumed = (id: string) => `Nobody drives this run here. Continue it with: troupe resume ${id}`;

function begun(): string {
  const at = session.value.lastFacts.value.startedAt || info.value?.startedAt;
  return at ? `Begun ${whenWords(at, new Date())}.` : '';
}
