import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { choose } from '../parts/actor-tree.tsx';
import { Icon } from '../parts/icons.tsx';
import { reportOf } from '../run/report.ts';
import { firstSentence } from '../run/run-words.ts';
import { isOffered } from '../state/actions.ts';
import { notify, showCause } from '../state/page-state.ts';
import { info, session } from '../state/store.ts';
import { forkHere } from '../trying/tried-call.ts';
import { failedWith } from './failed.ts';
import { questionText } from './said.ts';

/** How many entries a report ends with. */
const reported = 15;

/** The run has failed: why, where that began, and what to do about it. */
export function FailureBanner() {
  const failure = failedWith();
  if (!failure) return null;
  const { reason } = failure;
  const title = firstSentence(reason) || 'The run failed.';
  const cause = session.value.entryAt(failure.cause);
  const isRun = info.value?.kind !== 'actor';
  const rest = reason.slice(reason.indexOf(title) + title.length).trim();
  return (
    <section class="failure-banner" role="alert" data-testid="failure">
      <Icon name="warning" size={20} />
      <div class="failure-text">
        <p class="failure-title">{title}</p>
        <p title={reason}>{rest || (cause ? beginWords(cause) : '')}</p>
      </div>
      <div class="buttons">
        <button type="button" class="danger" data-testid="show-cause" onClick={goToCause}>
          Show the cause #{failure.cause}
        </button>
        {failure.cause > 1 && isRun && isOffered('fork') ? (
          <button type="button" data-testid="fork-before" onClick={forkBefore}>
            <Icon name="fork" />
            Fork before it
          </button>
        ) : null}
        {isRun ? (
          <button type="button" data-testid="copy-report" onClick={() => void copyReport(reason)}>
            Copy report
          </button>
        ) : null}
      </div>
    </section>
  );
}

/** Where it began: in a call that failed, or with something else. */
export const beginWords = ({ actor, type, data }: TimelineEntry) =>
  type === 'effect.failed' && typeof data.kind === 'string'
    ? `It began in ${actor}, whose call "${data.kind}" failed.`
    : `It began in ${actor}, with ${type}.`;

/** Goes to the entry with which the failure began, and to the actor that it happened to. */
function goToCause(): void {
  const seq = failedWith()?.cause;
  const entry = seq === undefined ? undefined : session.value.entryAt(seq);
  if (!entry) return;
  session.value.moveToSeq(entry.seq);
  choose(session.value.actorAt(entry.actor));
  showCause();
}

/** Opens the dialog of a fork in which it has not failed yet. */
export function forkBefore(): void {
  const failure = failedWith();
  if (!failure) return;
  session.value.moveToSeq(failure.cause - 1);
  forkHere();
}

export async function copyReport(reason: string): Promise<void> {
  const { entries, lastFacts } = session.value;
  if (!info.value) return;
  const text = reportOf({
    info: info.value,
    facts: lastFacts.value,
    question: questionText(),
    reason,
    entries: entries.slice(-reported),
    machine: String(entries[0]?.data.machine ?? info.value.chart ?? 'unknown'),
  });
  await navigator.clipboard.writeText(text);
  notify('The report is on the clipboard.');
}
