import type { Suspendable } from '../world.ts';

/** After this time a process that should have stopped goes on: nobody can stop the first process of a container. */
const stopMs = 250;

/** What is done around a stop of the process, as Ctrl-Z asks for it. */
export interface SuspensionActions {
  /** Gives the terminal back: as soon as the process has stopped, the shell has it again. */
  before(): void;
  after(): void;
}

/** A process that can stop in order: the terminal is given back before anyone stops, and taken again when the process goes on. */
export function suspension(process: Suspendable, { before, after }: SuspensionActions) {
  let wake: NodeJS.Timeout | undefined;
  const goOn = () => {
    if (!wake) return;
    clearTimeout(wake);
    wake = undefined;
    after();
  };
  process.on('SIGCONT', goOn);
  return {
    /** Stops the process `pid`; 0 stands for everyone in the foreground, npm and tsx too, so that the shell comes back. */
    begin(pid: number) {
      before();
      process.kill(pid, 'SIGTSTP');
      wake = setTimeout(goOn, stopMs);
    },
    close() {
      clearTimeout(wake);
      process.off('SIGCONT', goOn);
    },
  };
}
