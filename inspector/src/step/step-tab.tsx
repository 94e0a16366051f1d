import { useEffect } from 'preact/hooks';
import { choose } from '../parts/actor-tree.tsx';
import { Icon } from '../parts/icons.tsx';
import { durationOf } from '../run/run-words.ts';
import { isShared } from '../share/inlined.ts';
import { count, dollars } from '../state/format.ts';
import { phoneTab } from '../state/page-state.ts';
import { loadEntry, session } from '../state/store.ts';
import { TryButtons } from '../trying/try-buttons.tsx';
import { StepSent } from './sent.tsx';
import { StepCalls } from './step-calls.tsx';
import { type StepFacts, stepFacts, type WhyAgain } from './step-facts.ts';

/** The step that is chosen: who does it, how far it is, why again, and what was done for it. */
export function StepTab() {
  session.value.entryCount.value;
  const facts = stepFacts(session.value);
  if (!facts)
    return (
      <p class="empty">
        Choose a step: its row in the plan or in the Gantt, or its actor. Here is what was done for it.
      </p>
    );
  const chosen = facts.bars.find(({ key }) => key === `effect ${session.value.entry.value?.data.key}`);
  const here = chosen?.kind === 'model' ? chosen : facts.bars.findLast(({ kind }) => kind === 'model');
  // The call of a tool can be given another result; a pause or a person cannot.
  const tried = chosen?.kind === 'tool' ? chosen : here;
  return (
    <div class="step-tab" data-testid="step-tab">
      <StepHead facts={facts} />
      {facts.whys.map((why) => (
        <Why key={`${why.seq} ${why.by}`} why={why} />
      ))}
      <StepCalls bars={facts.bars} />
      {here ? <StepSent bar={here} /> : null}
      <div class="step-buttons">
        {isShared || !tried ? null : <TryButtons effect={tried.key.replace(/^effect /, '')} />}
        <button
          type="button"
          data-testid="step-chart"
          title="Show the chart of who does it"
          onClick={() => showChart(facts.actor)}
        >
          <Icon name="map" />
          Chart
        </button>
      </div>
    </div>
  );
}

function showChart(path: string): void {
  choose(session.value.actorAt(path));
  phoneTab.value = 'map';
  document.querySelector<HTMLElement>('[data-testid="chart"]')?.focus();
}

const looks = {
  executing: ['run', 'Running'],
  waiting: ['wait', 'Waits for you'],
  stopped: ['pause', 'Stopped with the run'],
  completed: ['done', 'Done'],
  failed: ['fail', 'Failed'],
} as const;

function StepHead({ facts }: { readonly facts: StepFacts }) {
  const { id, title, status, specialist, after, attempt, attempts, again, ms, tokens, costUsd, reason } = facts;
  const [tone, words] = looks[status];
  const isOpen = status === 'executing' || status === 'waiting';
  const took = [
    durationOf(ms),
    ...(tokens > 0 ? [`${count(tokens)} tokens`] : []),
    ...(costUsd === undefined ? [] : [dollars(costUsd)]),
  ];
  const tries = `${attempt}${attempts === undefined ? '' : ` of ${Math.max(attempt, attempts)}`}`;
  return (
    <>
      <header class="step-head">
        <h2>{`${id} ${title}`}</h2>
        <span class={`step-pill ${tone}`}>{words}</span>
      </header>
      {status === 'failed' && reason ? <p class="step-reason">{reason}</p> : null}
      <dl class="step-facts">
        <dt>Specialist</dt>
        <dd>{specialist}</dd>
        {after.length > 0 ? (
          <>
            <dt>After</dt>
            <dd>{stepsWords(after)}</dd>
          </>
        ) : null}
        <dt>Attempt</dt>
        <dd>{again === undefined ? tries : `${tries}, repeated in round ${again}`}</dd>
        <dt>{isOpen ? 'So far' : 'Took'}</dt>
        <dd data-testid="step-took">{took.join(' · ')}</dd>
      </dl>
    </>
  );
}

function stepsWords(ids: readonly string[]): string {
  const last = ids.at(-1);
  return ids.length === 1 ? `step ${last}` : `steps ${ids.slice(0, -1).join(', ')} and ${last}`;
}

/** The words that led to another time or attempt, with the way to their entry. */
function Why({ why: { text, by, seq, cutAt } }: { readonly why: WhyAgain }) {
  useEffect(() => {
    if (cutAt !== undefined) void loadEntry(cutAt);
  }, [cutAt]);
  return (
    <blockquote class="step-why" data-testid="step-why">
      <h3>Why again</h3>
      <p>{`“${text}”`}</p>
      <footer>
        {by}
        {' · '}
        <button type="button" class="link" onClick={() => session.value.moveToSeq(seq)}>
          #{seq}
        </button>
      </footer>
    </blockquote>
  );
}
