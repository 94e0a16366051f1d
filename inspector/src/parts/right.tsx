import { BreakpointList } from '../dialogs/breakpoint-list.tsx';
import { filter, lowerTab, upperTab } from '../state/page-state.ts';
import { DiffTab } from '../tabs/diff-tab.tsx';
import { EventTab } from '../tabs/event-tab.tsx';
import { PromptTab } from '../tabs/prompt-tab.tsx';
import { SendTab } from '../tabs/send-tab.tsx';
import { StateTab } from '../tabs/state-tab.tsx';
import { TabPanel, Tabs } from '../tabs/tabs.tsx';
import { Tokens } from '../tabs/tokens.tsx';
import { Sequence } from '../timeline/sequence.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { Divider } from './divider.tsx';
import { HeldEvents } from './held-events.tsx';
import { leftWidth } from './left.tsx';
import { Panel } from './panel.tsx';
import { rememberedSize } from './remembered-size.ts';

export const rightWidth = rememberedSize('right', Math.round(Math.min(720, innerWidth * 0.42)));
const upperHeight = rememberedSize('upper', Math.round(innerHeight * 0.5));

const upperTabs = [
  { id: 'timeline', title: 'Timeline', show: Timeline },
  { id: 'sequence', title: 'Sequence', show: Sequence },
  { id: 'tokens', title: 'Tokens', show: Tokens },
] as const;

const lowerTabs = [
  { id: 'state', title: 'State', show: StateTab },
  { id: 'event', title: 'Event', show: EventTab },
  { id: 'diff', title: 'Diff', show: DiffTab },
  { id: 'prompt', title: 'Prompt', show: PromptTab },
  { id: 'send', title: 'Send', show: SendTab },
] as const;

/** What happened, and details of it below. */
export function Right() {
  return (
    <aside
      class="right"
      aria-label="Timeline and details"
      style={{ gridTemplateRows: `auto min(${upperHeight.value}px, 65vh) 1px auto minmax(0, 1fr)` }}
    >
      <Upper />
      <Divider
        label="Height of the timeline"
        size={upperHeight}
        axis="y"
        side={1}
        min={100}
        max={() => innerHeight - 220}
      />
      <Lower />
      <Divider
        label="Width of the timeline"
        size={rightWidth}
        axis="x"
        side={-1}
        min={320}
        max={() => innerWidth - leftWidth.value - 220}
      />
    </aside>
  );
}

function Upper() {
  const upper = upperTab.value;
  const { show: Shown } = upperTabs.find(({ id }) => id === upper) ?? upperTabs[0];
  return (
    <>
      <Tabs label="What happened" active={upperTab} tabs={upperTabs}>
        <input
          id="filter"
          class="filter"
          type="search"
          placeholder="Filter entries or actors  ( / )"
          aria-label="Filter entries by text, type or actor"
          value={filter.value}
          onInput={({ currentTarget }) => {
            filter.value = currentTarget.value;
            upperTab.value = 'timeline';
          }}
        />
      </Tabs>
      <TabPanel id={upper} class="upper">
        <Panel name={`The ${upper}`} key={upper}>
          <Shown />
        </Panel>
      </TabPanel>
    </>
  );
}

function Lower() {
  const lower = lowerTab.value;
  const { show: Shown } = lowerTabs.find(({ id }) => id === lower) ?? lowerTabs[0];
  return (
    <>
      <Tabs label="Details" active={lowerTab} tabs={lowerTabs} />
      <TabPanel id={lower} class="lower">
        <Panel name="What is held">
          <HeldEvents />
          <BreakpointList />
        </Panel>
        <Panel name={`The ${lower}`} key={lower}>
          <Shown />
        </Panel>
      </TabPanel>
    </>
  );
}
