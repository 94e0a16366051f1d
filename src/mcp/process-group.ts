import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import type { McpProcess } from './mcp-options.ts';

/** A program with its three pipes. */
export type Piped = ChildProcessByStdio<Writable, Readable, Readable>;

/** Windows has no groups of processes: there only the program itself is ended. */
const hasGroups = process.platform !== 'win32';

/** The programs that run now. The one state of this module: whatever ends this process, none of them outlives it. */
const running = new Set<ChildProcess>();

/** Starts a program as the head of a group, so that what it starts itself (as npx does) can be ended with it. */
export function startGroup({ command, args = [], env = {}, cwd }: McpProcess): Piped {
  const child = spawn(command, [...args], {
    env: { ...getDefaultEnvironment(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    shell: false,
    detached: hasGroups,
    windowsHide: true,
    ...(cwd === undefined ? {} : { cwd }),
  });
  if (running.size === 0) process.on('exit', endAll);
  running.add(child);
  // What the program leaves behind when it ends has lost its master.
  child.once('exit', () => {
    signalGroup(child, 'SIGKILL');
    forget(child);
  });
  child.on('error', () => forget(child));
  return child;
}

/** Sends a signal to a program and all that it has started. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (hasGroups) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // Nobody of the group is there any more.
  }
}

function forget(child: ChildProcess): void {
  running.delete(child);
  if (running.size === 0) process.off('exit', endAll);
}

function endAll(): void {
  for (const child of running) signalGroup(child, 'SIGKILL');
}
