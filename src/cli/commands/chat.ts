import { basename } from 'node:path';
import { TroupeError } from '../../errors.ts';
import type { Inspector } from '../../inspect/server/start-inspector.ts';
import type { Memory } from '../../memory/memory.ts';
import { createOrchestrator } from '../../orchestrator/orchestrator.ts';
import { memoryStore } from '../../stores/memory-store.ts';
import type { Store } from '../../stores/store.ts';
import { startOptions } from '../agents/ask-agents.ts';
import { chooseAgent } from '../agents/choose-agent.ts';
import { followedAgent } from '../agents/followed-agent.ts';
import { openAgents } from '../agents/open-agents.ts';
import { slashHelp } from '../chat/chat-commands.ts';
import { ChatSession, type Partner } from '../chat/chat-session.ts';
import { chooseCast } from '../choose-cast.ts';
import type { Command } from '../command.ts';
import { type Config, readConfig } from '../config.ts';
import { noteFiles } from '../files/note-files.ts';
import { refusePiped } from '../files/piped-file.ts';
import { hostRun } from '../following/host-run.ts';
import { openInspector, showPage } from '../open-inspector.ts';
import { openServers, type Servers } from '../open-servers.ts';
import { openStore } from '../open-store.ts';
import { type AgentsOption, agentsHelp, agentsOption, toAgents } from '../options/agents-option.ts';
import {
  type BoundOptions,
  boundOptions,
  boundSettings,
  limitsHelp,
  reviewHelp,
  toBounds,
  withReviewOfAll,
} from '../options/bound-options.ts';
import { findFiles } from '../options/find-files.ts';
import { type InspectOptions, inspectHelp, inspectOptions, toInspect } from '../options/inspect-options.ts';
import { type LabelOptions, labelOptions, labelsHelp, toLabels } from '../options/label-options.ts';
import { parseOptions } from '../options/parse-options.ts';
import { openMemory } from '../options/user-option.ts';
import {
  environmentHelp,
  fileHelp,
  modelHelp,
  toWork,
  type WorkOptions,
  workOptions,
} from '../options/work-options.ts';
import { present } from '../present.ts';
import { toPrintableLine } from '../terminal/printable.ts';
import { write } from '../terminal/write.ts';
import type { World } from '../world.ts';

interface ChatOptions extends WorkOptions, BoundOptions, LabelOptions, AgentsOption {
  /** The inspector shows each turn from its first entry on. */
  readonly inspect?: InspectOptions;
}

const { events: _events, ...quietOptions } = workOptions;
const options = { ...quietOptions, ...boundOptions, ...labelOptions, ...inspectOptions, ...agentsOption } as const;

/** Holds a conversation. */
export const chat: Command<ChatOptions> = {
  name: 'chat',
  summary: ['chat', 'talk over several turns'],
  options,
  help: `Usage: troupe chat [options]

Talks over several turns: each message is worked on with everything that was said before. Answers go to stdout as they
arrive, progress goes to stderr. From a pipe each line is a message; the line after a question answers it.

${fileHelp}
  --json            print the result of each turn as one JSON document a line
  --store F         keep each turn as a run in the SQLite file F
${modelHelp}
${agentsHelp}
${reviewHelp}
${limitsHelp}
${labelsHelp}
${inspectHelp}

The limits apply to each turn. All turns have one session id, --session S or a new one; /new begins another session.

At the prompt:

${slashHelp}

A line that ends with \\ continues in the next one. What you write while a turn is at work is added to it;
once its answer has begun, it becomes the next message.
Ctrl-C cancels the turn at work, and its message is not kept; at the prompt it drops the line, and twice on an empty line it leaves.

${environmentHelp}

Exit codes: 0 left, 1 the last turn of a pipe failed, 2 bad usage, 3 left while a turn waited for a person, 130 left by Ctrl-C or a signal
`,
  parse(args) {
    const { values, positionals } = parseOptions(withReviewOfAll(args), options, 'chat');
    if (positionals.length > 0) {
      throw new TroupeError('usage', 'chat takes no question. Write it at the prompt, or use: troupe ask "…"');
    }
    return {
      ...toWork(values),
      ...toBounds(values),
      ...toLabels(values),
      ...toInspect(values),
      ...toAgents(values),
    };
  },
  run: runChat,
};

