import { Icon } from '../parts/icons.tsx';
import { toHash } from '../routing/route.ts';
import { followLink } from '../routing/router.ts';
import { isShared } from './inlined.ts';

const runs = { page: 'runs' } as const;

/** Leads from a run to the list of all; a file has only one. */
export function AllRuns() {
  if (isShared) return null;
  return (
    <a
      class="all-runs"
      href={toHash(runs)}
      aria-label="All runs"
      title="All runs (r)"
      data-testid="all-runs"
      onClick={(event) => followLink(event, runs)}
    >
      <Icon name="left" />
    </a>
  );
}

/** Says that this is a file, and not a server's page. */
export function SharedNote() {
  if (!isShared) return null;
  return (
    <span class="shared-note" data-testid="shared-note" title="One file, made from a run: nothing in it can be changed">
      read-only copy
    </span>
  );
}
