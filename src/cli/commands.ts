import type { Command } from './command.ts';
import { ask } from './commands/ask.ts';
import { chat } from './commands/chat.ts';
import { clean } from './commands/clean.ts';
import { completionOf } from './commands/completion.ts';
import { fork } from './commands/fork.ts';
import { graph } from './commands/graph.ts';
import { helpOn } from './commands/help.ts';
import { init } from './commands/init.ts';
import { inspect } from './commands/inspect.ts';
import { log } from './commands/log.ts';
import { memory } from './commands/memory.ts';
import { replay } from './commands/replay.ts';
import { resume } from './commands/resume.ts';
import { runs } from './commands/runs.ts';
import { show } from './commands/show.ts';
import { version } from './commands/version.ts';

/** Every command, in the groups and the order in which help lists them. */
const groups: readonly (readonly Command[])[] = [
  [ask, chat, resume, fork],
  [runs, show, log, replay, inspect, graph, clean, memory],
  [init, completionOf(() => groups), helpOn(() => groups), version],
];

export const commands = groups.flat();
