import { nameOf } from '../state/format.ts';
import { session } from '../state/store.ts';

/** What would be delivered next, while deliveries are held. */
export function HeldEvents() {
  const { control, state } = session.value;
  const { isHeld, held } = control.value;
  if (!isHeld) return null;
  const name = (id: string) => nameOf(state.value.get(id)?.path ?? id);
  return (
    <section class="held-events" data-testid="held" aria-label="Held events">
      <h2 class="heading">Held events</h2>
      {held.length === 0 ? <p class="muted">Nothing is waiting to be delivered.</p> : null}
      <ol>
        {held.slice(0, 20).map(({ event, from, to }, place) => (
          <li key={place}>
            <strong>{event}</strong> {from === undefined ? 'from outside' : `from ${name(from)}`} to {name(to)}
          </li>
        ))}
      </ol>
      {held.length > 20 ? <p class="muted">and {held.length - 20} more</p> : null}
    </section>
  );
}
