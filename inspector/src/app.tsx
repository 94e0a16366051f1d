import { useState } from 'preact/hooks';
import { Dialogs } from './dialogs/dialogs.tsx';
import { Announcer } from './parts/announcer.tsx';
import { Left, leftWidth } from './parts/left.tsx';
import { Middle } from './parts/middle.tsx';
import { Panel } from './parts/panel.tsx';
import { ReplayBanner } from './parts/replay-banner.tsx';
import { Right, rightWidth } from './parts/right.tsx';
import { TopBar } from './parts/top-bar.tsx';
import { WaitingBanner } from './parts/waiting-banner.tsx';
import { importFile } from './state/exports.ts';
import { dialog } from './state/page-state.ts';

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
      <Panel name="How far the log is replayed">
        <ReplayBanner />
      </Panel>
      <Panel name="What the run waits for">
        <WaitingBanner />
      </Panel>
      <div class="columns" style={{ gridTemplateColumns: columns }}>
        <Left />
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
