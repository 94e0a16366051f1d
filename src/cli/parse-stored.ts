import { executionStatuses } from '../domain/status.ts';
import { TroupeError } from '../errors.ts';
import { nearestName } from '../text/nearest-name.ts';
import type { Command } from './command.ts';
import { helpOption, oneRun, parseCount, parseOptions, parsePort, storeOption } from './parse-options.ts';
import { present } from './present.ts';

const runsOptions = {
  status: { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean' },
  ...storeOption,
  ...helpOption,
} as const;

export function parseRuns(args: readonly string[]): Command {
  const { values, positionals } = parseOptions(args, runsOptions, 'runs');
  if (values.help) return { name: 'help', about: 'runs' };
  const { store, status, limit } = values;
  if (positionals.length > 0) {
    throw new TroupeError('usage', `runs lists all runs. One of them is shown by: troupe show ${positionals[0]}`);
  }
  if (status !== undefined && !executionStatuses.some((known) => known === status)) {
    const near = nearestName(status, executionStatuses);
    const hint = near ? ` Did you mean "${near}"?` : '';
    throw new TroupeError('usage', `There is no status "${status}".${hint} They are: ${executionStatuses.join(', ')}.`);
  }
  return {
    name: 'runs',
    ...present({ store, status, limit: parseCount('limit', limit), json: values.json ? (true as const) : undefined }),
  };
}

const showOptions = { json: { type: 'boolean' }, ...storeOption, ...helpOption } as const;

export function parseShow(args: readonly string[]): Command {
  const { values, positionals } = parseOptions(args, showOptions, 'show');
  if (values.help) return { name: 'help', about: 'show' };
  const json = values.json ? (true as const) : undefined;
  return { name: 'show', run: oneRun(positionals, 'show'), ...present({ store: values.store, json }) };
}

export function parseLog(args: readonly string[]): Command {
  const { values, positionals } = parseOptions(args, { ...storeOption, ...helpOption }, 'log');
  if (values.help) return { name: 'help', about: 'log' };
  return { name: 'log', run: oneRun(positionals, 'log'), ...present({ store: values.store }) };
}

const inspectOptions = {
  file: { type: 'string', multiple: true },
  model: { type: 'string' },
  port: { type: 'string' },
  ...storeOption,
  ...helpOption,
} as const;

export function parseInspect(args: readonly string[]): Command {
  const { values, positionals } = parseOptions(args, inspectOptions, 'inspect');
  if (values.help) return { name: 'help', about: 'inspect' };
  const [run, second] = positionals;
  if (second !== undefined) throw new TroupeError('usage', 'inspect shows one run, or the newest of a store.');
  const { store, model } = values;
  return { name: 'inspect', files: values.file ?? [], ...present({ run, store, model, port: parsePort(values.port) }) };
}

const replayOptions = {
  all: { type: 'boolean' },
  until: { type: 'string' },
  ...storeOption,
  ...helpOption,
} as const;

export function parseReplay(args: readonly string[]): Command {
  const { values, positionals } = parseOptions(args, replayOptions, 'replay');
  if (values.help) return { name: 'help', about: 'replay' };
  const { store } = values;
  if (!values.all) {
    const until = parseCount('until', values.until);
    return { name: 'replay', run: oneRun(positionals, 'replay'), ...present({ store, until }) };
  }
  if (values.until !== undefined) throw new TroupeError('usage', '--until is for one run, --all for every run.');
  const [folder, second] = positionals;
  if (second !== undefined || (folder !== undefined && store !== undefined)) {
    throw new TroupeError('usage', 'replay --all takes a store or one folder of .jsonl files.');
  }
  return { name: 'replay', all: true, ...present({ store, folder }) };
}
