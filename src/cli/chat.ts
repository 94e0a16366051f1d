import { type Config, readConfig } from '../config.ts';
import { createOrchestrator } from '../orchestrator.ts';
import { ChatSession } from './chat-session.ts';
import { chooseCast } from './choose-cast.ts';
import type { ChatCommand } from './command.ts';
import { openStore } from './open-store.ts';
import { present } from './present.ts';
import { toPrintableLine } from './printable.ts';
import { checkFile } from './read-question.ts';
import type { World } from './world.ts';
import { write } from './write.ts';

/** Talks over several turns; the result is the exit code. */
export async function chat(command: ChatCommand, world: World): Promise<number> {
  const config = readConfig(world.env, command);
  command.files.forEach(checkFile);
  const cast = await chooseCast(config, command.files, command.price);
  const store = config.store === undefined ? undefined : await openStore(config.store);
  try {
    const { limits, concurrency, review } = command;
    const settings = present({ limits, concurrency, leaseMs: config.leaseMs, reviewPlan: review, store });
    const session = new ChatSession(createOrchestrator({ ...cast, ...settings }), { command, config, world });
    await write(world.stderr, greeting(config, session.isTerminal));
    return await session.converse();
  } finally {
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
