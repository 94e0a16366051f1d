import type { EffectKind } from '../../log/effect-outputs.ts';
import type { Performed } from '../effect-pack.ts';
import { analyze } from './analyze.ts';
import { answer } from './answer.ts';
import { ask } from './ask.ts';
import { decide } from './decide.ts';
import { draft } from './draft.ts';
import { finalize } from './finalize.ts';
import type { Performance, Performer } from './performer.ts';
import { reflect } from './reflect.ts';
import { structure } from './structure.ts';
import { think } from './think.ts';
import { useTool } from './use-tool.ts';
import { wait } from './wait.ts';

/** Who performs the effects, by their kind. */
const performers: { readonly [Kind in EffectKind]: Performer<Kind> } = {
  analyze,
  think,
  answer,
  draft,
  ask,
  decide,
  useTool,
  reflect,
  finalize,
  structure,
  wait,
};

/** Who performs an effect that a chart has asked for. */
export const performerOf = (kind: EffectKind) =>
  performers[kind] as (input: unknown, performance: Performance) => Promise<Performed>; // the slot of a kind takes no other input
