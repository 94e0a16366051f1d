import { createOrchestrator } from '../../orchestrator/orchestrator.ts';
import { memoryStore } from '../../stores/memory-store.ts';
import { chooseCast } from '../choose-cast.ts';
import type { AskCommand } from '../command.ts';
import { readConfig } from '../config.ts';
import { driveRun } from '../drive-run.ts';
import { cancelledCode } from '../interruption.ts';
import { openInspector, showPage, stay } from '../open-inspector.ts';
import { openStore } from '../open-store.ts';
import { present } from '../present.ts';
import { readQuestion } from '../read-question.ts';
import { toPrintableJson, toPrintableLine } from '../terminal/printable.ts';
import { write } from '../terminal/write.ts';
import type { World } from '../world.ts';

/** Works on a question; the result is the exit code. */
export async function ask(command: AskCommand, world: World): Promise<number> {
  const { stderr, signal } = world;
  const config = readConfig(world.env, command);
  const say = (line: string) => stderr.write(`${toPrintableLine(line)}\n`);
  const question = await readQuestion(command, { ...world, say });
  const messages = [{ role: 'user' as const, content: question.text }];
  const cast = await chooseCast(config, question.files, command.price);
  const { limits, concurrency } = command;
  const settings = {
    ...cast,
    ...present({ limits, concurrency, leaseMs: config.leaseMs, reviewPlan: command.review }),
  };
  if (command.quote) {
    await write(world.stdout, `${toPrintableJson(createOrchestrator(settings).quote(messages))}\n`);
    return 0;
  }
  const store = config.store === undefined ? undefined : await openStore(config.store);
  const inspector = command.inspect && (await openInspector(command.inspect, world));
  try {
    // Forks need a place to come from.
    const kept = store ?? (inspector ? memoryStore() : undefined);
    const troupe = createOrchestrator({ ...settings, ...present({ store: kept, inspect: inspector }) });
    if (question.isDemo) say(`No question was given, so this one is asked: ${question.text}`);
    if (!config.endpoint) say('Offline rules, no language model. Set OPENAI_API_KEY or OPENAI_BASE_URL to use one.');
    if (signal.aborted) return cancelledCode;
    const run = troupe.start(messages);
    if (inspector) showPage(inspector.urlOf(run.id), config, world);
    if (stderr.isTTY && config.isRepaintable && (question.isDemo || !config.endpoint)) stderr.write('\n');
    const files = question.isDemo ? [] : question.files;
    const code = await driveRun(run, { config, output: command.output, after: 0, store: config.store, files }, world);
    if (inspector) await stay(inspector, world);
    return code;
  } finally {
    await inspector?.close();
    await store?.close();
  }
}
