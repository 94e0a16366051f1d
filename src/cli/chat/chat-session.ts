import type { Message } from '../../domain/message.ts';
import { messageOf, TroupeError } from '../../errors.ts';
import { summaryChange } from '../../stores/run-facts.ts';
import type { RunSummary } from '../../stores/store.ts';
import type { Config } from '../config.ts';
import { follow } from '../follow.ts';
import type { FollowedResult, FollowedRun } from '../following/followed-run.ts';
import { cancelledCode } from '../interruption.ts';
import type { AgentsOption } from '../options/agents-option.ts';
import type { LabelOptions } from '../options/label-options.ts';
import type { WorkOptions } from '../options/work-options.ts';
import { isAtTerminal, type Spoken } from '../person.ts';
import { present } from '../present.ts';
import type { Display } from '../terminal/display.ts';
import { toPrintable, toPrintableLine } from '../terminal/printable.ts';
import { waitingText } from '../terminal/result-text.ts';
import { cutStart, cutText } from '../terminal/text-width.ts';
import { write } from '../terminal/write.ts';
import type { World } from '../world.ts';
import { type ChatState, isChatCommand, runChatCommand } from './chat-commands.ts';
import type { ChatInput } from './chat-input.ts';
import { pipedInput } from './piped-input.ts';
import { TerminalInput } from './terminal-input.ts';

interface Setting {
  readonly command: WorkOptions & LabelOptions & AgentsOption;
  /** What the runs of the chat are grouped by. */
  readonly sessionId: string;
  readonly config: Config;
  readonly world: World;
}

/** Begins a turn with all that was said. Whoever calls it listens at once: what a run does first is reported then. */
export type BeginTurn = (messages: readonly Message[], labels: LabelOptions) => FollowedRun;

/** Who is talked to about these files. */
export type Partner = (files: readonly string[]) => Promise<BeginTurn> | BeginTurn;

const prompt = '> ';

/** One chat from its first turn to its last: what was said, what waits to be said, and the turn at work. */
export class ChatSession {
  /** Whether a person sits there; else lines come from a pipe. */
  readonly isTerminal: boolean;
  readonly #partner: Partner;
  readonly #setting: Setting;
  readonly #input: ChatInput;
  readonly #state: ChatState;
  /** Messages that were written while a turn was at work, for the turns after it. */
  readonly #queue: string[] = [];
  /** Messages that were added to the turn at work. */
  #added: string[] = [];
  #isAnswering = false;
  #current: FollowedRun | undefined;
  #isCancelling = false;
  /** Whether the last thing at the prompt was Ctrl-C: a second one in a row leaves. */
  #wasInterrupted = false;
  #display: Display | undefined;

  constructor(partner: Partner, setting: Setting) {
    const { world, config, command } = setting;
    this.#partner = partner;
    this.#setting = setting;
    this.#state = { history: [], session: setting.sessionId, runs: [], saved: new Set() };
    if (command.agents === undefined) this.#state.files = command.files;
    this.isTerminal = isAtTerminal(world);
    const listener = {
      typed: (text: string) => void this.#route(this.#current, text),
      interrupted: () => this.#interrupt(),
      suspended: () => this.#display?.suspend(),
      resumed: () => this.#display?.resume(),
    };
    this.#input = this.isTerminal ? new TerminalInput(world, listener, config) : pipedInput(world);
  }

  /** Turn after turn, until there is nothing more to say; the result is the exit code. */
  async converse(): Promise<number> {
    const { signal } = this.#setting.world;
    try {
      let last: FollowedResult['status'] = 'completed';
      for (;;) {
        const spoken = await this.#read(prompt, this.#queue);
        if (signal.aborted) return cancelledCode;
        if (spoken.type === 'ended') return !this.isTerminal && last === 'failed' ? 1 : 0;
        if (spoken.type === 'message') last = await this.#turn(spoken.text);
        else if (this.#wasInterrupted) return cancelledCode;
        else await this.#say('Press Ctrl-C again to leave, or use Ctrl-D or /exit.');
        if (signal.aborted) return cancelledCode;
        if (last === 'waiting') return 3;
        this.#wasInterrupted = spoken.type === 'interrupted';
      }
    } finally {
      this.#input.close();
    }
  }

  /** A line that is written while a run is at work is added to it, unless its answer has begun; then it waits for the next turn. */
  async #route(run: FollowedRun | undefined, text: string): Promise<void> {
    const isForRun = run && !this.#isAnswering && !this.#isCancelling && text.trim() !== '' && !isChatCommand(text);
    if (!isForRun || !(await run.steer(text))) this.#queue.push(text);
  }

