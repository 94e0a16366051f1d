import { analyze } from './analyze.ts';
import { answer } from './answer.ts';
import { ask } from './ask.ts';
import { decide } from './decide.ts';
import { draft } from './draft.ts';
import { finalize } from './finalize.ts';
import type { Performer } from './performer.ts';
import { reflect } from './reflect.ts';
import { think } from './think.ts';
import { useTool } from './use-tool.ts';
import { wait } from './wait.ts';

/** Who performs the effects, by their kind. */
export const performers: Readonly<Record<string, Performer<never>>> = {
  analyze,
  think,
  answer,
  draft,
  ask,
  decide,
  useTool,
  reflect,
  finalize,
  wait,
};
