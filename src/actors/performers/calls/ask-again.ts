import { TroupeError } from '../../../errors.ts';
import type { Entry } from '../../../log/entry.ts';
import type { AskAgainOptions, AskedAgain } from '../../../models/asked-again.ts';
import type { Model } from '../../../models/model.ts';
import type { Cast } from '../performer.ts';
import { type AskedEffect, performApart } from './perform-apart.ts';

/**
 * Makes the call of an effect once more, with the same request, and writes nothing: the run does not know of it.
 *
 * @throws TroupeError `usage` for an effect that asks no model, and what the model refuses with.
 */
export async function askAgain(
  cast: Cast,
  entries: readonly Entry[],
  effect: AskedEffect,
  { model: other, rewrite = (messages) => messages, signal }: AskAgainOptions,
): Promise<AskedAgain> {
  const now = () => cast.clock.now();
  const began = now();
  let [asked, firstMs]: [string, number | undefined] = ['', undefined];
  const paces = new Map<Model, Model>();
  const standsFor = (own: Model): Model => {
    const model = other ?? own;
    const standIn: Model = {
      name: model.name,
      ...(model.isFree === undefined ? {} : { isFree: model.isFree }),
      call(request) {
        asked = model.name;
        return model.call({ ...request, messages: rewrite(request.messages) });
      },
    };
    paces.set(standIn, model);
    return standIn;
  };
  const performed = await performApart(
    { ...cast, paceOf: (model) => cast.paceOf(paces.get(model) ?? model) },
    entries,
    effect,
    {
      key: `again-${crypto.randomUUID()}`,
      signal,
      standsFor,
      onPiece() {
        firstMs ??= now() - began;
      },
    },
  );
  if (!performed) throw new TroupeError('usage', `${effect.kind} asks no model: there is nothing to ask again.`);
  const { output, usage } = performed;
  const first = firstMs === undefined ? {} : { firstMs };
  return { output, ...(usage ? { usage } : {}), model: usage?.model ?? asked, ms: now() - began, ...first };
}
