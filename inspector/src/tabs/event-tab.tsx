import { loadEntry, session } from '../state/store.ts';
import { textOf } from '../timeline/entry-text.ts';
import { TryButtons } from '../trying/try-buttons.tsx';
import { JsonView } from './json-view.tsx';

/** The entry at the cursor, in full when it is asked for. */
export function EventTab() {
  const { entry, fullEntries, history, group } = session.value;
  const short = entry.value;
  if (!short) return <p class="empty">No entry yet.</p>;
  const shown = fullEntries.value.get(short.seq) ?? short;
  const events = history.changesAt(short.seq).filter((change) => change.type === 'event');
  return (
    <>
      <h2 class="heading">
        {short.kind} #{short.seq}
        {shown.isCut && shown === short ? (
          <button type="button" class="link" data-testid="load-entry" onClick={() => void loadEntry(short.seq)}>
            load in full
          </button>
        ) : null}
      </h2>
      <dl class="facts">
        <dt>type</dt>
        <dd>{short.type}</dd>
        <dt>actor</dt>
        <dd>{short.actor}</dd>
        <dt>time</dt>
        <dd>{short.at}</dd>
        {short.status ? (
          <>
            <dt>status</dt>
            <dd>{short.status}</dd>
          </>
        ) : null}
        {textOf(short) ? (
          <>
            <dt>says</dt>
            <dd>{textOf(short)}</dd>
          </>
        ) : null}
      </dl>
      {short.type.startsWith('effect.') ? (
        <div class="step-buttons">
          <TryButtons effect={String(short.data.key)} />
        </div>
      ) : null}
      <h2 class="heading">Data</h2>
      <JsonView key={`${short.seq} ${shown === short}`} value={shown.data} onLoad={() => void loadEntry(short.seq)} />
      {events.length > 0 ? (
        <>
          <h2 class="heading">Events of the group from #{group.value} on</h2>
          <JsonView
            key={`events ${group.value}`}
            open={1}
            value={events.map((change) => ({
              to: session.value.state.value.get(change.actor)?.path ?? change.actor,
              ...(change.from === undefined
                ? {}
                : { from: session.value.state.value.get(change.from)?.path ?? change.from }),
              event: change.event,
              data: change.data,
            }))}
          />
        </>
      ) : null}
    </>
  );
}