  /** Whether the answer has begun: what is written from then on is the next message, so that nobody reads half an answer. */
  #watch(run: FollowedRun): void {
    this.#isAnswering = false;
    this.#added = [];
    run.subscribe(
      (entry) => {
        if (entry.type !== 'message.added') return;
        this.#isAnswering = false;
        this.#added.push(String(entry.data.text));
      },
      // Words that are taken back were not the answer.
      ({ at, text }) => {
        this.#isAnswering = at > 0 || text !== '';
      },
    );
  }

  /** A second Ctrl-C, while the turn is still being cancelled, leaves the chat. */
  #interrupt(): void {
    if (this.#isCancelling) this.#setting.world.interrupt();
    this.#isCancelling = true;
    this.#current?.cancel('cancelled by the person');
  }

  /** The next message, first of those that wait; commands to the chat itself are run on the way. */
  async #read(shown: string, waiting: string[] = [], signal?: AbortSignal): Promise<Spoken> {
    for (;;) {
      const queued = waiting.shift();
      if (queued !== undefined) await this.#say(`${prompt}${toPrintable(queued).replaceAll('\n', '\n… ')}`);
      const spoken: Spoken =
        queued === undefined ? await this.#input.read(shown, signal) : { type: 'message', text: queued };
      if (spoken.type !== 'message') return spoken;
      this.#wasInterrupted = false;
      const text = spoken.text.trim();
      if (text === '') continue;
      if (!this.isTerminal || !isChatCommand(text)) return { type: 'message', text };
      const done = runChatCommand(text, this.#state, this.#columns);
      if (done === 'exit') return { type: 'ended' };
      await this.#say(done.text);
    }
  }

  async #turn(content: string): Promise<FollowedResult['status']> {
    const { history, session: sessionId, files = [] } = this.#state;
    const { metadata } = this.#setting.command;
    const labels = { sessionId, ...present({ metadata }) };
    const begin = await this.#partner(files);
    const run = begin([...history, { role: 'user', content }], labels);
    this.#current = run;
    this.#isCancelling = false;
    this.#watch(run);
    try {
      const { config, command, world } = this.#setting;
      const person = {
        read: (shown: string, signal: AbortSignal) => this.#read(shown, [], signal),
        tooLate: (text: string) => this.#route(run, text),
      };
      const result = await follow(run, { config, output: command.output, person, chat: this.#screen }, world);
      await this.#conclude(run, result);
      return result.status;
    } catch (error) {
      // The log cannot be written: this turn is lost, but the store may be back for the next one.
      if (!(error instanceof TroupeError)) throw error;
      await this.#say(`Failed: ${toPrintableLine(messageOf(error))}`);
      return 'failed';
    } finally {
      this.#current = undefined;
      if (run.log.length > 0) this.#state.runs.push(summaryOf(run));
      if (this.isTerminal) this.#setting.world.stderr.write('\n');
    }
  }

  /** Only what was answered becomes part of the history. */
  async #conclude(run: FollowedRun, result: FollowedResult): Promise<void> {
    const { command, config, world } = this.#setting;
    if (result.status === 'completed') this.#state.history = [...run.messages(), result.message];
    if (result.status === 'cancelled' && this.isTerminal) {
      await this.#say('Cancelled. Your message is not part of the history.');
    }
    if (result.status === 'waiting') {
      await write(
        world.stderr,
        waitingText(result, { ...command, ...present({ files: this.#state.files }), store: config.store }),
      );
    }
  }

  readonly #screen = {
    below: () => this.#below(),
    onDisplay: (display: Display | undefined) => {
      this.#display = display;
    },
  };

  /** What stands below a plan that is repainted: the messages that were added or wait, and the line that is being typed. */
  #below(): readonly string[] {
    if (!this.isTerminal) return [];
    const width = this.#columns - 1;
    const line = (name: string) => (text: string) => cutText(`${name}: ${toPrintableLine(text)}`, width);
    const next = [...this.#added.map(line('added')), ...this.#queue.map(line('next'))];
    const typed = `${prompt}${cutStart(toPrintableLine(this.#input.typed), width - prompt.length)}`;
    return [...next, this.#input.hasEnded ? 'Leaving after this turn.' : typed];
  }

  get #columns(): number {
    return this.#setting.world.stderr.columns ?? 80;
  }

  #say(text: string): Promise<void> {
    return write(this.#setting.world.stderr, `${text}\n`);
  }
}

/** A run as a store would list it. */
function summaryOf({ id, log }: FollowedRun): RunSummary {
  const { status = 'pending', question = '', isPaused = false, ...labels } = summaryChange(log);
  const [startedAt = '', updatedAt = ''] = [log[0]?.at, log.at(-1)?.at];
  const standing = { startedAt, updatedAt, entries: log.length, isPaused, bytes: 0, isArchived: false };
  return { run: id, status, question, ...standing, ...labels };
}
