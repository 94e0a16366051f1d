import { effect } from '@preact/signals';
import { questionText } from '../header/said.ts';
import { route } from '../routing/router.ts';
import { openAsks } from './deciding.ts';

const name = 'Troupe inspector';

/** The title of the browser's tab: what was asked, and first of all that the run waits for somebody. */
export function startTitle(): void {
  effect(() => {
    const isRun = route.value.page === 'run';
    const count = isRun ? openAsks.value.length : 0;
    const waits = count === 0 ? '' : count === 1 ? 'Waits for you · ' : `Waits for you (${count}) · `;
    const about = isRun ? questionText().slice(0, 80) : name;
    document.title = about === name ? `${waits}${name}` : `${waits}${about} · ${name}`;
  });
}
