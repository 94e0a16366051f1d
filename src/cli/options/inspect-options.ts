import { TroupeError } from '../../errors.ts';
import { present } from '../present.ts';
import { parsePort, toSwitch } from './option-values.ts';
import type { ValuesOf } from './parse-options.ts';

/** How the inspector is opened beside the work. */
export interface InspectOptions {
  readonly port?: number;
  /** Runs wait before their first event. */
  readonly hold?: true;
}

export const inspectOptions = {
  inspect: { type: 'boolean' },
  hold: { type: 'boolean' },
  port: { type: 'string' },
} as const;

export function toInspect(values: ValuesOf<typeof inspectOptions>): { readonly inspect?: InspectOptions } {
  if (!values.inspect && (values.hold || values.port !== undefined)) {
    throw new TroupeError('usage', `--${values.hold ? 'hold' : 'port'} needs --inspect. Give both.`);
  }
  return present({
    inspect: values.inspect ? present({ hold: toSwitch(values.hold), port: parsePort(values.port) }) : undefined,
  });
}

export const inspectHelp = `  --inspect         show the work live on the inspector page, from its first event; the page stays until Ctrl-C
  --hold            with --inspect: wait before the first event, to be stepped through
  --port N          with --inspect: the port of the page (default: a free one)`;
