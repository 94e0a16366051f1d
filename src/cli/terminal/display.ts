import type { Writable } from 'node:stream';
import { createLogUpdate } from 'log-update';
import type { Entry } from '../../log/entry.ts';
import { changeLine } from './change-line.ts';
import { advance, noProgress } from './progress.ts';
import { view } from './view.ts';

/** Shows how far a run is. */
export interface Display {
  add(entry: Entry): void;
  /** Takes in an entry from before this process: it is part of the picture, but no news. */
  recall(entry: Entry): void;
  /** Gives the terminal back for a while. */
  suspend(): void;
  /** Takes the terminal again and shows where the run is. */
  goOn(): void;
  /** Shows the last state, gives the terminal back and shows nothing more. May be called twice. */
  end(): void;
}

/** The part of a terminal that a display needs. */
export interface Terminal extends Writable {
  readonly columns?: number;
  readonly rows?: number;
}

const repaintMs = 100;

/** Repaints one view in place, ten times a second. */
export function liveDisplay(
  terminal: Terminal,
  { isColorful, hasKeys = false }: { isColorful: boolean; hasKeys?: boolean },
): Display {
  // log-update reads nothing but what `Terminal` has; its type asks for the whole stream of the process.
  const update = createLogUpdate(terminal as NodeJS.WriteStream);
  let progress = noProgress;
  let hasEnded = false;
  const lines = (rows: number) =>
    view(progress, { columns: terminal.columns ?? 80, rows, now: Date.now(), isColorful, hasKeys }).join('\n');
  const paint = () => update(lines(terminal.rows ?? 24));
  let timer: NodeJS.Timeout | undefined;
  const goOn = () => {
    if (hasEnded) return;
    clearInterval(timer);
    timer = setInterval(paint, repaintMs);
  };
  const add = (entry: Entry) => {
    progress = advance(progress, entry);
  };
  goOn();
  return {
    add,
    recall: add,
    goOn,
    suspend() {
      if (hasEnded) return;
      clearInterval(timer);
      paint();
      update.done();
    },
    end() {
      if (hasEnded) return;
      hasEnded = true;
      clearInterval(timer);
      update.persist(`${lines(Number.POSITIVE_INFINITY)}\n\n`);
      update.done();
    },
  };
}

/** Writes one plain line for each change. */
export function plainDisplay(stream: Writable): Display {
  let progress = noProgress;
  return {
    add(entry) {
      const before = progress;
      progress = advance(before, entry);
      const line = changeLine(before, progress, entry);
      if (line !== undefined) stream.write(`${line}\n`);
    },
    recall(entry) {
      progress = advance(progress, entry);
    },
    suspend() {},
    goOn() {},
    end() {},
  };
}
