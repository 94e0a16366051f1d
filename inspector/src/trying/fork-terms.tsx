import { useEffect } from 'preact/hooks';
import { headOf } from '../../../src/inspect/set-path.ts';
import type { KeptIn, Means } from '../../../src/inspect/try-out.ts';
import { fieldOf, numberOf } from '../state/field-of.ts';
import { count, dollars, duration } from '../state/format.ts';
import { info, loadEntry, session } from '../state/store.ts';
import { type AgainRow, againTotal, paidAgain } from './paid-again.ts';

const kept: Readonly<Record<KeptIn, string>> = {
  store: 'in the store, beside the run that it comes from',
  memory: 'in memory only: it is gone when this process ends. With a store (--store F) forks stay',
  nowhere: 'nowhere: there is no store, and without one no fork can be made. Give the orchestrator or runner one',
};

/** Who works on a fork, and where it is kept. */
export function ForkFacts({ means }: { readonly means: Means | string | undefined }) {
  if (means === undefined) return <p class="muted">Loading…</p>;
  if (typeof means === 'string') return <Refusal text={means} />;
  const { fork } = means;
  if (!fork) {
    return (
      <Refusal text="Nobody here can continue this run: open it with troupe inspect RUN --store F, with --charts or --agents where it needs them." />
    );
  }
  const isChart = info.value?.chart !== undefined;
  const { models = [], specialists } = fork;
  const before = session.value.lastFacts.value.models.filter((each) => !models.includes(each));
  return (
    <dl class="fork-facts" data-testid="fork-facts">
      <dt>{models.length === 1 ? 'Model' : 'Models'}</dt>
      <dd>
        {isChart ? `those of ${info.value?.chart}: its actors have their own` : models.join(', ') || 'none'}
        {before.length > 0 && models.length > 0 ? (
          <span class="fork-warning">{`The run was answered by ${before.join(', ')}.`}</span>
        ) : null}
      </dd>
      {specialists ? (
        <>
          <dt>Specialists</dt>
          <dd>
            {specialists.join(', ') || 'none'}
            <Missing here={specialists} />
          </dd>
        </>
      ) : null}
      <TimeLimit />
      <dt>Kept</dt>
      <dd class={fork.kept === 'nowhere' ? 'error-text' : ''}>{kept[fork.kept]}</dd>
    </dl>
  );
}

/** Those whom the run had and a fork has not. */
function Missing({ here }: { readonly here: readonly string[] }) {
  const { entries, fullEntries } = session.value;
  const seq = entries[0]?.seq ?? 1;
  // Its list of specialists is beyond what a list shows of the entry.
  useEffect(() => void loadEntry(seq), [seq]);
  const cards = fieldOf(fullEntries.value.get(seq)?.data.options, 'specialists');
  const names = (Array.isArray(cards) ? cards : []).flatMap((card) => {
    const name = fieldOf(card, 'name');
    return typeof name === 'string' && !here.includes(name) ? [name] : [];
  });
  if (names.length === 0) return null;
  return (
    <span class="fork-warning">
      {`The run had ${names.join(', ')} as well: a fork that needs them fails there. Files are named again with --file F.`}
    </span>
  );
}

/** A limit of time counts from when the run began, for its forks too: where it has passed they end at once. */
function TimeLimit() {
  const [first] = session.value.entries;
  const wallMs = numberOf(headOf(fieldOf(headOf(first?.data.options), 'limits')), 'wallMs');
  if (!first || wallMs === undefined) return null;
  const isOver = Date.parse(first.at) + wallMs < Date.now();
  const words = `${duration(wallMs)} from the beginning of the run`;
  return (
    <>
      <dt>Time limit</dt>
      <dd>
        {isOver ? (
          <span class="fork-warning">{`${words}: it has passed, so a fork ends at once with the results that it has`}</span>
        ) : (
          words
        )}
      </dd>
    </>
  );
}

/** Whether a fork can be made of the session at all. */
export const canFork = (means: Means | string | undefined): boolean =>
  typeof means === 'object' && means.fork !== undefined && means.fork.kept !== 'nowhere';

/** Why something was refused. */
export function Refusal({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p class="refusal" role="alert" data-testid="refusal">
      {text}
    </p>
  );
}

interface AgainProps {
  readonly at: number;
  /** The key of the effect whose outcome the fork is given. */
  readonly except?: string;
  /** Only the sum is shown at first. */
  readonly isFolded?: boolean;
}

/** What a fork makes again and what that took, by the log. */
export function PaidAgain({ at, except, isFolded = false }: AgainProps) {
  const { entries, entryCount } = session.value;
  entryCount.value;
  const rows = paidAgain(entries, at, except);
  if (rows.length === 0) {
    return (
      <p data-testid="paid-again">Nothing that was done is done again, or paid again. What comes after it is new.</p>
    );
  }
  const said = `What was done after #${at} is done again and may go another way. By the log it took:`;
  return isFolded ? (
    <details class="again" data-testid="paid-again">
      <summary>{`Paid again: ${totalWords(rows)}`}</summary>
      <p>{said}</p>
      <AgainTable rows={rows} />
    </details>
  ) : (
    <section class="again" data-testid="paid-again" aria-label="Paid again">
      <h3>Paid again</h3>
      <p>{said}</p>
      <AgainTable rows={rows} />
    </section>
  );
}

const mostRows = 500;

function AgainTable({ rows }: { readonly rows: readonly AgainRow[] }) {
  const total = againTotal(rows);
  return (
    <section
      class="again-scroll"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
      tabIndex={0}
      aria-label="Calls that are made again"
    >
      <table>
        <thead>
          <tr>
            <th scope="col">Call</th>
            <th scope="col">Tokens</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, mostRows).map(({ key, seq, name, isModel, tokens, costUsd }) => (
            <tr key={`${seq} ${key}`}>
              <td title={`#${seq}`}>{name}</td>
              <td>{tokens === undefined ? (isModel ? 'unknown' : '–') : count(tokens)}</td>
              <td>{costUsd === undefined ? (isModel ? 'unknown' : '–') : dollars(costUsd)}</td>
            </tr>
          ))}
          {rows.length > mostRows ? (
            <tr>
              <td colSpan={3}>{`and ${count(rows.length - mostRows)} more`}</td>
            </tr>
          ) : null}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{callsWords(rows)}</th>
            <td>{tokensWords(total)}</td>
            <td>{costWords(total)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

type Total = ReturnType<typeof againTotal>;

const some = (number: number, one: string, more: string) =>
  number === 0 ? [] : [`${count(number)} ${number === 1 ? one : more}`];

function callsWords(rows: readonly AgainRow[]): string {
  const { calls, tools } = againTotal(rows);
  return [...some(calls, 'model call', 'model calls'), ...some(tools, 'other', 'others')].join(', ');
}

const tokensWords = ({ calls, tokens, hasAllTokens }: Total) =>
  calls === 0 ? '–' : hasAllTokens ? count(tokens) : tokens > 0 ? `over ${count(tokens)}` : 'unknown';

const costWords = ({ calls, costUsd, hasAllCosts }: Total) =>
  calls === 0 ? '–' : hasAllCosts ? dollars(costUsd) : costUsd > 0 ? `over ${dollars(costUsd)}` : 'unknown';

/** What is made again, in a few words. */
export function totalWords(rows: readonly AgainRow[]): string {
  const total = againTotal(rows);
  if (total.calls === 0) return callsWords(rows);
  const cost = costWords(total);
  return `${callsWords(rows)} · ${tokensWords(total)} tokens · ${cost === 'unknown' ? 'cost unknown' : cost}`;
}
