import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock, Tool } from 'troupe';
import { type McpOptions, type McpTools, mcpTools } from 'troupe/mcp';
import { expect, onTestFinished } from 'vitest';

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const published = (name: string) => path(`../../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);

export type Published = 'filesystem' | 'memory' | 'everything';

/** How a published server is started over stdio. */
export const program = (name: Published, ...args: string[]) => ({
  command: process.execPath,
  args: [published(name), ...args],
});

/** How the server that misbehaves is started. */
export const oddProgram = (manner: string, ...args: string[]) => ({
  command: process.execPath,
  args: [path('odd-server.ts'), manner, ...args],
});

/** The same program, which writes the number of its process into a file first. */
export function withPid({ command, args }: { command: string; args: string[] }) {
  const file = join(temporaryFolder(), 'pid');
  const pid = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
  return { program: { command: 'sh', args: ['-c', 'echo $$ > "$0"; exec "$@"', file, command, ...args] }, pid };
}

/** Connects for the length of a test. */
export async function connect(options: McpOptions): Promise<McpTools> {
  const tools = await mcpTools(options);
  onTestFinished(() => tools.close());
  return tools;
}

/** Calls a tool as a run does. */
export function use({ tools }: McpTools, name: string, input: unknown = {}, signal = new AbortController().signal) {
  return toolNamed(tools, name).run(input, { signal, key: 'a-key', context: {} });
}

export function toolNamed(tools: readonly Tool[], name: string): Tool {
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw new Error(`There is no tool ${name}: ${tools.map((each) => each.name).join(', ')}`);
  return tool;
}

/** Whether a process runs; one that has ended and was not noticed by its parent does not. */
export function isAlive(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/^\d+ \(.*\) [ZX]/.test(readFileSync(stat, 'utf8'));
}

export const untilEnded = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false);

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number }; // it listens at a port
  server.close();
  return port;
}

/** The published server at an address of this machine. */
export async function everythingOverHttp(port?: number) {
  const chosen = port ?? (await freePort());
  const child = spawn(process.execPath, [published('everything'), 'streamableHttp'], {
    env: { PATH: process.env.PATH, PORT: String(chosen) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let posts = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    posts += chunk.toString().split('MCP POST request').length - 1;
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise<void>((resolve) => {
    child.stderr.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('listening')) resolve();
    });
  });
  const kill = async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  return { url: `http://127.0.0.1:${chosen}/mcp`, port: chosen, kill, posts: () => posts };
}

/** A clock on which waits of some lengths end at once, and others never. It remembers which were asked for. */
export function passing(passes: (ms: number) => boolean) {
  const asked: number[] = [];
  const clock: Clock = {
    now: () => 0,
    after(ms, callback) {
      asked.push(ms);
      const timer = passes(ms) ? setImmediate(callback) : undefined;
      return () => clearImmediate(timer);
    },
  };
  return { clock, asked };
}
