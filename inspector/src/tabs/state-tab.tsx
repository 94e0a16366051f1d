import { useState } from 'preact/hooks';
import { activeNodes } from '../../../src/inspect/chart/active-nodes.ts';
import { isCut } from '../../../src/inspect/set-path.ts';
import { eventsOf } from '../chart/chart-events.ts';
import { takesEvents } from '../state/control.ts';
import type { ActorState } from '../state/fold.ts';
import { stateWords } from '../state/format.ts';
import { sendType, showDetail } from '../state/page-state.ts';
import { askSession, session } from '../state/store.ts';
import { JsonView } from './json-view.tsx';

/** The chosen actor: facts, what it would take now, its context. */
export function StateTab() {
  const { actor } = session.value;
  const own = actor.value;
  if (!own) return <p class="empty">No actor yet.</p>;
  return (
    <>
      <h2 class="heading">Actor</h2>
      <dl class="facts">
        <dt>name</dt>
        <dd>{own.path}</dd>
        <dt>session</dt>
        <dd>{own.id}</dd>
        <dt>status</dt>
        <dd>{own.status}</dd>
        {own.value === undefined ? null : (
          <>
            <dt>state</dt>
            <dd data-testid="actor-state">{stateWords(own.value)}</dd>
          </>
        )}
        {own.lastEvent ? (
          <>
            <dt>last event</dt>
            <dd>
              {own.lastEvent.event} <span class="muted">at #{own.lastEvent.seq}</span>
            </dd>
          </>
        ) : null}
        {own.error === undefined ? null : (
          <>
            <dt>error</dt>
            <dd class="error-text">{own.error}</dd>
          </>
        )}
      </dl>
      {own.chart === undefined ? null : <EnabledEvents actor={own} />}
      {own.context === undefined ? null : <Context actor={own} />}
      {own.output === undefined ? null : (
        <>
          <h2 class="heading">Output</h2>
          <JsonView value={own.output} />
        </>
      )}
    </>
  );
}

function EnabledEvents({ actor }: { actor: ActorState }) {
  const { control, chart, isLive } = session.value;
  const canSend = control.value.canControl && isLive.value && takesEvents(actor.id);
  const named =
    chart.value && actor.value !== undefined && actor.status === 'active'
      ? eventsOf(chart.value, activeNodes(chart.value, actor.value))
      : [];
  const events = canSend ? (control.value.enabled[actor.id] ?? named) : named;
  if (events.length === 0) return null;
  return (
    <>
      <h2 class="heading">Enabled events{canSend ? ' — click to send' : ''}</h2>
      <div class="chips">
        {events.map((event) => (
          <button
            key={event}
            type="button"
            disabled={!canSend}
            title={
              canSend
                ? `Send ${event}`
                : 'Events can be sent to a live session, at its last entry; of an orchestrator, to its host'
            }
            onClick={() => {
              sendType.value = event;
              showDetail('send');
            }}
          >
            {event}
          </button>
        ))}
      </div>
    </>
  );
}

/** Whether some of a value was cut for the wire. */
const hasCut = (value: unknown): boolean =>
  isCut(value) || (typeof value === 'object' && value !== null && Object.values(value).some(hasCut));

function Context({ actor }: { actor: ActorState }) {
  const { at } = session.value;
  const place = `${actor.id}@${at.value}`;
  const [full, setFull] = useState<{ readonly place: string; readonly value: unknown } | undefined>(undefined);
  const load = async () => {
    const data = await askSession({ type: 'context', actor: actor.id, seq: at.value });
    if (data === undefined) return;
    setFull({ place, value: data });
  };
  const isFull = full?.place === place;
  return (
    <>
      <h2 class="heading">
        Context
        {isFull || !hasCut(actor.context) ? null : (
          <button type="button" class="link" data-testid="load-context" onClick={() => void load()}>
            load in full
          </button>
        )}
      </h2>
      <JsonView
        key={isFull ? 'full' : actor.id}
        value={isFull ? full.value : actor.context}
        onLoad={() => void load()}
      />
    </>
  );
}
