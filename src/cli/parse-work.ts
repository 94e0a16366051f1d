import { TroupeError } from '../errors.ts';
import type { BoundOptions, Command, ForkCommand, Reply, WorkOptions } from './command.ts';
import type { CommandName } from './commands/help.ts';
import {
  helpOption,
  oneRun,
  outputOf,
  parseAmount,
  parseCount,
  parseOptions,
  parsePort,
  parsePrice,
  parseReview,
  storeOption,
} from './parse-options.ts';
import { present } from './present.ts';

const workOptions = {
  file: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  events: { type: 'boolean' },
  model: { type: 'string' },
  price: { type: 'string' },
  ...storeOption,
  ...helpOption,
} as const;

interface WorkValues {
  readonly file?: string[] | undefined;
  readonly json?: boolean | undefined;
  readonly events?: boolean | undefined;
  readonly model?: string | undefined;
  readonly price?: string | undefined;
  readonly store?: string | undefined;
}

const workOf = (values: WorkValues): WorkOptions => ({
  files: values.file ?? [],
  output: outputOf(values),
  ...present({ store: values.store, model: values.model, price: parsePrice(values.price) }),
});

const boundOptions = {
  'max-rounds': { type: 'string' },
  'max-calls': { type: 'string' },
  'max-tokens': { type: 'string' },
  'max-cost': { type: 'string' },
  'max-time': { type: 'string' },
  concurrency: { type: 'string' },
  review: { type: 'string' },
} as const;

interface BoundValues {
  readonly 'max-rounds'?: string | undefined;
  readonly 'max-calls'?: string | undefined;
  readonly 'max-tokens'?: string | undefined;
  readonly 'max-cost'?: string | undefined;
  readonly 'max-time'?: string | undefined;
  readonly concurrency?: string | undefined;
  readonly review?: string | undefined;
}

function boundsOf(values: BoundValues & Pick<WorkValues, 'price'>): BoundOptions {
  if (values['max-cost'] !== undefined && values.price === undefined) {
    throw new TroupeError(
      'usage',
      '--max-cost needs the price of the model, in US dollars for a million tokens in and out: --price 0.25,2',
    );
  }
  const seconds = parseAmount('max-time', values['max-time']);
  const limits = present({
    rounds: parseCount('max-rounds', values['max-rounds']),
    modelCalls: parseCount('max-calls', values['max-calls']),
    tokens: parseCount('max-tokens', values['max-tokens']),
    costUsd: parseAmount('max-cost', values['max-cost']),
    wallMs: seconds === undefined ? undefined : Math.max(1, Math.round(seconds * 1000)),
  });
  return present({
    limits: Object.keys(limits).length > 0 ? limits : undefined,
    concurrency: parseCount('concurrency', values.concurrency),
    review: parseReview(values.review),
  });
}

/** `--review` alone is a review of all plans: the word after it is not its value. */
function withReview(args: readonly string[]): string[] {
  const words = args.indexOf('--');
  const isOption = (place: number) => words < 0 || place < words;
  return args.map((arg, place) => (arg === '--review' && isOption(place) ? '--review=all' : arg));
}

const inspectOptions = {
  inspect: { type: 'boolean' },
  hold: { type: 'boolean' },
  port: { type: 'string' },
} as const;

function inspectOf(values: { inspect?: boolean | undefined; hold?: boolean | undefined; port?: string | undefined }) {
  if (!values.inspect && (values.hold || values.port !== undefined)) {
    throw new TroupeError('usage', `--${values.hold ? 'hold' : 'port'} is for --inspect: give both.`);
  }
  const hold = values.hold ? (true as const) : undefined;
  return present({ inspect: values.inspect ? present({ hold, port: parsePort(values.port) }) : undefined });
}

const askOptions = { ...workOptions, ...boundOptions, ...inspectOptions, quote: { type: 'boolean' } } as const;

export function parseAsk(args: readonly string[]): Command {
  const { values, positionals } = parseOptions(withReview(args), askOptions, 'ask');
  if (values.help) return { name: 'help', about: 'ask' };
  const question = positionals.join(' ');
  if (positionals.length > 0 && question.trim() === '') {
    throw new TroupeError('usage', 'The question is empty. Write it after "ask", in quotes.');
  }
  return {
    name: 'ask',
    ...workOf(values),
    ...boundsOf(values),
    ...inspectOf(values),
    ...present({
      question: positionals.length > 0 ? question : undefined,
      quote: values.quote ? (true as const) : undefined,
    }),
  };
}

const { events: _events, ...quietOptions } = workOptions;
const chatOptions = { ...quietOptions, ...boundOptions, ...inspectOptions } as const;

export function parseChat(args: readonly string[]): Command {
  const { values, positionals } = parseOptions(withReview(args), chatOptions, 'chat');
  if (values.help) return { name: 'help', about: 'chat' };
  if (positionals.length > 0) {
    throw new TroupeError('usage', 'chat takes no question: write it at its prompt, or use: troupe ask "…"');
  }
  return { name: 'chat', ...workOf(values), ...boundsOf(values), ...inspectOf(values) };
}

const resumeOptions = {
  ...workOptions,
  answer: { type: 'string' },
  approve: { type: 'boolean' },
  revise: { type: 'string' },
} as const;

export function parseResume(args: readonly string[]): Command {
  const { values, positionals } = parseOptions(args, resumeOptions, 'resume');
  if (values.help) return { name: 'help', about: 'resume' };
  const replies: Reply[] = [
    ...(values.answer === undefined ? [] : [{ kind: 'answer' as const, text: values.answer }]),
    ...(values.approve ? [{ kind: 'approve' as const }] : []),
    ...(values.revise === undefined ? [] : [{ kind: 'revise' as const, text: values.revise }]),
  ];
  if (replies.length > 1) throw new TroupeError('usage', 'Give one of --answer, --approve and --revise.');
  const run = runOf(positionals, 'resume', 'Quote an answer: --answer "two words"');
  return { name: 'resume', run, ...workOf(values), ...present({ reply: replies[0] }) };
}

const forkOptions = { ...workOptions, at: { type: 'string' }, set: { type: 'string', multiple: true } } as const;

export function parseFork(args: readonly string[]): Command {
  const { values, positionals } = parseOptions(args, forkOptions, 'fork');
  if (values.help) return { name: 'help', about: 'fork' };
  const at = parseCount('at', values.at);
  const run = runOf(positionals, 'fork', "Quote a value: --set 'options.limits.rounds=1'");
  if (at === undefined) {
    throw new TroupeError('usage', `fork needs --at N, the last entry to keep. See them with: troupe log ${run}`);
  }
  return { name: 'fork', run, at, edits: (values.set ?? []).map(parseEdit), ...workOf(values) };
}

function runOf(positionals: readonly string[], command: CommandName, hint: string): string {
  if (positionals.length > 1) throw new TroupeError('usage', `${command} takes one run at a time. ${hint}`);
  return oneRun(positionals, command);
}

function parseEdit(text: string): ForkCommand['edits'][number] {
  const cut = text.indexOf('=');
  const [path, json] = [text.slice(0, cut).trim(), text.slice(cut + 1)];
  if (cut < 1 || !/^[^.]+(\.[^.]+)*$/.test(path)) {
    throw new TroupeError('usage', `--set is "${text}". Give a path and a value: --set options.limits.rounds=1`);
  }
  try {
    return { path, value: JSON.parse(json) };
  } catch (cause) {
    throw new TroupeError('usage', `--set ${path}: ${json} is not JSON. A text stands in quotes: --set '${path}="…"'`, {
      cause,
    });
  }
}
