import type { Message } from '../../domain/message.ts';
import { TroupeError } from '../../errors.ts';
import { createOrchestrator } from '../../orchestrator/orchestrator.ts';
import { memoryStore } from '../../stores/memory-store.ts';
import { askAgents } from '../agents/ask-agents.ts';
import { chooseCast } from '../choose-cast.ts';
import type { Command } from '../command.ts';
import { readConfig } from '../config.ts';
import { noteFiles } from '../files/note-files.ts';
import { openFiles, refusePipedQuestion } from '../files/piped-file.ts';
import { hostRun } from '../following/host-run.ts';
import { cancelledCode } from '../interruption.ts';
import { openInspector, showPage, stay } from '../open-inspector.ts';
import { openServers } from '../open-servers.ts';
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
import { imageHelp, imageOption, readImage } from '../options/image-option.ts';
import { type InspectOptions, inspectHelp, inspectOptions, toInspect } from '../options/inspect-options.ts';
import { type LabelOptions, labelOptions, labelsHelp, toLabels } from '../options/label-options.ts';
import { toSwitch } from '../options/option-values.ts';
import { parseOptions } from '../options/parse-options.ts';
import { openMemory } from '../options/user-option.ts';
import {
  codesHelp,
  environmentHelp,
  keysHelp,
  toWork,
  type WorkOptions,
  workHelp,
  workOptions,
} from '../options/work-options.ts';
import { present } from '../present.ts';
import { readQuestion } from '../read-question.ts';
import { report } from '../report.ts';
import { toPrintableJson, toPrintableLine } from '../terminal/printable.ts';
import { write } from '../terminal/write.ts';
import type { World } from '../world.ts';

interface AskOptions extends WorkOptions, BoundOptions, LabelOptions, AgentsOption {
  /** Absent: it comes from standard input, or is the demo's. */
  readonly question?: string;
  /** Only the worst case is printed. */
  readonly quote?: true;
  /** Files with images that go along with the question. */
  readonly images?: readonly string[];
  /** The inspector shows the run from its first entry on. */
  readonly inspect?: InspectOptions;
}

const options = {
  ...workOptions,
  ...boundOptions,
  ...labelOptions,
  ...inspectOptions,
  ...imageOption,
  ...agentsOption,
  quote: { type: 'boolean' },
} as const;

/** Answers a question. */
export const ask: Command<AskOptions> = {
  name: 'ask',
  summary: ['ask "question"', 'work on a question and print the answer'],
  options,
  help: `Usage: troupe ask "question" [options]

Works on the question and prints the answer. The answer goes to stdout, progress to stderr.
The question may come from standard input: echo "…" | troupe ask, or troupe ask - < question.txt
A file may come from there instead: cat sales.csv | troupe ask "…" --file -
Without a question it asks one about a table that comes with the package.

${workHelp}
${imageHelp}
${agentsHelp}
${reviewHelp}
  --quote           print the most that the run can use as JSON, and call no model
${limitsHelp}
${labelsHelp}
${inspectHelp}

${environmentHelp}

Without OPENAI_API_KEY, OPENAI_BASE_URL and TROUPE_PRESET the offline rules work on the question. They are no language model.

${keysHelp}

${codesHelp}
`,
  parse(args) {
    const { values, positionals } = parseOptions(withReviewOfAll(args), options, 'ask');
    const question = positionals.join(' ');
    if (positionals.length > 0 && question.trim() === '') {
      throw new TroupeError('usage', 'The question is empty. Write it after "ask", in quotes.');
    }
    return {
      ...toWork(values),
      ...toBounds(values),
      ...toLabels(values),
      ...toInspect(values),
      ...toAgents(values),
      ...present({
        question: positionals.length > 0 ? question : undefined,
        images: values.image,
        quote: toSwitch(values.quote),
      }),
    };
  },
  run: runAsk,
};

async function runAsk(command: AskOptions, world: World): Promise<number> {
  const { stderr, signal } = world;
  const config = readConfig(world.env, command);
  const note = (line: string) => stderr.write(`${toPrintableLine(line)}\n`);
  if (command.question === undefined || command.question === '-') refusePipedQuestion(command.files);
  using given = await openFiles(command.files, world);
  const question = await readQuestion({ ...command, files: given.files }, { ...world, note });
  noteFiles(question.files, note, given.piped);
  const parts = (command.images ?? []).map(readImage);
  const messages: Message[] = [{ role: 'user', content: question.text, ...(parts.length > 0 ? { parts } : {}) }];
  if (command.agents !== undefined) return askAgents(command, command.agents, messages, world);
  const cast = await chooseCast(config, question.files, command.price);
  await using servers = await openServers(command, config, world);
  await using remembering = await openMemory(config, command);
  const { allow, mcp, user } = command;
  const settings = {
    ...cast,
    specialists: [...cast.specialists, ...servers.specialists],
    ...boundSettings(command),
    ...present({ leaseMs: config.leaseMs, allow }),
    ...present({ memory: remembering.memory }),
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
    if (question.isDemo) note(`No question was given. Asking this one: ${question.text}`);
    if (!config.endpoint) note('Offline rules, no language model. Set OPENAI_API_KEY or OPENAI_BASE_URL to use one.');
    if (signal.aborted) return cancelledCode;
    const run = troupe.start(messages, { sessionId: command.sessionId, metadata: command.metadata });
    if (inspector) showPage(inspector.urlOf(run.id), config, world);
    if (stderr.isTTY && config.isRepaintable && (question.isDemo || !config.endpoint)) stderr.write('\n');
    const files = question.isDemo ? [] : command.files;
    const whereabouts = { store: config.store, files, ...present({ mcp, allow, user }) };
    const code = await report(hostRun(run), { config, output: command.output, ...whereabouts }, world);
    if (inspector) await stay(inspector, world);
    return code;
  } finally {
    await inspector?.close();
    await store?.close();
  }
}
