import type { FunctionComponent } from 'preact';
import { Gantt } from '../gantt/gantt.tsx';
import { GanttLegend } from '../gantt/gantt-legend.tsx';
import { hasGantt } from '../gantt/gantt-state.ts';
import { Divider } from '../layout/divider.tsx';
import { screen } from '../layout/screen.ts';
import { lowerHeight } from '../layout/sizes.ts';
import { filter, type HistoryTab, historyTab, historyTabs } from '../state/page-state.ts';
import { TabPanel, Tabs } from '../tabs/tabs.tsx';
import { Tokens } from '../tabs/tokens.tsx';
import { Sequence } from '../timeline/sequence.tsx';
import { entryCountText, Timeline } from '../timeline/timeline.tsx';
import { Panel } from './panel.tsx';

interface Tab {
  readonly title: string;
  readonly show: FunctionComponent;
  /** What stands at the right of the tabs while it is shown: a legend, a filter. */
  readonly beside?: FunctionComponent;
}

const shownBy: Readonly<Record<HistoryTab, Tab>> = {
  gantt: { title: 'Gantt', show: Gantt, beside: GanttLegend },
  timeline: { title: 'Log', show: Timeline, beside: Filter },
  sequence: { title: 'Sequence', show: Sequence },
  tokens: { title: 'Tokens', show: Tokens },
};

/** What happened, below the chart. */
export function Lower() {
  const ids = historyTabs.filter(isOffered);
  const tabs = ids.map((id) => {
    const badge = id === 'timeline' ? { badge: entryCountText() } : {};
    return { id, title: shownBy[id].title, ...badge };
  });
  const shown = ids.includes(historyTab.value) ? historyTab.value : 'timeline';
  const { beside: Beside } = shownBy[shown];
  return (
    <section class="lower" aria-label="What happened">
      <Tabs label="What happened" active={shown} onChoose={(tab) => (historyTab.value = tab)} tabs={tabs}>
        {Beside ? <Beside /> : null}
      </Tabs>
      <HistoryPanel tab={shown} />
      {screen.value === 'phone' ? null : (
        <Divider
          label="Height of what happened"
          size={lowerHeight}
          axis="y"
          side={-1}
          min={100}
          max={() => innerHeight - 320}
        />
      )}
    </section>
  );
}

/**
 * An actor of somebody's own has no effects: nothing takes time, and nothing is paid. On a small screen the Gantt, or the sequence in its place,
 * has a tab at the bottom of the page.
 */
function isOffered(id: HistoryTab): boolean {
  if (screen.value === 'phone' && id === (hasGantt.value ? 'gantt' : 'sequence')) return false;
  return (id !== 'gantt' && id !== 'tokens') || hasGantt.value;
}

/** What one of the tabs shows. */
export function HistoryPanel({ tab }: { readonly tab: HistoryTab }) {
  const { show: Shown } = shownBy[tab];
  return (
    <TabPanel id={tab} class="history">
      <Panel name={`The ${tab}`} key={tab}>
        <Shown />
      </Panel>
    </TabPanel>
  );
}

function Filter() {
  return (
    <input
      id="filter"
      class="filter"
      type="search"
      placeholder="Filter entries or actors  ( e )"
      aria-label="Filter entries by text, type or actor"
      value={filter.value}
      onInput={({ currentTarget }) => {
        filter.value = currentTarget.value;
      }}
    />
  );
}
