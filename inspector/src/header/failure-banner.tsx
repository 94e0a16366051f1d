import { choose } from '../parts/actor-tree.tsx';
import { Icon } from '../parts/icons.tsx';
import { reportOf } from '../run/report.ts';
import { firstSentence } from '../run/run-words.ts';
import { isOffered } from '../state/actions.ts';
import { notify } from '../state/page-state.ts';
import { info, session } from '../state/store.ts';
import { forkHere } from '../trying/tried-call.ts';
import { failureText, questionText } from './said.ts';

/** How many entries a report ends with. */
const reported = 15;

/** The run has failed: why, where that began, and what to do about it. */
export function FailureBanner() {
  const { failure } = session.value.lastFacts.value;
  const reason = failureText();
  if (!failure || reason === undefined) return null;
  const title = firstSentence(reason) || 'The run failed.';
  const cause = session.value.entryAt(failure.cause);
  const rest = reason.slice(reason.indexOf(title) + title.length).trim();
  return (
    <section class="failure-banner" role="alert" data-testid="failure">
      <Icon name="warning" size={20} />
      <div class="failure-text">
        <p class="failure-title">{title}</p>
        <p title={reason}>{rest || (cause ? `It began in ${cause.actor}, with ${cause.type}.` : '')}</p>
      </div>
      <div class="buttons">
        <button type="button" class="danger" data-testid="show-cause" onClick={showCause}>
          Show the cause #{failure.cause}
        </button>
        {failure.cause > 1 && isOffered('fork') ? (
          <button type="button" data-testid="fork-before" onClick={forkBefore}>
            <Icon name="fork" />
            Fork before it
          </button>
        ) : null}
        <button type="button" data-testid="copy-report" onClick={() => void copyReport(reason)}>
          Copy report
        </button>
      </div>
    </section>
  );
}

/** Goes to the entry with which the failure began, and to the actor that it happened to. */
function showCause(): void {
  const { lastFacts } = session.value;
  const seq = lastFacts.value.failure?.cause;
  const entry = seq === undefined ? undefined : session.value.entryAt(seq);
  if (!entry) return;
  session.value.moveToSeq(entry.seq);
  choose(session.value.actorAt(entry.actor));
}

function forkBefore(): void {
  const { failure } = session.value.lastFacts.value;
  if (!failure) return;
  session.value.moveToSeq(failure.cause - 1);
  forkHere();
}

async function copyReport(reason: string): Promise<void> {
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
