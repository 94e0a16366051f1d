import { Icon } from '../parts/icons.tsx';
import { openSession, session, sessions } from '../state/store.ts';

/** What else there is to look at. */
export function SessionSelect() {
  const list = sessions.value;
  if (list.length < 2) return null;
  return (
    <label class="session-select">
      <Icon name="down" size={14} />
      <select
        aria-label="Session"
        data-testid="sessions"
        value={session.value.id}
        onChange={({ currentTarget }) => openSession(currentTarget.value)}
      >
        {list.map(({ id, title, status, forkOf }) => (
          <option key={id} value={id}>
            {title.slice(0, 80)} ({status}
            {forkOf ? ', fork' : ''}, {id.slice(0, 8)})
          </option>
        ))}
      </select>
    </label>
  );
}
