import { spawn } from 'node:child_process';
import { agentAccount } from '../agents/running/agent-account.ts';
import type { SharedFile } from '../inspect/run-page.ts';
import { pageFolder } from '../inspect/server/page-files.ts';
import type { Inspector, InspectorOptions } from '../inspect/server/start-inspector.ts';
import type { LogObserved } from '../inspect/sessions/played-session.ts';
import type { Entry } from '../log/entry.ts';
import { hostPlayer } from '../orchestrator/open-player.ts';
import type { Chart } from '../run/define-chart.ts';
import { buildPage } from './build-page.ts';
import type { Config } from './config.ts';
import { toPrintableLine } from './terminal/printable.ts';
import type { World } from './world.ts';

const known = { host: hostPlayer, accountOf: agentAccount };

/** Starts the inspector; `observe` says what the logs of its store can be asked. */
export async function openInspector(
  options: InspectorOptions,
  { stderr }: World,
  observe: (log: readonly Entry[]) => LogObserved = () => ({}),
): Promise<Inspector> {
  await buildPage((line) => stderr.write(`${toPrintableLine(line)}\n`));
  const { startInspector } = await import('../inspect/server/start-inspector.ts');
  return startInspector({ ...known, observe }, options);
}

/** A stored log as one HTML file. */
export async function toHtml(
  log: readonly Entry[],
  { charts, by, world: { stderr } }: { charts: readonly Chart[]; by: LogObserved; world: World },
): Promise<SharedFile> {
  await buildPage((line) => stderr.write(`${toPrintableLine(line)}\n`));
  const { openLog } = await import('../inspect/server/show-in.ts');
  const { shareHtml } = await import('../inspect/share/share-html.ts');
  const { session, played } = openLog(log, { ...known, charts }, by);
  await played;
  return shareHtml(session, pageFolder());
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
