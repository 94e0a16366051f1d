import { createLogUpdate } from 'log-update';
import { AgentFold } from '../../agents/running/agent-fold.ts';
import { isEnded } from '../../domain/status.ts';
import { beganAt, type Entry } from '../../log/entry.ts';
import { statusWords } from '../terminal/change-line.ts';
import type { Display, DisplayOptions, Terminal } from '../terminal/display.ts';
import { doingWords } from '../terminal/doing.ts';
import { toPrintableLine } from '../terminal/printable.ts';
import { toCount } from '../terminal/quantity.ts';
import { cutText } from '../terminal/text-width.ts';
import { statusLine } from '../terminal/view.ts';
import { agentWords } from './agent-words.ts';

const repaintMs = 100;

/** Follows the log of a run of agents: what is new in it, and where the run stands. */
class AgentProgress {
  readonly #fold = new AgentFold();
  #startedAt = 0;
  #at = 0;
  #isResumed = false;

  readonly #withStatus: boolean;

  constructor(withStatus: boolean) {
    this.#withStatus = withStatus;
  }

  /** Takes an entry; gives what happened, a line each, and the status where nothing else shows it. */
  add(entry: Entry): readonly string[] {
    if (this.#startedAt === 0) this.#startedAt = Date.parse(beganAt(entry));
    this.#at = Date.parse(entry.at);
    const happened = this.#fold.add(entry).flatMap(agentWords);
    if (entry.type === 'run.paused') return ['paused'];
    if (entry.type === 'run.resumed') return ['resumed after the pause'];
    if (entry.type === 'status.changed' && this.#withStatus && !this.isWorking) return [statusWords(this.#standing)];
    if (entry.type !== 'run.restored') return happened;
    this.#isResumed = true;
    return [`resumed after entry ${entry.seq - 1}`];
  }

  /** Whether somebody in it works. */
  get isWorking(): boolean {
    return !isEnded(this.#fold.status) && this.#fold.status !== 'waiting';
  }

  get #standing() {
    const { status, isPaused, usage } = this.#fold;
    const tokens = usage.inputTokens + usage.outputTokens;
    return { status, doing: doingWords[status], isPaused, startedAt: this.#startedAt, at: this.#at, tokens };
  }

  headline(terminal: Terminal, options: Pick<DisplayOptions, 'isColorful' | 'hasKeys'>): string {
    const { modelCalls } = this.#fold.usage;
    const standing = this.#standing;
    const parts = [
      ...(modelCalls > 0 ? [toCount(modelCalls, 'call')] : []),
      ...(standing.tokens > 0 ? [toCount(standing.tokens, 'token')] : []),
      ...(this.#isResumed ? ['resumed'] : []),
    ];
    const columns = terminal.columns ?? 80;
    const { isColorful, hasKeys = false } = options;
    const screen = { columns, rows: 1, now: Date.now(), isColorful, hasKeys };
    return statusLine(standing, parts, Math.max(10, columns - 1), screen);
  }
}

/** Writes who does what in a run of agents, a line each; live with a line below that says where the run stands. */
export function agentDisplay(terminal: Terminal, options: DisplayOptions & { readonly isLive: boolean }): Display {
  const { known, isLive, isAboveAnswer = false, below, breakLine } = options;
  const progress = new AgentProgress(!isLive);
  for (const entry of known) progress.add(entry);
  // log-update reads nothing but what `Terminal` has; its type asks for the whole stream of the process.
  const update = createLogUpdate(terminal as NodeJS.WriteStream);
  let timer: NodeJS.Timeout | undefined;
  let isShown = isLive;
  const headline = () => progress.headline(terminal, options);
  const paint = () => {
    const lines = below();
    update([headline(), ...(lines.length > 0 ? ['', ...lines] : [])].join('\n'));
  };
  const resume = () => {
    if (!isShown) return;
    clearInterval(timer);
    timer = setInterval(paint, repaintMs);
  };
  resume();
  return {
    add(entry) {
      const lines = progress.add(entry);
      if (lines.length === 0) return;
      if (isShown) update.clear();
      breakLine();
      const shown = isLive ? lines.map((line) => cutText(line, (terminal.columns ?? 80) - 1)) : lines;
      for (const line of shown) terminal.write(`${toPrintableLine(line)}\n`);
    },
    leave() {
      if (!isShown) return;
      isShown = false;
      clearInterval(timer);
      if (isAboveAnswer || progress.isWorking) update.clear();
      else update.persist(`${headline()}\n\n`);
      update.done();
    },
    suspend() {
      if (!isShown) return;
      clearInterval(timer);
      paint();
      update.done();
    },
    resume,
    writeOutcome() {
      if (isLive) terminal.write(`${headline()}\n`);
    },
  };
}
