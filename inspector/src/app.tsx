import { useState } from 'preact/hooks';
import { BreakpointList } from './dialogs/breakpoint-list.tsx';
import { Dialogs } from './dialogs/dialogs.tsx';
import { ActorTree } from './parts/actor-tree.tsx';
import { Announcer } from './parts/announcer.tsx';
import { Divider, rememberedSize } from './parts/divider.tsx';
import { HeldEvents } from './parts/held-events.tsx';
import { Middle } from './parts/middle.tsx';
import { Panel } from './parts/panel.tsx';
import { leftWidth, PlanPanel } from './parts/plan-panel.tsx';
import { TopBar } from './parts/top-bar.tsx';
import { WaitingBanner } from './parts/waiting-banner.tsx';
import { importFile } from './state/exports.ts';
import { dialog, filter, lowerTab, upperTab } from './state/store.ts';
import { DiffTab } from './tabs/diff-tab.tsx';
import { EventTab } from './tabs/event-tab.tsx';
import { PromptTab } from './tabs/prompt-tab.tsx';
import { SendTab } from './tabs/send-tab.tsx';
import { StateTab } from './tabs/state-tab.tsx';
import { TabPanel, Tabs } from './tabs/tabs.tsx';
import { Tokens } from './tabs/tokens.tsx';
import { Sequence } from './timeline/sequence.tsx';
import { Timeline } from './timeline/timeline.tsx';

const rightWidth = rememberedSize('right', Math.round(Math.min(720, innerWidth * 0.42)));
const treeHeight = rememberedSize('tree', Math.round(innerHeight * 0.5));
const upperHeight = rememberedSize('upper', Math.round(innerHeight * 0.5));

/** The whole page. */
export function App() {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer?.files[0];
    if (file) void importFile(file);
  };
  const columns = `min(${leftWidth.value}px, 30vw) minmax(0, 1fr) min(${rightWidth.value}px, 60vw)`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a log is dropped here; by key it is opened from the command line
    <div
      class={isOver ? 'app over' : 'app'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ relatedTarget }) => relatedTarget === null && setOver(false)}
      onDrop={drop}
    >
      <Panel name="The bar">
        <TopBar />
      </Panel>
      <Panel name="What the run waits for">
        <WaitingBanner />
      </Panel>
      <div class="columns" style={{ gridTemplateColumns: columns }}>
        <aside
          class="left"
          aria-label="Actors and plan"
          style={{ gridTemplateRows: `auto min(${treeHeight.value}px, 65vh) 1px auto minmax(0, 1fr)` }}
        >
          <h2 class="heading">Actors</h2>
          <Panel name="The tree of actors">
            <ActorTree />
          </Panel>
          <Divider
            label="Height of the actors"
            size={treeHeight}
            axis="y"
            side={1}
            min={80}
            max={() => innerHeight - 200}
          />
          <Panel name="The plan">
            <PlanPanel />
          </Panel>
          <Divider
            label="Width of the actors"
            size={leftWidth}
            axis="x"
            side={1}
            min={150}
            max={() => innerWidth / 3}
          />
        </aside>
        <Middle />
        <Right />
      </div>
      <Panel name="The dialog" key={dialog.value}>
        <Dialogs />
      </Panel>
      <Announcer />
    </div>
  );
}

function Right() {
  const upper = upperTab.value;
  const lower = lowerTab.value;
  return (
    <aside
      class="right"
      aria-label="Timeline and details"
      style={{ gridTemplateRows: `auto min(${upperHeight.value}px, 65vh) 1px auto minmax(0, 1fr)` }}
    >
      <Tabs
        label="What happened"
        active={upperTab}
        tabs={[
          { id: 'timeline', title: 'Timeline' },
          { id: 'sequence', title: 'Sequence' },
          { id: 'tokens', title: 'Tokens' },
        ]}
      >
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
          {upper === 'timeline' ? <Timeline /> : upper === 'sequence' ? <Sequence /> : <Tokens />}
        </Panel>
      </TabPanel>
      <Divider
        label="Height of the timeline"
        size={upperHeight}
        axis="y"
        side={1}
        min={100}
        max={() => innerHeight - 220}
      />
      <Tabs
        label="Details"
        active={lowerTab}
        tabs={[
          { id: 'state', title: 'State' },
          { id: 'event', title: 'Event' },
          { id: 'diff', title: 'Diff' },
          { id: 'prompt', title: 'Prompt' },
          { id: 'send', title: 'Send' },
        ]}
      />
      <TabPanel id={lower} class="lower">
        <Panel name="What is held">
          <HeldEvents />
          <BreakpointList />
        </Panel>
        <Panel name={`The ${lower}`} key={lower}>
          {lower === 'state' ? <StateTab /> : null}
          {lower === 'event' ? <EventTab /> : null}
          {lower === 'diff' ? <DiffTab /> : null}
          {lower === 'prompt' ? <PromptTab /> : null}
          {lower === 'send' ? <SendTab /> : null}
        </Panel>
      </TabPanel>
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
