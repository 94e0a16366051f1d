import { toHash } from '../routing/route.ts';
import { followLink } from '../routing/router.ts';
import { missing } from '../state/store.ts';

const runs = { page: 'runs' } as const;

/** A run was asked for that is not here. */
export function UnknownRun() {
  const { run = '', reason = '' } = missing.value ?? {};
  return (
    <main class="unknown-run" data-testid="unknown-run">
      <h1>Run {run} is not here</h1>
      <p>{reason}</p>
      <p class="muted">If it begins while this page is open, it is shown here.</p>
      <a class="button" href={toHash(runs)} onClick={(event) => followLink(event, runs)}>
        All runs
      </a>
    </main>
  );
}
