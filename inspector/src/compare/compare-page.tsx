import { useEffect } from 'preact/hooks';
import { Icon } from '../parts/icons.tsx';
import { PageNote } from '../parts/page-note.tsx';
import type { CompareRoute, Route } from '../routing/route.ts';
import { toHash } from '../routing/route.ts';
import { followLink, replaceRoute } from '../routing/router.ts';
import { money } from '../run/run-words.ts';
import { count } from '../state/format.ts';
import { connection } from '../state/store.ts';
import { theme, toggleTheme } from '../state/theme.ts';
import { type Pair, pair, startComparing } from './compared.ts';
import { ComparedGantt } from './compared-gantt.tsx';
import { ComparedSide } from './compared-side.tsx';
import { DifferenceBar } from './difference-bar.tsx';
import { chosenPlace, forked, onlyDifferences, openStep, totals } from './differences.ts';

/** Two runs beside each other: what they took, where they part, plans, results and answers. */
export function ComparePage({ at }: { readonly at: CompareRoute }) {
  const { a, b } = at;
  useEffect(() => {
    openStep.value = undefined;
    chosenPlace.value = -1;
    return startComparing(a, b);
  }, [a, b]);
  const both = pair.value;
  if (!both || both.a.id !== a || both.b.id !== b) return <PageNote text="Loading…" />;
  return (
    <main class="compare" data-testid="compare-page">
      <CompareHeader both={both} />
      {both.a.session.entryCount.value > 0 && both.b.session.entryCount.value > 0 ? <Totals /> : null}
      <DifferenceBar />
      <div class="compared-both">
        <ComparedSide run={both.a} name="a" />
        <ComparedSide run={both.b} name="b" />
      </div>
      <ComparedGantt both={both} />
    </main>
  );
}

const runs = { page: 'runs' } as const;

function CompareHeader({ both: { a, b } }: { readonly both: Pair }) {
  a.session.entryCount.value;
  b.session.entryCount.value;
  const [one, other] = [a.question, b.question];
  const title = one === other ? one : `${one} · ${other}`;
  return (
    <header class="compare-header">
      <BackLink to={runs} />
      <div class="compare-title">
        <h1 title={title}>{title}</h1>
        <p class="muted" data-testid="compare-about">
          {aboutBoth()}
          {connection.value === 'reconnecting' ? ' · reconnecting…' : ''}
        </p>
      </div>
      <button type="button" data-testid="swap" onClick={() => replaceRoute({ page: 'compare', a: b.id, b: a.id })}>
        <Icon name="compare" />
        Swap
      </button>
      <button
        type="button"
        aria-pressed={onlyDifferences.value}
        data-testid="only-differences"
        onClick={() => {
          onlyDifferences.value = !onlyDifferences.value;
        }}
      >
        Only differences
      </button>
      <button
        type="button"
        class="compare-theme"
        aria-label={theme.value === 'dark' ? 'Light theme' : 'Dark theme'}
        onClick={toggleTheme}
      >
        <Icon name="theme" />
      </button>
    </header>
  );
}

function BackLink({ to }: { readonly to: Route }) {
  return (
    <a
      class="all-runs"
      href={toHash(to)}
      aria-label="All runs"
      title="All runs"
      onClick={(event) => followLink(event, to)}
    >
      <Icon name="left" />
    </a>
  );
}

/** What the two have to do with each other. */
function aboutBoth(): string {
  if (!pair.value) return '';
  const { a, b } = pair.value;
  const found = forked.value;
  if (!found) return `Run ${a.id.slice(0, 8)} and run ${b.id.slice(0, 8)}`;
  const { from, fork, origin } = found;
  return `Run ${from.id.slice(0, 8)} and its fork ${fork.id.slice(0, 8)}, made at #${origin.at}`;
}

/** What both took, and how much more or less the second. */
function Totals() {
  const paid = forked.value?.paid;
  return (
    <dl class="compare-totals" data-testid="compare-totals">
      {totals.value.map(({ name, a, b, change }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span>{a}</span>
            <Icon name="right" size={12} />
            <span>{b}</span>
            <em>{change}</em>
          </dd>
        </div>
      ))}
      {paid ? (
        <div>
          <dt>Paid for the fork</dt>
          <dd data-testid="paid-again">
            <span>{paid.costUsd === undefined ? 'unknown' : money(paid.costUsd)}</span>
            <small>{`${count(paid.tokens)} tokens, ${paid.calls} model ${paid.calls === 1 ? 'call' : 'calls'}`}</small>
          </dd>
        </div>
      ) : null}
    </dl>
  );
}
