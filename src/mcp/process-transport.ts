import { type JSONRPCMessage, ReadBuffer, serializeMessage } from '@modelcontextprotocol/client';
import type { Clock } from '../actors/clock.ts';
import { TroupeError } from '../errors.ts';
import type { McpProcess } from './mcp-options.ts';
import { type Piped, signalGroup, startGroup } from './process-group.ts';
import type { ServerTransport } from './server-transport.ts';

/** How long a server has to end by itself, and again after SIGTERM. */
const graceMs = 2_000;
/** How much of what a server writes beside the protocol is kept. */
const keptLength = 2_000;

/**
 * A server as a process that speaks over its pipes. The one of the SDK does not tell how a process ended, and ends only the process itself.
 */
export class ProcessTransport implements ServerTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
  ending: string | undefined;
  readonly #server: McpProcess;
  readonly #clock: Clock;
  readonly #buffer = new ReadBuffer();
  #child: Piped | undefined;
  #exited: Promise<void> = Promise.resolve();
  #closed: Promise<void> = Promise.resolve();
  #closing: Promise<void> | undefined;
  #stderr = '';
  #start = '';

  constructor(server: McpProcess, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
  }

  get lastWords(): string {
    const lines = this.#stderr.split('\n').map((line) => line.trim());
    const said = lines.filter((line) => line !== '').slice(-5);
    // A message begins with a brace: this server speaks, but not the protocol.
    const garbage = this.#start.trimStart();
    const stray = garbage === '' || garbage.startsWith('{') ? [] : [`stdout: ${garbage.split('\n', 1)[0]?.trim()}`];
    return [...stray, ...said].join(' | ');
  }

  start(): Promise<void> {
    const child = startGroup(this.#server);
    this.#child = child;
    this.#exited = new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    this.#closed = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        this.ending ??= code === null ? `ended (${signal})` : `ended (exit code ${code})`;
        this.onclose?.();
        resolve();
      });
    });
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString()).slice(-keptLength);
    });
    for (const pipe of [child.stdin, child.stdout, child.stderr]) {
      // A pipe that breaks is followed by the end of the process, which is what counts.
      pipe.on('error', (error) => this.onerror?.(error));
    }
    return new Promise((resolve, reject) => {
      child.once('spawn', () => resolve());
      child.once('error', (cause) => reject(startProblem(this.#server, cause)));
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const child = this.#child;
    const problem = await new Promise<unknown>((resolve) => {
      if (!child?.stdin.writable) return resolve(new Error('It takes no messages any more.'));
      child.stdin.write(serializeMessage(message), resolve);
    });
    if (!problem) return;
    // Who cannot hear is of no use. How it ended is known when it has.
    if (child) signalGroup(child, 'SIGKILL');
    await this.#closed;
    throw problem;
  }

  /** Resolves when the process has ended: by itself when its input does, by a signal if it does not. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    child.stdin.end();
    if (!(await this.#isSoon(this.#exited))) {
      signalGroup(child, 'SIGTERM');
      if (!(await this.#isSoon(this.#exited))) signalGroup(child, 'SIGKILL');
    }
    await this.#exited;
    // What it wrote last is still in the pipes; a process outside of the group may hold them open.
    if (!(await this.#isSoon(this.#closed))) for (const pipe of [child.stdout, child.stderr]) pipe.destroy();
  }

  #isSoon(event: Promise<void>): Promise<boolean> {
    return new Promise((resolve) => {
      const stop = this.#clock.after(graceMs, () => resolve(false));
      void event.then(() => {
        stop();
        resolve(true);
      });
    });
  }

  #read(chunk: Buffer): void {
    if (this.#start.length < 200) this.#start += chunk.toString('utf8', 0, 200);
    try {
      this.#buffer.append(chunk);
    } catch {
      this.ending = 'was ended: it sent a message of more than 10 MB';
      if (this.#child) signalGroup(this.#child, 'SIGKILL');
      return;
    }
    for (;;) {
      try {
        const message = this.#buffer.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      } catch (error) {
        // JSON, but no message: the next line may be one.
        this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }
}

function startProblem({ command, cwd }: McpProcess, cause: Error): TroupeError {
  const isMissing = 'code' in cause && cause.code === 'ENOENT';
  const where = cwd === undefined ? '' : `, or no folder "${cwd}"`;
  const reason = isMissing ? `there is no program "${command}"${where}` : cause.message;
  return new TroupeError('tool', `${reason}. Check command and PATH.`, { cause });
}
