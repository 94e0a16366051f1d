import { Ledger } from '../../actors/ledger.ts';
import { type Price, spendingOf } from '../../actors/performers/bill.ts';
import type { Message } from '../../domain/message.ts';
import { ownValue } from '../../domain/own-value.ts';
import { TroupeError } from '../../errors.ts';
import type { PreparedRun } from '../../run/runner-config.ts';
import type { AgentServices } from '../agent-services.ts';
import { requestOf } from './agent-account.ts';
import type { AgentLimits } from './agent-chart.ts';
import type { AgentFeed } from './agent-feed.ts';
import type { OptionsByAgent } from './agent-options.ts';

/** What a run that is driven here has of its runner, and of the call that opened it. */
interface RunParts extends Pick<AgentServices, 'clock' | 'paceOf' | 'policy' | 'memory' | 'recalled'> {
  readonly feed: AgentFeed;
  readonly prices: Readonly<Record<string, Price>>;
  /** Those of the runner; those of the run are in its log. */
  readonly limits: AgentLimits | undefined;
  readonly context: Readonly<Record<string, unknown>> | undefined;
  readonly options: OptionsByAgent;
}

/** What the effects of a run stand on. */
export function servicesFor({ id, log }: PreparedRun, about: RunParts): AgentServices {
  const { feed, context, options, limits, prices, ...rest } = about;
  let ledger: Ledger | undefined;
  const request = () => requestOf(log.entries);
  return {
    ...rest,
    run: id,
    log,
    // Made when a call is first made: in a run that continues, everything that was used before is in the log by then.
    get ledger() {
      ledger ??= new Ledger(request()?.limits ?? limits ?? {}, { spent: spendingOf(feed.fold.usage) });
      return ledger;
    },
    priceOf({ name }) {
      const price = ownValue(prices, name);
      const { costUsd } = request()?.limits ?? {};
      if (price || costUsd === undefined) return price;
      const what = `The model "${name}" has no price, so a limit of ${costUsd} US dollars cannot be kept.`;
      throw new TroupeError('bad-config', `${what} Give it in prices.`);
    },
    get context() {
      return Object.freeze({ ...request()?.context, ...context });
    },
    optionsOf(agent) {
      const model = ownValue(options, agent)?.model;
      return { ...ownValue(request()?.agents ?? {}, agent), ...(model ? { models: [model].flat() } : {}) };
    },
    areOwn(messages, history) {
      const { messages: asked = [], learns = true } = request() ?? {};
      return learns && !history.some(({ task }) => task) && isSame(messages, asked);
    },
    delta: (runPath, edit) => feed.delta(runPath, edit),
  };
}

/** Whether two conversations say the same. */
const isSame = (some: readonly Message[], others: readonly Message[]) =>
  some.length === others.length &&
  some.every(({ role, content }, place) => role === others[place]?.role && content === others[place].content);
