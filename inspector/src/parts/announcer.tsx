import { effect, signal } from '@preact/signals';
import { stateWords } from '../state/format.ts';
import { notice } from '../state/page-state.ts';
import { info, session } from '../state/store.ts';

const announced = signal('');
let timer: ReturnType<typeof setTimeout> | undefined;

/** Announces where the chosen actor is, at most once a second. */
export function startAnnouncing(): void {
  effect(() => {
    const { actor, cursor, at } = session.value;
    const own = actor.value;
    if (!own) return;
    const where = cursor.value === undefined ? (info.value?.isLive ? 'live' : 'end') : `entry ${at.value}`;
    const text = `${own.path}: ${own.status === 'active' ? stateWords(own.value) || 'active' : own.status}, ${where}`;
    clearTimeout(timer);
    timer = setTimeout(() => {
      announced.value = text;
    }, 1000);
  });
}

/** What is read out to those who do not see the page change, and short notes for everyone. */
export function Announcer() {
  return (
    <>
      <div class="unseen" role="status" aria-live="polite">
        {announced.value}
      </div>
      <div class="notices" role="status" aria-live="polite">
        {notice.value ? <p class={notice.value.isError ? 'notice error' : 'notice'}>{notice.value.text}</p> : null}
      </div>
    </>
  );
}
