import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { suspension } from '../terminal/suspension.ts';
import type { World } from '../world.ts';

/** What came from the person, or from the pipe in its place; or nothing did before it was given up. */
export type Spoken =
  | { readonly type: 'message'; readonly text: string }
  | { readonly type: 'interrupted' | 'ended' | 'given up' };

/** Hears what is typed and pressed while nobody reads. */
export interface Listener {
  typed(text: string): void;
  /** Ctrl-C. */
  interrupted(): void;
  /** Before the process stops. */
  suspended(): void;
  /** After it goes on. */
  wentOn(): void;
}

/** Where the messages of a chat come from. A line that ends with a backslash goes on in the next one. */
export interface ChatInput {
  /** The next message. It is given up when the signal aborts: what was typed until then stands at the next prompt. */
  read(prompt: string, signal?: AbortSignal): Promise<Spoken>;
  /** What stands on the line so far, and has not been entered. */
  readonly typed: string;
  /** No more will come. */
  readonly hasEnded: boolean;
  close(): void;
}

/** Joins lines that belong together; nothing while the last of them goes on. */
function lineJoiner() {
  let parts: string[] = [];
  const take = () => {
    const text = parts.join('\n');
    parts = [];
    return text;
  };
  return {
    add(line: string, goesOn = line.endsWith('\\')): string | undefined {
      parts.push(goesOn ? line.replace(/\\$/, '') : line);
      return goesOn ? undefined : take();
    },
    take,
    get isOpen() {
      return parts.length > 0;
    },
  };
}

/** Lines of a pipe or a file. They wait until somebody asks for them. */
export function pipedInput({ stdin, signal }: World): ChatInput {
  const reader = createInterface({ input: stdin, terminal: false, crlfDelay: Number.POSITIVE_INFINITY });
  const joiner = lineJoiner();
  const messages: string[] = [];
  let hasEnded = false;
  let wake = () => {};
  reader.on('line', (line) => {
    const text = joiner.add(line);
    if (text !== undefined) messages.push(text);
    wake();
  });
  reader.once('close', () => {
    if (joiner.isOpen) messages.push(joiner.take());
    hasEnded = true;
    wake();
  });
  const close = () => reader.close();
  signal.addEventListener('abort', close, { once: true });
  return {
    async read(_prompt, givenUp) {
      while (messages.length === 0 && !hasEnded && !givenUp?.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          givenUp?.addEventListener('abort', () => resolve(), { once: true });
        });
      }
      if (givenUp?.aborted) return { type: 'given up' };
      const text = signal.aborted ? undefined : messages.shift();
      return text === undefined ? { type: 'ended' } : { type: 'message', text };
    },
    typed: '',
    get hasEnded() {
      return hasEnded && messages.length === 0;
    },
    close,
  };
}

const goesOnPrompt = '… ';
const [pasteOn, pasteOff] = ['\u001b[?2004h', '\u001b[?2004l'];

/** A person at a terminal, with a line that can be edited and lines from before at the arrow keys. */
export function terminalInput(
  world: World,
  listener: Listener,
  { isRepaintable }: { isRepaintable: boolean },
): ChatInput {
  const { stdin, stderr, signal } = world;
  let isShown = false;
  const output = lineOutput(stderr, () => isShown);
  const reader = createInterface({
    input: stdin,
    output,
    terminal: true,
    historySize: 200,
    removeHistoryDuplicates: true,
  });
  const joiner = lineJoiner();
  let waiter: { prompt: string; resolve(spoken: Spoken): void } | undefined;
  let [hasEnded, isPasting, isDropping] = [false, false, false];

  const show = (prompt: string) => {
    // What was typed unseen is taken from the line and typed again in sight, below what was written since.
    isShown = false;
    const typed = reader.line;
    reader.write(null, { ctrl: true, name: 'e' });
    reader.write(null, { ctrl: true, name: 'u' });
    isShown = true;
    reader.setPrompt(prompt);
    reader.prompt();
    // A dumb terminal knows neither key: there the text is still on the line.
    if (reader.line !== '') stderr.write(typed);
    else if (typed !== '') reader.write(typed);
  };
  const give = (spoken: Spoken) => {
    const { resolve } = waiter ?? {};
    waiter = undefined;
    isShown = false;
    resolve?.(spoken);
  };
  reader.on('line', (line) => {
    if (isDropping) return;
    const text = joiner.add(line, isPasting || undefined);
    if (text !== undefined && waiter) give({ type: 'message', text });
    else if (text !== undefined) listener.typed(text);
    else if (waiter) show(goesOnPrompt);
  });
  reader.on('SIGINT', () => {
    if (!waiter) {
      listener.interrupted();
      return;
    }
    const isEmpty = reader.line === '' && !joiner.isOpen;
    joiner.take();
    isDropping = true;
    reader.write(null, { name: 'return' });
    isDropping = false;
    if (isEmpty) give({ type: 'interrupted' });
    else show(waiter.prompt);
  });
  reader.once('close', () => {
    hasEnded = true;
    if (isRepaintable) stderr.write(pasteOff);
    if (waiter) stderr.write('\n');
    give({ type: 'ended' });
  });
  // Lines that are pasted together are one message; the terminal says where a paste begins and ends.
  const watchPaste = (_: unknown, key: { name?: string } | undefined) => {
    if (key?.name === 'paste-start') isPasting = true;
    if (key?.name === 'paste-end') isPasting = false;
  };
  stdin.on('keypress', watchPaste);
  if (isRepaintable) stderr.write(pasteOn);
  const sleep = suspension(world.process, {
    before() {
      if (waiter) stderr.write('\n');
      listener.suspended();
      if (isRepaintable) stderr.write(pasteOff);
      stdin.setRawMode?.(false);
    },
    after() {
      stdin.setRawMode?.(true);
      if (isRepaintable) stderr.write(pasteOn);
      if (waiter) show(waiter.prompt);
      listener.wentOn();
    },
  });
  reader.on('SIGTSTP', () => sleep.begin(0));
  const close = () => {
    sleep.close();
    stdin.off('keypress', watchPaste);
    reader.close();
  };
  signal.addEventListener('abort', close, { once: true });
  return {
    read(prompt, givenUp) {
      if (hasEnded) return Promise.resolve({ type: 'ended' });
      if (givenUp?.aborted) return Promise.resolve({ type: 'given up' });
      return new Promise((resolve) => {
        const own = { prompt, resolve };
        waiter = own;
        show(joiner.isOpen ? goesOnPrompt : prompt);
        const giveUp = () => {
          if (waiter !== own) return;
          stderr.write('\n');
          give({ type: 'given up' });
        };
        givenUp?.addEventListener('abort', giveUp, { once: true });
      });
    },
    get typed() {
      return reader.line;
    },
    get hasEnded() {
      return hasEnded;
    },
    close,
  };
}

/** Where the line is drawn: a terminal that shows it only while it is asked for. */
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
