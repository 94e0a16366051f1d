import { App } from './app.tsx';
import { ComparePage } from './compare/compare-page.tsx';
import { Announcer } from './parts/announcer.tsx';
import { PageNote } from './parts/page-note.tsx';
import { Panel } from './parts/panel.tsx';
import { route } from './routing/router.ts';
import { RunsPage } from './runs/runs-page.tsx';
import { UnknownRun } from './runs/unknown-run.tsx';
import { connection, isGreeted, missing, session } from './state/store.ts';

/** The page that the address asks for. */
export function Root() {
  const at = route.value;
  if (connection.value === 'broken') {
    return <PageNote text="The run in this file cannot be read: the file is damaged, or the browser is too old." />;
  }
  if (at.page === 'run') {
    const isUnknown = missing.value?.run === at.run && session.value.entryCount.value === 0;
    return isUnknown ? <UnknownRun /> : <App />;
  }
  if (at.page === 'compare') {
    return (
      <>
        <Panel name="The comparison">
          <ComparePage at={at} />
        </Panel>
        <Announcer />
      </>
    );
  }
  if (at.page === 'home' && !isGreeted.value) return <PageNote text="Connecting…" />;
  return (
    <>
      <Panel name="The list of runs">
        <RunsPage />
      </Panel>
      <Announcer />
    </>
  );
}
