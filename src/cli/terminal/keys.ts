import type { Input, Suspendable } from '../world.ts';
import { suspension } from './suspension.ts';

/** What a person may press while a run is at work. */
export interface KeyActions {
  togglePause(): void;
  cancel(): void;
  /** Before the process stops: the run pauses, the terminal is given back. */
  suspend(): void;
  /** After the process continues. */
  resume(): void;
}

const [ctrlC, ctrlZ] = ['\u0003', '\u001a'];

/**
 * Reads keys from a terminal until the returned function is called, which gives the terminal back. In raw mode the terminal sends no
 * signals, so Ctrl-C and Ctrl-Z are keys like others; a suspension requested from outside is handled as well.
 */
export function listenToKeys(input: Input, process: Suspendable, actions: KeyActions): () => void {
  const isReadable = input.isTTY === true && input.setRawMode !== undefined;
  const take = () => {
    process.on('SIGTSTP', stop);
    if (!isReadable) return;
    input.setRawMode?.(true);
    input.resume();
  };
  const give = () => {
    // From here on the signal has its default effect: it stops the process.
    process.off('SIGTSTP', stop);
    if (!isReadable) return;
    input.setRawMode?.(false);
    input.pause();
  };
  const sleep = suspension(process, {
    before() {
      actions.suspend();
      give();
    },
    after() {
      take();
      actions.resume();
    },
  });
  const stop = () => sleep.begin(process.pid);
  const press = (key: string) => {
    if (key === 'p') actions.togglePause();
    if (key === 'q' || key === ctrlC) actions.cancel();
    // The whole foreground group stops, as it would without raw mode: npm and tsx too, so that the shell comes back.
    if (key === ctrlZ) sleep.begin(0);
  };
  const read = (chunk: Buffer | string) => {
    const text = chunk.toString();
    if (!text.startsWith('\u001b')) for (const key of text) press(key); // an arrow key is no letter
  };
  if (isReadable) input.on('data', read);
  take();
  return () => {
    sleep.close();
    input.off('data', read);
    give();
  };
}
