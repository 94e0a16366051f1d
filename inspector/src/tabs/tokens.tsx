// biome-ignore-all lint/a11y/useSemanticElements: only the rows in view are drawn, which a table cannot
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons in the rows take the focus
import { computed } from '@preact/signals';
import { type Call, callsOf, totalsOf } from '../state/calls-of.ts';
import { count, dollars, duration } from '../state/format.ts';
import { showDetail } from '../state/page-state.ts';
import { session } from '../state/store.ts';
import { VirtualList } from '../timeline/virtual-list.tsx';

const calls = computed(() => {
  session.value.entryCount.value;
  return callsOf(session.value.entries, Number.MAX_SAFE_INTEGER);
});

const columns = ['effect', 'kind', 'calls', 'input', 'output', 'cost', 'time'];

/** What each effect cost; the sums are those up to the cursor. */
export function Tokens() {
  const list = calls.value;
  const at = session.value.at.value;
  const begun = list.filter(({ seq }) => seq <= at);
  const sum = totalsOf(begun.filter((call) => isEnded(call, at)));
  const isPriced = list.some(({ costUsd }) => costUsd !== undefined);
  return (
    <div class="tokens" role="table" aria-label="Effects and what they cost" aria-rowcount={list.length + 2}>
      <div class="call head" role="row">
        {columns.map((name) => (
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
      <VirtualList
        testId="calls"
        role="rowgroup"
        aria-label="Effects"
        tabIndex={0}
        count={list.length}
        rowHeight={24}
        row={(index) => {
          const call = list[index];
          return call && <CallRow key={call.seq} call={call} at={at} />;
        }}
      />
      <div class="call sum" role="row" data-testid="totals">
        {[
          `${count(begun.length)} effects`,
          '',
          count(sum.modelCalls),
          count(sum.inputTokens),
          count(sum.outputTokens),
          isPriced ? dollars(sum.costUsd) : 'no prices',
          duration(sum.ms),
        ].map((text, place) => (
          <span key={columns[place]} role="cell">
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}

const isEnded = ({ endSeq = Number.POSITIVE_INFINITY }: Call, at: number) => endSeq <= at;

/** What a call came to, as the columns after its name show it. */
function cellsOf(call: Call, at: number): readonly string[] {
  const isRunning = call.seq <= at && !isEnded(call, at);
  const shown = (value: number) => (value === 0 ? '' : count(value));
  return [
    call.kind,
    shown(call.modelCalls),
    shown(call.inputTokens),
    shown(call.outputTokens),
    call.costUsd === undefined ? '' : dollars(call.costUsd),
    call.endedAt === undefined || isRunning ? 'running' : duration(call.endedAt - call.startedAt),
  ];
}

function CallRow({ call, at }: { call: Call; at: number }) {
  return (
    <div role="row" class={`call ${call.isFailed ? 'failed' : ''} ${call.seq > at ? 'later' : ''}`}>
      <span role="cell">
        <button
          type="button"
          class="link"
          title={`${call.actor}\n${call.key}`}
          onClick={() => {
            session.value.moveToSeq(call.seq);
            showDetail('prompt');
          }}
        >
          {call.key}
        </button>
      </span>
      {cellsOf(call, at).map((text, place) => (
        <span key={columns[place + 1]} role="cell">
          {text}
        </span>
      ))}
    </div>
  );
}
