import type { TimelineEntry } from '../../../src/inspect/protocol.ts';
import { isCut } from '../../../src/inspect/set-path.ts';
import { failedWith } from '../header/failed.ts';
import { beginWords, copyReport, forkBefore } from '../header/failure-banner.tsx';
import { Icon, type IconName } from '../parts/icons.tsx';
import { firstSentence } from '../run/run-words.ts';
import { isOffered } from '../state/actions.ts';
import { fieldOf } from '../state/field-of.ts';
import { nameOf } from '../state/format.ts';
import { info, session } from '../state/store.ts';
import { askAgain, editAndTry, type TriedCall, triedCall } from '../trying/tried-call.ts';
import { StepSent } from './sent.tsx';

/** Why the run failed: where that began, in which words, what was asked there, and what can be done about it. */
export function CauseTab() {
  const failure = failedWith();
  const entry = failure && session.value.entryAt(failure.cause);
  if (!failure || !entry) return null;
  const title = firstSentence(failure.reason) || 'The run failed.';
  const rest = failure.reason.slice(failure.reason.indexOf(title) + title.length).trim();
  const key = entry.type.startsWith('effect.') ? String(entry.data.key) : undefined;
  const call = key === undefined ? undefined : triedCall(session.value, key);
  const bar = session.value.gantt
    .rowOf(entry.actor)
    ?.bars.find((each) => key !== undefined && each.key === `effect ${key}`);
  return (
    <div class="step-tab cause-tab" data-testid="cause-tab">
      <p class="cause-chain">
        <span>{chainOf(entry, call).join(' › ')}</span>
        <button type="button" class="link" onClick={() => session.value.moveToSeq(entry.seq)}>
          #{entry.seq}
        </button>
      </p>
      <header class="cause-head">
        <h2>{title}</h2>
        <p>{rest || beginWords(entry)}</p>
      </header>
      <Returned entry={entry} />
      {bar?.kind === 'model' ? <StepSent bar={bar} /> : null}
      <Remedies cause={failure.cause} reason={failure.reason} call={call} />
    </div>
  );
}

/** Who it happened to, from the root on, and in which call. */
const chainOf = ({ actor }: TimelineEntry, call: TriedCall | undefined): string[] => {
  const parts = actor.split('/').map((_, place, all) => nameOf(all.slice(0, place + 1).join('/')));
  return call && parts.at(-1) !== call.kind ? [...parts, call.kind] : parts;
};

/** What came back all the same. */
function Returned({ entry }: { readonly entry: TimelineEntry }) {
  const output = isCut(entry.data.output) ? entry.data.output.head : entry.data.output;
  const said = typeof output === 'string' ? output : fieldOf(output, 'text');
  const text = isCut(said) ? said.head : said;
  if (typeof text !== 'string' || text.trim() === '') return null;
  return (
    <section>
      <h3>What came back</h3>
      <pre class="cause-text">{text}</pre>
    </section>
  );
}

interface RemediesProps {
  readonly cause: number;
  readonly reason: string;
  readonly call: TriedCall | undefined;
}

/** What a person can do now. */
function Remedies({ cause, reason, call }: RemediesProps) {
  const isRun = info.value?.kind !== 'actor';
  const canEdit = call !== undefined && isOffered('edit');
  const canFork = cause > 1 && isRun && isOffered('fork');
  if (!isRun) return null;
  return (
    <section aria-label="What you can do">
      <h3>What you can do</h3>
      {canEdit && info.value?.chart === undefined && call.isModel ? (
        <Remedy
          icon="again"
          title="Re-ask this call"
          note="the same or another model; the run stays as it is"
          act={() => askAgain(call.key)}
        />
      ) : null}
      {canEdit ? (
        <Remedy
          icon="edit"
          title={call.isModel ? 'Edit its prompt or its answer' : 'Give it another result'}
          note={`in a fork that shares the first ${call.forkAt} entries`}
          act={() => editAndTry(call.key)}
        />
      ) : null}
      {canFork ? (
        <Remedy
          icon="fork"
          title={`Fork before it, at #${cause - 1}`}
          note="it is tried again, with everything after it"
          act={forkBefore}
        />
      ) : null}
      <Remedy
        icon="export"
        title="Copy a report"
        note="the reason and the last entries, as text"
        act={() => void copyReport(reason)}
      />
    </section>
  );
}

interface RemedyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly note: string;
  readonly act: () => void;
}

function Remedy({ icon, title, note, act }: RemedyProps) {
  return (
    <button type="button" class="remedy" onClick={act}>
      <Icon name={icon} />
      <span class="remedy-words">
        <strong>{title}</strong>
        <span>{note}</span>
      </span>
      <Icon name="right" />
    </button>
  );
}
