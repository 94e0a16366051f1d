import { count } from '../state/format.ts';
import { connection, info, loading, session } from '../state/store.ts';

/** Where in the run we are, and whether it is held. */
export function RunStatus() {
  const { isLive, control } = session.value;
  const { isHeld, reason } = control.value;
  const isOver = info.value?.isLive === false;
  const kind = isLive.value ? (isOver ? `over ${info.value?.status ?? ''}` : 'live') : '';
  return (
    <>
      <span class={`pill ${kind}`} data-testid="status">
        {whereText(isOver)}
      </span>
      {isHeld ? <span class="pill held">held{reason ? `: ${reason}` : ''}</span> : null}
      {connection.value === 'reconnecting' ? (
        <span class="pill lost" data-testid="reconnecting">
          reconnecting…
        </span>
      ) : null}
    </>
  );
}

function whereText(isOver: boolean): string {
  const { isLive, at, lastSeq, micro } = session.value;
  const status = info.value?.status ?? '';
  if (loading.value > 0) return `loading · ${count(loading.value)} entries`;
  if (!isLive.value) return `at #${at.value} of ${lastSeq.value}${micro.value === undefined ? '' : ' · microstep'}`;
  return isOver ? `${status} · ${lastSeq.value} entries` : `live · ${status} · #${lastSeq.value}`;
}
