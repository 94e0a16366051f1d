import { useState } from 'preact/hooks';
import { Dialogs } from './dialogs/dialogs.tsx';
import { hasGantt } from './gantt/gantt-state.ts';
import { FailureBanner } from './header/failure-banner.tsx';
import { Header } from './header/header.tsx';
import { ReplayBanner } from './header/replay-banner.tsx';
import { RunPart } from './header/run-part.tsx';
import { BottomTabs } from './layout/bottom-tabs.tsx';
import { isSmall, screen } from './layout/screen.ts';
import { leftWidth, lowerHeight, shownRightWidth } from './layout/sizes.ts';
import { MomentRow } from './moment/moment-row.tsx';
import { Announcer } from './parts/announcer.tsx';
import { Left } from './parts/left.tsx';
import { HistoryPanel, Lower } from './parts/lower.tsx';
import { Middle } from './parts/middle.tsx';
import { Panel } from './parts/panel.tsx';
import { Right } from './parts/right.tsx';
import { importFile } from './state/exports.ts';
import { dialog, phoneTab } from './state/page-state.ts';

/** The whole page. */
export function App() {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer?.files[0];
    if (file) void importFile(file);
  };
  const sizes = {
    '--left': `${leftWidth.value}px`,
    '--right': `${shownRightWidth()}px`,
    '--lower': `${lowerHeight.value}px`,
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a log is dropped here; by key it is opened from the command line
    <div
      class={`app ${screen.value} ${isSmall.value ? 'small' : ''} ${isOver ? 'over' : ''}`}
      style={sizes}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ relatedTarget }) => relatedTarget === null && setOver(false)}
      onDrop={drop}
    >
      <Panel name="The header">
        <Header />
      </Panel>
      <div class="banners">
        <Panel name="Why the run failed">
          <FailureBanner />
        </Panel>
        <Panel name="How far the log is replayed">
          <ReplayBanner />
        </Panel>
      </div>
      <Panel name="The slider">
        <MomentRow />
      </Panel>
      <Parts />
      <Panel name="The dialog" key={dialog.value}>
        <Dialogs />
      </Panel>
      <Announcer />
    </div>
  );
}

/** What stands below the slider: everything beside each other, or one part of it on a small screen. */
function Parts() {
  if (screen.value === 'phone') {
    return (
      <>
        {phoneTab.value === 'map' ? <Middle /> : <main class="part">{phoneParts[phoneTab.value]()}</main>}
        <BottomTabs />
      </>
    );
  }
  return (
    <>
      {screen.value === 'desk' ? <Left /> : null}
      <Middle />
      <Lower />
      <Right />
    </>
  );
}

const phoneParts = {
  run: () => <RunPart />,
  plan: () => <Left />,
  gantt: () => (
    <section class="lower only" aria-label="What happened">
      <HistoryPanel tab={hasGantt.value ? 'gantt' : 'sequence'} />
    </section>
  ),
  log: () => <Lower />,
} as const;
