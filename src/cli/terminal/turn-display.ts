import { createLogUpdate } from 'log-update';
import type { Entry } from '../../log/entry.ts';
import { changeLine } from './change-line.ts';
import type { Terminal } from './display.ts';
import { toPrintableLine } from './printable.ts';
import { advance, noProgress } from './progress.ts';
import { planView, type Screen, view } from './view.ts';

/** Shows how far one turn of a chat is, above its answer. */
export interface TurnDisplay {
  add(entry: Entry): void;
  /** Makes room for text below: leaves the plan where it is and repaints nothing more. May be called twice. */
  makeRoom(): void;
  /** Gives the terminal back for a while. */
  suspend(): void;
  goOn(): void;
  /** Shows how the turn came out. */
  end(): void;
}

export interface TurnDisplayOptions {
  /** Entries that are no news: part of the picture, but not told. */
  readonly known: readonly Entry[];
  readonly isColorful: boolean;
  /** Lines that stand below the picture: what is being typed, say. */
  below(): readonly string[];
  /** Ends the line of the answer that is being written. */
  breakLine(): void;
}

const repaintMs = 100;

const working: ReadonlySet<unknown> = new Set(['lookingUp', 'planning', 'updatingPlan']);
const isWork = ({ type, data }: Entry) =>
  type === 'step.started' || (type === 'status.changed' && working.has(data.state));

/** Repaints the plan in place until the answer begins; how the turn came out stands below the answer. */
export function liveTurn(terminal: Terminal, { known, isColorful, below, breakLine }: TurnDisplayOptions): TurnDisplay {
  // log-update reads nothing but what `Terminal` has; its type asks for the whole stream of the process.
  const update = createLogUpdate(terminal as NodeJS.WriteStream);
  let progress = known.reduce(advance, noProgress);
  let timer: NodeJS.Timeout | undefined;
  let isAbove = true;
  const screen = (rows: number): Screen => ({
    columns: terminal.columns ?? 80,
    rows,
    now: Date.now(),
    isColorful,
  });
  const paint = () => {
    const lines = below();
    const rows = Math.max(3, (terminal.rows ?? 24) - lines.length - 1);
    update([...view(progress, screen(rows)), ...(lines.length > 0 ? ['', ...lines] : [])].join('\n'));
  };
  const stop = () => {
    clearInterval(timer);
    update.clear();
    update.done();
  };
  const goOn = () => {
    if (!isAbove) return;
    clearInterval(timer);
    timer = setInterval(paint, repaintMs);
  };
  const makeRoom = () => {
    if (!isAbove) return;
    stop();
    isAbove = false;
    const plan = planView(progress, screen(Number.POSITIVE_INFINITY));
    if (plan.length > 0) terminal.write(`${plan.join('\n')}\n\n`);
  };
  goOn();
  return {
    add(entry) {
      const before = progress;
      progress = advance(before, entry);
      if (isAbove) return;
      if (isWork(entry)) {
        // The answer was not the last word: the work goes on below it.
        breakLine();
        terminal.write('\n');
        isAbove = true;
        goOn();
      } else if (entry.type === 'effect.failed') {
        breakLine();
        terminal.write(`${changeLine(before, progress, entry)}\n`);
      }
    },
    makeRoom,
    suspend: () => isAbove && stop(),
    goOn,
    end() {
      makeRoom();
      terminal.write(`${view(progress, screen(Number.POSITIVE_INFINITY))[0]}\n`);
    },
  };
}

/** Writes one plain line for each change. */
export function plainTurn(
  stream: Terminal,
  { known, breakLine }: Pick<TurnDisplayOptions, 'known' | 'breakLine'>,
): TurnDisplay {
  let progress = known.reduce(advance, noProgress);
  return {
    add(entry) {
      const before = progress;
      progress = advance(before, entry);
      const line = changeLine(before, progress, entry);
      if (line === undefined) return;
      breakLine();
      stream.write(`${toPrintableLine(line)}\n`);
    },
    makeRoom() {},
    suspend() {},
    goOn() {},
    end() {},
  };
}
