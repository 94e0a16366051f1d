import { count } from '../state/format.ts';
import { info } from '../state/store.ts';

/** A log that other charts have made, or that comes out of a replay in another way: how far the chart can be shown. */
export function ReplayBanner() {
  const replayed = info.value?.replayed;
  if (!replayed) return null;
  const { madeBy, here, until, problem } = replayed;
  if (problem !== undefined) {
    return (
      <p class="replayed" data-testid="replayed" role="note">
        {`The chart is shown up to entry ${count(until ?? 0)}. ${problem}`}
      </p>
    );
  }
  const isOther = madeBy !== here;
  return (
    <p class="replayed" data-testid="replayed" role="note">
      {isOther ? `Made by ${madeBy}; this version is ${here}. ` : ''}
      {until === undefined ? 'Both come to the same entries.' : shownWords(until, isOther)}
    </p>
  );
}

function shownWords(until: number, isOther: boolean): string {
  const what = isOther ? 'the charts differ' : 'the replay differs from the log';
  const shown =
    until === 0
      ? `Here ${what} from the first entry on.`
      : `The chart is shown up to entry ${count(until)}, where ${what}.`;
  return `${shown} The timeline, the plan and the result are complete.`;
}
