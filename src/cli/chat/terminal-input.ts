import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Spoken } from '../person.ts';
import { suspension } from '../terminal/suspension.ts';
import type { World } from '../world.ts';
import { type ChatInput, lineJoiner } from './chat-input.ts';

/** Receives what is typed and pressed while nobody reads. */
export interface KeyboardListener {
  typed(text: string): void;
  /** Ctrl-C. */
  interrupted(): void;
  /** Before the process is suspended. */
  suspended(): void;
  /** After it continues. */
  resumed(): void;
}

const continuedPrompt = '… ';
const [pasteOn, pasteOff] = ['\u001b[?2004h', '\u001b[?2004l'];

/** A person at a terminal, with a line that can be edited and earlier lines at the arrow keys. */
export class TerminalInput implements ChatInput {
  readonly #world: World;
  readonly #listener: KeyboardListener;
  readonly #isRepaintable: boolean;
  readonly #reader: Interface;
  readonly #joiner = lineJoiner();
  readonly #suspension: ReturnType<typeof suspension>;
  #waiter: { readonly prompt: string; resolve(spoken: Spoken): void } | undefined;
  #hasEnded = false;
  /** Whether the line is in sight: while nobody reads, what is typed stays unseen. */
  #isShown = false;
  #isPasting = false;
  #isDropping = false;

  constructor(world: World, listener: KeyboardListener, { isRepaintable }: { isRepaintable: boolean }) {
    this.#world = world;
    this.#listener = listener;
    this.#isRepaintable = isRepaintable;
    this.#reader = createInterface({
      input: world.stdin,
      output: lineOutput(world.stderr, () => this.#isShown),
      terminal: true,
      historySize: 200,
      removeHistoryDuplicates: true,
    });
    this.#suspension = suspension(world.process, { before: () => this.#suspend(), after: () => this.#resume() });
    this.#reader.on('line', (line) => this.#take(line));
    this.#reader.on('SIGINT', () => this.#interrupt());
    this.#reader.on('SIGTSTP', () => this.#suspension.begin(0));
    this.#reader.once('close', () => this.#end());
    world.stdin.on('keypress', this.#watchPaste);
    this.#askForPasteMarks(true);
    world.signal.addEventListener('abort', this.close, { once: true });
  }

  read(prompt: string, givenUp?: AbortSignal): Promise<Spoken> {
    if (this.#hasEnded) return Promise.resolve({ type: 'ended' });
    if (givenUp?.aborted) return Promise.resolve({ type: 'given up' });
    return new Promise((resolve) => {
      const waiter = { prompt, resolve };
      this.#waiter = waiter;
      this.#show(this.#joiner.isOpen ? continuedPrompt : prompt);
      const giveUp = () => {
        if (this.#waiter !== waiter) return;
        this.#world.stderr.write('\n');
        this.#settle({ type: 'given up' });
      };
      givenUp?.addEventListener('abort', giveUp, { once: true });
    });
  }

  get typed(): string {
    return this.#reader.line;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  readonly close = (): void => {
    this.#suspension.close();
    this.#world.stdin.off('keypress', this.#watchPaste);
    this.#reader.close();
  };

  #show(prompt: string): void {
    // What was typed unseen is taken from the line and typed again in sight, below what was written since.
    this.#isShown = false;
    const typed = this.#reader.line;
    this.#reader.write(null, { ctrl: true, name: 'e' });
    this.#reader.write(null, { ctrl: true, name: 'u' });
    this.#isShown = true;
    this.#reader.setPrompt(prompt);
    this.#reader.prompt();
    // A dumb terminal knows neither key: there the text is still on the line.
    if (this.#reader.line !== '') this.#world.stderr.write(typed);
    else if (typed !== '') this.#reader.write(typed);
  }

  #settle(spoken: Spoken): void {
    const { resolve } = this.#waiter ?? {};
    this.#waiter = undefined;
    this.#isShown = false;
    resolve?.(spoken);
  }

  #take(line: string): void {
    if (this.#isDropping) return;
    const text = this.#joiner.add(line, this.#isPasting || undefined);
    if (text !== undefined && this.#waiter) this.#settle({ type: 'message', text });
    else if (text !== undefined) this.#listener.typed(text);
    else if (this.#waiter) this.#show(continuedPrompt);
  }

  #interrupt(): void {
    if (!this.#waiter) {
      this.#listener.interrupted();
      return;
    }
    const isEmpty = this.#reader.line === '' && !this.#joiner.isOpen;
    this.#joiner.take();
    this.#isDropping = true;
    this.#reader.write(null, { name: 'return' });
    this.#isDropping = false;
    if (isEmpty) this.#settle({ type: 'interrupted' });
    else this.#show(this.#waiter.prompt);
  }

  #end(): void {
    this.#hasEnded = true;
    this.#askForPasteMarks(false);
    if (this.#waiter) this.#world.stderr.write('\n');
    this.#settle({ type: 'ended' });
  }

  #suspend(): void {
    if (this.#waiter) this.#world.stderr.write('\n');
    this.#listener.suspended();
    this.#askForPasteMarks(false);
    this.#world.stdin.setRawMode?.(false);
  }

  #resume(): void {
    this.#world.stdin.setRawMode?.(true);
    this.#askForPasteMarks(true);
    if (this.#waiter) this.#show(this.#waiter.prompt);
    this.#listener.resumed();
  }

  /** Lines that are pasted together are one message; the terminal marks where a paste begins and ends. */
  #askForPasteMarks(isOn: boolean): void {
    if (this.#isRepaintable) this.#world.stderr.write(isOn ? pasteOn : pasteOff);
  }

  readonly #watchPaste = (_: unknown, key: { name?: string } | undefined): void => {
    if (key?.name === 'paste-start') this.#isPasting = true;
    if (key?.name === 'paste-end') this.#isPasting = false;
  };
}

/** Where the line is drawn: a terminal that shows it only while somebody reads. */
function lineOutput(terminal: World['stderr'], isShown: () => boolean): Writable & { readonly columns: number } {
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (isShown()) terminal.write(chunk);
      done();
    },
  });
  terminal.on('resize', () => output.emit('resize'));
  return Object.defineProperty(output, 'columns', {
    get: () => terminal.columns ?? 80,
  }) as Writable & { readonly columns: number }; // the line before this one defines it
}