async function runChat(command: ChatOptions, world: World): Promise<number> {
  const config = readConfig(world.env, command);
  refusePiped(command.files, 'chat');
  findFiles(command.files);
  noteFiles(command.files, (line) => world.stderr.write(`${toPrintableLine(line)}\n`));
  await using servers = await openServers(command, config, world);
  await using remembering = await openMemory(config, command);
  const kept = config.store === undefined ? undefined : await openStore(config.store);
  const inspector = command.inspect && (await openInspector(command.inspect, world));
  // Forks need a place to come from.
  const store = kept ?? (inspector ? memoryStore() : undefined);
  try {
    const { sessionId = crypto.randomUUID() } = command;
    const places = present({ store, inspect: inspector, memory: remembering.memory });
    const { partner, who } =
      command.agents === undefined
        ? await chatWithHost(command, config, { ...places, servers })
        : await chatWithAgent(command, command.agents, config, places);
    const session = new ChatSession(partner, { command, config, world, sessionId });
    if (inspector) showPage(inspector.url, config, world);
    await write(world.stderr, greeting(who, { command, config, isTerminal: session.isTerminal, sessionId }));
    return await session.converse();
  } finally {
    await inspector?.close();
    await store?.close();
  }
}

/** Who is talked to, and what they are called. */
interface Named {
  readonly who: string;
  readonly partner: Partner;
}

/** Where turns are kept and shown. */
interface Places {
  readonly store?: Store;
  readonly inspect?: Inspector;
  readonly memory?: Memory;
}

async function chatWithHost(
  command: ChatOptions,
  config: Config,
  { servers, ...places }: Places & { readonly servers: Servers },
): Promise<Named> {
  const settings = { ...boundSettings(command), ...present({ leaseMs: config.leaseMs, allow: command.allow }) };
  const orchestratorFor = async (files: readonly string[]) => {
    const cast = await chooseCast(config, files, command.price);
    const specialists = [...cast.specialists, ...servers.specialists];
    return { files, troupe: createOrchestrator({ ...cast, specialists, ...settings, ...places }) };
  };
  let now = await orchestratorFor(command.files);
  return {
    who: config.endpoint
      ? `Model: ${config.endpoint.model}.`
      : 'Offline rules, no language model. Set OPENAI_API_KEY or OPENAI_BASE_URL to use one.',
    async partner(files) {
      if (files !== now.files) now = await orchestratorFor(files);
      return (messages, labels) => hostRun(now.troupe.start(messages, labels));
    },
  };
}

async function chatWithAgent(command: ChatOptions, file: string, config: Config, places: Places): Promise<Named> {
  const { agent, agents } = await chooseAgent(file, command.agent);
  const runner = openAgents(agents, command, config, places);
  return {
    who: `Agent: ${agent.name}.`,
    partner: () => (messages, labels) =>
      followedAgent(runner.run(agent, messages, { ...startOptions(command), ...labels })),
  };
}

interface Greeted {
  readonly command: ChatOptions;
  readonly config: Config;
  readonly isTerminal: boolean;
  readonly sessionId: string;
}

function greeting(who: string, { command, config, isTerminal, sessionId }: Greeted): string {
  const { store, endpoint } = config;
  const isOffline = endpoint === undefined && command.agents === undefined;
  const lines = [
    who,
    ...(isTerminal && isOffline ? offlineLines(command.files) : []),
    ...(store === undefined ? [] : [`Each turn is kept as a run in ${store}, session ${sessionId}.`]),
    ...(isTerminal ? ['Ctrl-C cancels a turn, Ctrl-D or /exit leaves, /help lists the commands.'] : []),
  ];
  return lines.map((line) => `${toPrintableLine(line)}\n`).join('');
}

/** What can be asked without a model. */
function offlineLines(files: readonly string[]): string[] {
  if (files.length > 0) {
    return [
      `Ask about ${files.map((file) => basename(file)).join(', ')}: totals, averages, groups, rankings, change over time, passages.`,
    ];
  }
  return [
    'Without a file they only compute: what is 12% of 250?',
    'Add a table or a text (.csv, .tsv, .json, .md, .txt) with /file F, or one to try with /file demo.',
    'Then ask for totals, averages, groups, rankings, change over time or passages: revenue by region',
  ];
}
