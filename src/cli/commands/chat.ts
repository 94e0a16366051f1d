import { createOrchestrator } from '../../orchestrator/orchestrator.ts';
import { memoryStore } from '../../stores/memory-store.ts';
import { ChatSession } from '../chat/chat-session.ts';
import { chooseCast } from '../choose-cast.ts';
import type { ChatCommand } from '../command.ts';
import { type Config, readConfig } from '../config.ts';
import { openInspector, showPage } from '../open-inspector.ts';
import { openStore } from '../open-store.ts';
import { present } from '../present.ts';
import { checkFile } from '../read-question.ts';
import { toPrintableLine } from '../terminal/printable.ts';
import { write } from '../terminal/write.ts';
import type { World } from '../world.ts';

/** Talks over several turns; the result is the exit code. */
export async function chat(command: ChatCommand, world: World): Promise<number> {
  const config = readConfig(world.env, command);
  command.files.forEach(checkFile);
  const cast = await chooseCast(config, command.files, command.price);
  const kept = config.store === undefined ? undefined : await openStore(config.store);
  const inspector = command.inspect && (await openInspector(command.inspect, world));
  // Forks need a place to come from.
  const store = kept ?? (inspector ? memoryStore() : undefined);
  try {
    const { limits, concurrency, review } = command;
    const settings = present({
      limits,
      concurrency,
      leaseMs: config.leaseMs,
      reviewPlan: review,
      store,
      inspect: inspector,
    });
    const session = new ChatSession(createOrchestrator({ ...cast, ...settings }), { command, config, world });
    if (inspector) showPage(inspector.url, config, world);
    await write(world.stderr, greeting(config, session.isTerminal));
    return await session.converse();
  } finally {
    await inspector?.close();
    await store?.close();
  }
}

function greeting({ endpoint, store }: Config, isTerminal: boolean): string {
  const offline = 'Offline rules, no language model. Set OPENAI_API_KEY or OPENAI_BASE_URL to use one.';
  const lines = [
    endpoint ? `Model: ${endpoint.model}.` : offline,
    ...(store === undefined ? [] : [`Each turn is kept as a run in ${store}.`]),
    ...(isTerminal ? ['Ctrl-C cancels a turn, Ctrl-D or /exit leaves, /help says more.'] : []),
  ];
  return lines.map((line) => `${toPrintableLine(line)}\n`).join('');
}
