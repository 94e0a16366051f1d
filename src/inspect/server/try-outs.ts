import { inWords, type Message, messageSchema } from '../../domain/message.ts';
import { TroupeError } from '../../errors.ts';
import type { AskedAgain } from '../../models/asked-again.ts';
import type { Model } from '../../models/model.ts';
import { cutValue, fullLimits } from '../cut-value.ts';
import { checkWhole } from '../sessions/fork-at.ts';
import type { Session } from '../sessions/session.ts';
import { nobodyAsks, type Trying } from '../sessions/trying.ts';
import type { Means, TryCommand } from '../try-out.ts';

/** Calls under way at once, and how long one may take. */
const [most, longestMs] = [4, 180_000];

type Reask = Extract<TryCommand, { type: 'reask' }>;

/** The calls that people make once more, each under its name until it has ended; every one is bounded and can be stopped. */
export class TryOuts {
  readonly #models: readonly Model[];
  readonly #calls = new Map<string, AbortController>();

  /** @param models who can be asked beside those of a run itself. */
  constructor(models: readonly Model[]) {
    this.#models = models;
  }

  /** What a fork of a session is made with, and who can be asked again. */
  async means(session: Session): Promise<Means> {
    const { forksIn, canAsk, cast } = await tryingOf(session);
    const known = cast && { models: cast.models.map(({ name }) => name), specialists: cast.specialists };
    return {
      models: canAsk ? this.#offered(cast).map(({ name }) => name) : [],
      limitMs: longestMs,
      ...(canAsk ? {} : { refusal: session.info.chart === undefined ? nobodyAsks : onlyOfHost }),
      ...(forksIn ? { fork: { ...known, kept: forksIn } } : {}),
    };
  }

  /** Makes a call once more. @throws TroupeError for a model that is not offered, messages that are none, and a call that was stopped. */
  async reask(session: Session, { key, call, model, messages }: Reask): Promise<unknown> {
    if (this.#calls.size >= most) {
      throw new TroupeError('usage', `${most} calls are under way here already. Stop one, or wait for it.`);
    }
    if (this.#calls.has(call)) throw new TroupeError('usage', `A call with the name "${call}" is under way already.`);
    const controller = new AbortController();
    this.#calls.set(call, controller);
    const timer = setTimeout(() => controller.abort(lateness()), longestMs);
    try {
      const { cast } = await tryingOf(session);
      const asked = model === undefined ? undefined : this.#offered(cast).find(({ name }) => name === model);
      if (model !== undefined && !asked) throw new TroupeError('usage', `The model "${model}" is not offered here.`);
      const rewrite = messages && rewriting(messages);
      controller.signal.throwIfAborted();
      const options = {
        signal: controller.signal,
        ...(asked ? { model: asked } : {}),
        ...(rewrite ? { rewrite } : {}),
      };
      const again = await within(session.command({ type: 'askAgain', key, options }), controller.signal);
      return cutValue(again as AskedAgain, fullLimits); // as the session says
    } finally {
      clearTimeout(timer);
      this.#calls.delete(call);
    }
  }

  /** Gives up a call; one that has ended is over already. */
  stop(call: string): void {
    this.#calls.get(call)?.abort(new TroupeError('usage', 'The call was stopped.'));
  }

  close(): void {
    for (const call of this.#calls.keys()) this.stop(call);
  }

  /** Models by their name, those of the run first. */
  #offered(cast: Trying['cast']): readonly Model[] {
    const all = [...(cast?.models ?? []), ...this.#models];
    return [...new Map(all.toReversed().map((model) => [model.name, model])).values()].toReversed();
  }
}

const onlyOfHost =
  'Only calls of an orchestrator\u2019s run can be asked again: agents and charts make theirs themselves.';

const lateness = () => new TroupeError('usage', `The model did not answer within ${longestMs / 1000} s.`);

/** A model that does not follow its signal keeps nobody waiting. */
function within<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  asked.catch(() => {});
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    asked.then(resolve, reject);
  });
}

const tryingOf = async (session: Session) => (await session.command({ type: 'trying' })) as Trying; // as the session says

/** Takes the messages of a page: those that are as they were shown are sent as they are, with what the page hides. */
function rewriting(given: readonly unknown[]): (messages: readonly Message[]) => readonly Message[] {
  return (messages) =>
    given.map((each, place) => {
      const own = messages[place];
      if (own && JSON.stringify(cutValue(inWords(own), fullLimits)) === JSON.stringify(each)) return own;
      checkWhole(each);
      const parsed = messageSchema.safeParse(each);
      if (parsed.success) return parsed.data;
      const [issue] = parsed.error.issues;
      throw new TroupeError(
        'usage',
        `Message ${place + 1} cannot be sent: ${issue?.path.join('.')}: ${issue?.message}`,
      );
    });
}
