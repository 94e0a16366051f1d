import { Icon } from '../parts/icons.tsx';
import { type CompareRoute, toHash } from '../routing/route.ts';
import { followLink } from '../routing/router.ts';
import { isShared } from '../share/inlined.ts';
import { session } from '../state/store.ts';
import { originOf } from './fork-clock.ts';

/** The run that is looked at beside its origin; nothing for what is no fork, and in a file, where there is nothing beside it. */
export function besideOrigin(): (CompareRoute & { readonly at: number }) | undefined {
  session.value.entryCount.value;
  const origin = originOf(session.value.entries[0]);
  return origin && !isShared ? { page: 'compare', a: origin.run, b: session.value.id, at: origin.at } : undefined;
}

/** Says of a fork where it comes from, and leads to both beside each other. */
export function ForkNote() {
  const to = besideOrigin();
  if (!to) return null;
  return (
    <a
      class="fork-note"
      href={toHash(to)}
      title={`Compare with run ${to.a}, from which it was forked at #${to.at}`}
      data-testid="fork-note"
      onClick={(event) => followLink(event, { page: 'compare', a: to.a, b: to.b })}
    >
      <Icon name="fork" size={14} />
      {`fork of ${to.a.slice(0, 8)}`}
    </a>
  );
}
