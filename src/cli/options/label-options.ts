import { TroupeError } from '../../errors.ts';
import { type RunMetadata, sessionSchema } from '../../log/entries/request-labels.ts';
import { present } from '../present.ts';
import type { ValuesOf } from './parse-options.ts';

/** What a run is found by later: the options of every command that begins runs. */
export interface LabelOptions {
  readonly sessionId?: string;
  readonly metadata?: RunMetadata;
}

export const labelOptions = {
  session: { type: 'string' },
  metadata: { type: 'string', multiple: true },
} as const;

export const toLabels = (values: ValuesOf<typeof labelOptions>): LabelOptions =>
  present({ sessionId: parseSession(values.session), metadata: parseMetadata(values.metadata) });

function parseSession(text: string | undefined): string | undefined {
  const problem = text === undefined ? undefined : sessionSchema.safeParse(text).error?.issues[0]?.message;
  if (problem === undefined) return text;
  throw new TroupeError('usage', `--session cannot be used: ${problem}.`);
}

function parseMetadata(given: readonly string[] | undefined): RunMetadata | undefined {
  const pairs = given?.map((text) => {
    const cut = text.indexOf('=');
    if (cut > 0) return [text.slice(0, cut), text.slice(cut + 1)] as const;
    throw new TroupeError('usage', `--metadata is "${text}". Give a name and a value: --metadata ticket=42`);
  });
  return pairs && Object.fromEntries(pairs);
}

export const labelsHelp = `  --session S       the conversation that the run belongs to: troupe runs --session S lists its runs
  --metadata K=V    write something on the run to find it by; may be given again`;
