import { isRecord } from '../../../domain/is-record.ts';
import type { EffectKind } from '../../../log/effect-outputs.ts';
import type { Entry } from '../../../log/entry.ts';
import { RunLog } from '../../../log/run-log.ts';
import type { Model } from '../../../models/model.ts';
import type { Specialist } from '../../../specialists/specialist.ts';
import type { Performed } from '../../effect-pack.ts';
import { Ledger } from '../../ledger.ts';
import type { Cast } from '../performer.ts';
import { performerOf } from '../performers.ts';

/** An effect as a chart asked for it. */
export interface AskedEffect {
  readonly kind: string;
  readonly input: unknown;
}

/** Who is asked in the place of a model. */
export interface StandIn {
  readonly key: string;
  readonly signal: AbortSignal;
  /** For each model of the cast, and for each specialist: whether two share one makes a difference to what it is asked. */
  standsFor(model: Model): Model;
  /** A piece of the answer has arrived. */
  onPiece?(): void;
}

/**
 * Performs an effect that asks a model apart from its run: it reads the log up to there, and nothing is written. No function of a specialist is called.
 *
 * @returns nothing for an effect that asks no model.
 */
export async function performApart(
  cast: Cast,
  entries: readonly Entry[],
  { kind, input }: AskedEffect,
  { key, signal, standsFor, onPiece = nothing }: StandIn,
): Promise<Performed | undefined> {
  const name = isRecord(input) ? input.specialist : undefined;
  const isFunction = cast.specialists.some((each) => each.name === name && (each.run || each.stream));
  if (!isAsking(kind) || (kind === 'ask' && isFunction)) return undefined;
  const standIns = new Map(Object.values(cast.models).map((model) => [model, standsFor(model)]));
  const models = Object.fromEntries(
    Object.entries(cast.models).map(([purpose, model]) => [purpose, standIns.get(model)]),
  );
  const specialists = cast.specialists.map(
    (each): Specialist => ({ ...each, model: standsFor(each.model ?? cast.models.work) }),
  );
  return performerOf(kind)(input, {
    cast: { ...cast, models: models as Cast['models'], specialists }, // a model for every purpose
    log: new RunLog(entries[0]?.run ?? '', entries),
    ledger: new Ledger({ ...cast.options.limits }, { keptBack: cast.keptBack }),
    key,
    signal,
    speech: { add: nothing, end: nothing },
    maxOutputTokens: undefined,
    whileWaiting: (turn) => turn,
    onCall: nothing,
    onPiece,
    onUsed: nothing,
    progress: nothing,
  });
}

const nothing = () => {};

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
