import { screen } from '../layout/screen.ts';
import { endOf } from '../run/run-facts.ts';
import { money, timeWords } from '../run/run-words.ts';
import { count } from '../state/format.ts';
import { info, session } from '../state/store.ts';
import { now } from './now.ts';

/** What the run took, all together. */
export function Totals() {
  const rows = totals();
  if (screen.value === 'phone') return <ShortTotals rows={rows} />;
  return (
    <dl class="totals" data-testid="run-totals">
      {rows.map(([name, value]) => (
        <div key={name} class={`total ${name.toLowerCase()}`}>
          <dt>{name}</dt>
          <dd title={value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type Total = readonly [name: string, value: string];

/** The same in a line. */
function ShortTotals({ rows }: { readonly rows: readonly Total[] }) {
  const words = rows.flatMap(([name, value]) =>
    name === 'Tokens' ? [`${value} tokens`] : name === 'Duration' || name === 'Cost' ? [value] : [],
  );
  return (
    <p class="short-totals" data-testid="run-totals">
      {words.join(' · ')}
    </p>
  );
}

function totals(): Total[] {
  const { lastFacts, entries, entryCount } = session.value;
  const facts = lastFacts.value;
  const { round, rounds, mostRounds, costUsd, modelCalls, inputTokens, outputTokens, models } = facts;
  const last = entries[entryCount.value - 1];
  const isOver = endOf(facts) !== undefined || info.value?.isLive !== true;
  now.value;
  const until = isOver ? Date.parse(last?.at ?? '') : session.value.now();
  const began = Date.parse(facts.startedAt || entries[0]?.at || '');
  // Who answered, where the log says so; else who may be asked.
  const names = models.length > 0 ? models : (info.value?.models ?? []);
  const most = mostRounds === undefined ? '' : ` of ${mostRounds}`;
  return [
    ...(Number.isNaN(until - began) ? [] : [['Duration', timeWords(until - began)] as const]),
    ...(round > 0 ? [[isOver ? 'Rounds' : 'Round', `${isOver ? rounds : round}${most}`] as const] : []),
    ...(modelCalls > 0 ? [['Tokens', count(inputTokens + outputTokens)] as const] : []),
    ...(costUsd ? [['Cost', money(costUsd)] as const] : []),
    ...(names.length === 0 ? [] : [[names.length === 1 ? 'Model' : 'Models', names.join(', ')] as const]),
  ];
}
