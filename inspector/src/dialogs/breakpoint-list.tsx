import type { Breakpoint } from '../../../src/inspect/protocol.ts';
import { Icon } from '../parts/icons.tsx';
import { toggleBreakpoint } from '../state/breakpoints.ts';
import { session } from '../state/store.ts';

const placeOf = (point: Breakpoint) =>
  point.kind === 'state' ? point.state : point.kind === 'edge' ? point.edge : point.event;

/** Where the session stops. */
export function BreakpointList() {
  const { breakpoints } = session.value.control.value;
  if (breakpoints.length === 0) return null;
  return (
    <section class="breakpoints" data-testid="breakpoints" aria-label="Breakpoints">
      <h2 class="heading">Breakpoints</h2>
      <ul>
        {breakpoints.map((point) => (
          <li key={`${point.kind} ${placeOf(point)}`}>
            <span class="break-dot" />
            <span class="muted">{point.kind === 'edge' ? 'transition' : point.kind}</span> {placeOf(point)}
            <button
              type="button"
              class="quiet"
              aria-label={`Remove the breakpoint at ${placeOf(point)}`}
              onClick={() => toggleBreakpoint(point)}
            >
              <Icon name="cancel" size={12} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
