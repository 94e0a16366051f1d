import { isRecord } from '../../domain/is-record.ts';
import { inWords, type Message } from '../../domain/message.ts';
import type { EffectKind } from '../../log/effect-outputs.ts';
import type { Entry } from '../../log/entry.ts';
import { RunLog } from '../../log/run-log.ts';
import type { Model, ModelRequest, ToolSpec } from '../../models/model.ts';
import { ModelError } from '../../models/model-error.ts';
import type { Specialist } from '../../specialists/specialist.ts';
import { Ledger } from '../ledger.ts';
import type { Cast } from './performer.ts';
import { performerOf } from './performers.ts';

/** What a model is asked, with images and files in words. */
export interface Prompt extends Pick<ModelRequest, 'toolChoice'> {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  /** The name of the shape that the answer has to have. */
  readonly schema?: string;
}

/** Computes again what an effect asks a model, from the log up to it. No model is called and no function of a specialist. */
export async function promptOf(
  cast: Cast,
  entries: readonly Entry[],
  { kind, input }: { kind: string; input: unknown },
): Promise<Prompt | undefined> {
  const name = isRecord(input) ? input.specialist : undefined;
  const isFunction = cast.specialists.some((each) => each.name === name && (each.run || each.stream));
  if (!isAsking(kind) || (kind === 'ask' && isFunction)) return undefined;
  let asked: ModelRequest | undefined;
  const silence = (): Model => ({
    name: 'nobody',
    isFree: true,
    call(request) {
      asked = request;
      return Promise.reject(new ModelError('aborted', 'Nobody is asked.'));
    },
  });
  // Whether two purposes share a model makes a difference to what it is asked.
  const silent = new Map(Object.values(cast.models).map((model) => [model, silence()]));
  const models = Object.fromEntries(
    Object.entries(cast.models).map(([purpose, model]) => [purpose, silent.get(model)]),
  );
  const specialists = cast.specialists.map((each): Specialist => ({ ...each, model: silence() }));
  const nothing = () => {};
  await performerOf(kind)(input, {
    cast: { ...cast, models: models as Cast['models'], specialists }, // a model for every purpose
    log: new RunLog(entries[0]?.run ?? '', entries),
    ledger: new Ledger({ ...cast.options.limits }, { keptBack: cast.keptBack }),
    key: 'inspection',
    signal: new AbortController().signal,
    speech: { add: nothing, end: nothing },
    maxOutputTokens: undefined,
    whileWaiting: (turn) => turn,
    onCall: nothing,
    progress: nothing,
  }).catch(nothing);
  return (
    asked && {
      messages: asked.messages.map(inWords),
      tools: asked.tools ?? [],
      ...(asked.toolChoice ? { toolChoice: asked.toolChoice } : {}),
      ...(asked.schema ? { schema: asked.schema.name } : {}),
    }
  );
}

/** Whether a model is asked by an effect of a kind. */
const asking: Readonly<Record<EffectKind, boolean>> = {
  analyze: false,
  think: true,
  answer: true,
  draft: true,
  ask: true,
  decide: true,
  useTool: false,
  reflect: true,
  finalize: true,
  structure: true,
  wait: false,
};

const isAsking = (kind: string): kind is EffectKind =>
  Object.entries(asking).some(([each, asks]) => each === kind && asks);
