import { TroupeError } from '../errors.ts';
import type { Command } from './command.ts';
import { helpOption, parseOptions, storeOption } from './parse-options.ts';
import { present } from './present.ts';

const options = {
  mermaid: { type: 'boolean' },
  svg: { type: 'boolean' },
  dark: { type: 'boolean' },
  plan: { type: 'string' },
  ...storeOption,
  ...helpOption,
} as const;

export function parseGraph(args: readonly string[]): Command {
  const { values, positionals } = parseOptions(args, options, 'graph');
  if (values.help) return { name: 'help', about: 'graph' };
  const [chart, second] = positionals;
  if (values.svg && values.mermaid) {
    throw new TroupeError('usage', '--svg and --mermaid both print to stdout. Give one of them.');
  }
  if (values.dark && !values.svg) {
    throw new TroupeError('usage', '--dark goes with --svg: troupe graph host --svg --dark');
  }
  if (values.plan !== undefined) {
    if (values.svg) throw new TroupeError('usage', 'A plan is drawn as Mermaid text: --svg goes with a chart.');
    if (chart !== undefined) throw new TroupeError('usage', 'graph draws a chart or a plan, not both.');
    return { name: 'plan', run: values.plan, ...present({ store: values.store }) };
  }
  if (values.store !== undefined) {
    throw new TroupeError('usage', '--store goes with --plan: troupe graph --plan RUN --store F');
  }
  if (second !== undefined) {
    throw new TroupeError('usage', 'graph draws one chart at a time. Name one, or none for all.');
  }
  const theme = values.dark ? 'dark' : 'light';
  return { name: 'graph', ...present({ chart }), ...(values.svg ? { svg: theme } : {}) };
}
