import type { FunctionComponent } from 'preact';
import { BreakpointList } from '../dialogs/breakpoint-list.tsx';
import { filter, type LowerTab, lowerTab, lowerTabs, type UpperTab, upperTab, upperTabs } from '../state/page-state.ts';
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

interface Tab {
  readonly title: string;
  readonly show: FunctionComponent;
}

const upper: Readonly<Record<UpperTab, Tab>> = {
  timeline: { title: 'Timeline', show: Timeline },
  sequence: { title: 'Sequence', show: Sequence },
  tokens: { title: 'Tokens', show: Tokens },
};

const lower: Readonly<Record<LowerTab, Tab>> = {
  state: { title: 'State', show: StateTab },
  event: { title: 'Event', show: EventTab },
  diff: { title: 'Diff', show: DiffTab },
  prompt: { title: 'Prompt', show: PromptTab },
  send: { title: 'Send', show: SendTab },
};

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
  const shown = upperTab.value;
  const { show: Shown } = upper[shown];
  return (
    <>
      <Tabs label="What happened" active={upperTab} tabs={upperTabs.map((id) => ({ id, title: upper[id].title }))}>
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
      <TabPanel id={shown} class="upper">
        <Panel name={`The ${shown}`} key={shown}>
          <Shown />
        </Panel>
      </TabPanel>
    </>
  );
}

function Lower() {
  const shown = lowerTab.value;
  const { show: Shown } = lower[shown];
  return (
    <>
      <Tabs label="Details" active={lowerTab} tabs={lowerTabs.map((id) => ({ id, title: lower[id].title }))} />
      <TabPanel id={shown} class="lower">
        <Panel name="What is held">
          <HeldEvents />
          <BreakpointList />
        </Panel>
        <Panel name={`The ${shown}`} key={shown}>
          <Shown />
        </Panel>
      </TabPanel>
    </>
  );
}
