import { spawn } from 'node:child_process';
import { agentAccount } from '../agents/running/agent-account.ts';
import type { Inspector, InspectorOptions } from '../inspect/server/start-inspector.ts';
import { hostPlayer } from '../orchestrator/open-player.ts';
import { buildPage } from './build-page.ts';
import type { Config } from './config.ts';
import { toPrintableLine } from './terminal/printable.ts';
import type { World } from './world.ts';

/** Starts the inspector. */
export async function openInspector(options: InspectorOptions, { stderr }: World): Promise<Inspector> {
  await buildPage((line) => stderr.write(`${toPrintableLine(line)}\n`));
  const { startInspector } = await import('../inspect/server/start-inspector.ts');
  return startInspector({ host: hostPlayer, accountOf: agentAccount }, options);
}

/** Prints where a page is, and opens it on a desktop. */
export function showPage(url: string, { hasDesktop }: Config, { stderr }: World): void {
  stderr.write(`${toPrintableLine(`Inspector: ${url}`)}\n`);
  if (!stderr.isTTY || !hasDesktop) return;
  spawn('xdg-open', [url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

/** Keeps the page open until the process is asked to stop. */
export async function stay(inspector: Inspector, { stderr, signal }: World): Promise<void> {
  if (!signal.aborted) {
    stderr.write('The inspector stays open until Ctrl-C.\n');
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  }
  await inspector.close();
}
