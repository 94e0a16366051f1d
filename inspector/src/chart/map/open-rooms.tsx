import { session } from '../../state/store.ts';
import { isMapShown, mapOf, openRooms } from './map-look.ts';

/** The rooms of the map that are open, as the end of the path of the actor. */
export function OpenRooms() {
  const chart = session.value.chart.value;
  if (!chart || !isMapShown(chart)) return null;
  const open = openRooms(chart);
  const names = (mapOf(chart)?.rooms ?? []).filter(({ id }) => open.has(id)).map(({ key }) => key);
  if (names.length === 0) return null;
  return (
    <>
      <span class="crumb-gap">/</span>
      <span class="crumb-room">{names.join(', ')}</span>
    </>
  );
}
