import type { Suspendable } from '../world.ts';

/** After this time a process that should have stopped continues: the first process of a container cannot be stopped. */
const stopMs = 250;

/** What is done around a suspension, as Ctrl-Z requests it. */
export interface SuspensionActions {
  /** Gives the terminal back: as soon as the process has stopped, the shell has it again. */
  before(): void;
  after(): void;
}

/** Suspends a process in order: the terminal is given back before it stops, and taken again when it continues. */
export function suspension(process: Suspendable, { before, after }: SuspensionActions) {
  let wake: NodeJS.Timeout | undefined;
  const resume = () => {
    if (!wake) return;
    clearTimeout(wake);
    wake = undefined;
    after();
  };
  process.on('SIGCONT', resume);
  return {
    /** Stops the process `pid`; 0 means the whole foreground group, npm and tsx too, so that the shell comes back. */
    begin(pid: number) {
      before();
      process.kill(pid, 'SIGTSTP');
      wake = setTimeout(resume, stopMs);
    },
    close() {
      clearTimeout(wake);
      process.off('SIGCONT', resume);
    },
  };
}
