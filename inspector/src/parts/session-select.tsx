import { info, openSession, session, sessions } from '../state/store.ts';
import { Icon } from './icons.tsx';

/** The title of what is shown, and what else there is. */
export function SessionSelect() {
  const list = sessions.value;
  const current = info.value;
  return (
    <div class="session">
      <h1 class="session-title" title={current?.title ?? ''}>
        {current?.title ?? 'Troupe inspector'}
      </h1>
      {list.length > 1 ? (
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
      ) : null}
    </div>
  );
}
