import type { AnyMachineSnapshot } from 'xstate';
import type { Step } from './catalogue.ts';

/** A machine that runs, by whatever it is run. */
export interface Driven {
  snapshot(): AnyMachineSnapshot;
  /** Calls back whenever it may have another state, and when it has ended. */
  subscribe(listener: () => void): void;
  send(event: Step['event'], id: string): void | Promise<void>;
  /** Whether the event with this id was taken before this process began. */
  wasTaken(id: string): boolean;
}

/** Sends the events of a script, each when its machine is in the state for it. Resolves when the machine has ended. */
export async function followScript(driven: Driven, script: readonly Step[]): Promise<void> {
  for (const [index, { at, event }] of script.entries()) {
    const id = `step-${index}`;
    if (at !== undefined && !driven.wasTaken(id)) await until(driven, (snapshot) => snapshot.matches(at));
    await driven.send(event, id);
  }
  await until(driven, ({ status }) => status !== 'active');
}

function until(driven: Driven, isSo: (snapshot: AnyMachineSnapshot) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (isSo(driven.snapshot())) resolve();
    };
    driven.subscribe(look);
    look();
  });
}
