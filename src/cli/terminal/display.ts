import type { Writable } from 'node:stream';
import { createLogUpdate } from 'log-update';
import type { Entry } from '../../log/entry.ts';
import { changeLine } from './change-line.ts';
import { advance, noProgress } from './progress.ts';
import { planView, type Screen, view } from './view.ts';

/** Shows how far a run is, above whatever is written next. */
export interface Display {
  add(entry: Entry): void;
  /** Gives the terminal back, with what is to stay on it. Work that begins later is shown again. May be called twice. */
  leave(): void;
  /** Gives the terminal back for a while. */
  suspend(): void;
  /** Takes the terminal again and shows where the run is. */
  resume(): void;
  /** Writes how the run ended, on a line of its own. */
  writeOutcome(): void;
}

export interface DisplayOptions {
  /** Entries from before: part of the picture, but no news. */
  readonly known: readonly Entry[];
  readonly isColorful: boolean;
  /** Whether somebody reads keys. */
  readonly hasKeys?: boolean;
  /** Whether an answer is written as it arrives: then only the plan stays above it. */
  readonly isAboveAnswer?: boolean;
  /** Lines that stand below the picture: what is being typed, say. */
  below(): readonly string[];
  /** Ends the line of the answer that is being written. */
  breakLine(): void;
}

/** The part of a terminal that a display needs. */
export interface Terminal extends Writable {
  readonly columns?: number;
  readonly rows?: number;
}

const repaintMs = 100;

const working: ReadonlySet<unknown> = new Set(['lookingUp', 'planning', 'updatingPlan']);
const isWork = ({ type, data }: Entry) =>
  type === 'step.started' || (type === 'status.changed' && working.has(data.state));

/** Repaints one view in place, ten times a second. */
export function liveDisplay(
  terminal: Terminal,
  { known, isColorful, hasKeys = false, isAboveAnswer = false, below, breakLine }: DisplayOptions,
): Display {
  // Longer than a function should be: all that a display does shares what is on the screen.
  // log-update reads nothing but what `Terminal` has; its type asks for the whole stream of the process.
  const update = createLogUpdate(terminal as NodeJS.WriteStream);
  let progress = known.reduce(advance, noProgress);
  let timer: NodeJS.Timeout | undefined;
  let isShown = true;
  const screen = (rows: number): Screen => ({
    columns: terminal.columns ?? 80,
    rows,
    now: Date.now(),
    isColorful,
    hasKeys,
  });
  const wholeScreen = () => screen(Number.POSITIVE_INFINITY);
  const paint = () => {
    const lines = below();
    const rows = (terminal.rows ?? 24) - (lines.length > 0 ? lines.length + 1 : 0);
    update([...view(progress, screen(Math.max(3, rows))), ...(lines.length > 0 ? ['', ...lines] : [])].join('\n'));
  };
  const resume = () => {
    if (!isShown) return;
    clearInterval(timer);
    timer = setInterval(paint, repaintMs);
  };
  const leave = () => {
    if (!isShown) return;
    isShown = false;
    clearInterval(timer);
    const lines = isAboveAnswer ? planView(progress, wholeScreen()) : view(progress, wholeScreen());
    if (lines.length > 0) update.persist(`${lines.join('\n')}\n\n`);
    else update.clear();
    update.done();
  };
  resume();
  return {
    add(entry) {
      const before = progress;
      progress = advance(before, entry);
      if (isShown) return;
      if (isWork(entry)) {
        // The answer was not the last word: the work continues below it.
        breakLine();
        terminal.write('\n');
        isShown = true;
        resume();
      } else if (entry.type === 'effect.failed') {
        breakLine();
        terminal.write(`${changeLine(before, progress, entry)}\n`);
      }
    },
    leave,
    suspend() {
      if (!isShown) return;
      clearInterval(timer);
      paint();
      update.done();
    },
    resume,
    writeOutcome: () => terminal.write(`${view(progress, wholeScreen())[0]}\n`),
  };
}

/** Writes one plain line for each change. */
export function plainDisplay(
  stream: Writable,
  { known, breakLine }: Pick<DisplayOptions, 'known' | 'breakLine'>,
): Display {
  let progress = known.reduce(advance, noProgress);
  return {
    add(entry) {
      const before = progress;
      progress = advance(before, entry);
      const line = changeLine(before, progress, entry);
      if (line === undefined) return;
      breakLine();
      stream.write(`${line}\n`);
    },
    leave() {},
    suspend() {},
    resume() {},
    writeOutcome() {},
  };
}
