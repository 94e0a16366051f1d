import type { AskedPerson } from '../../run/chart-observer.ts';
import { shellWord } from '../../text/shell-word.ts';
import type { OpenAsk, SessionInfo } from '../protocol.ts';
import { askWithoutSecrets } from '../secrets.ts';

/** What people are asked, as the page shows it: with forms, or with commands where the run is not driven here. `named` is what those need beside the run. */
export function shownAsks(
  waiting: readonly AskedPerson[],
  { id, isLive }: Pick<SessionInfo, 'id' | 'isLive'>,
  named: readonly string[] = [],
): readonly OpenAsk[] {
  // A hundred at once are more than a page can show.
  const asks = waiting.slice(0, 50).map((ask) => askWithoutSecrets(toOpenAsk(ask)));
  return isLive ? asks : asks.map((ask) => ({ ...ask, commands: commandsFor(ask, id, named) }));
}

function toOpenAsk({ runPath, arguments: given, ...ask }: AskedPerson): OpenAsk {
  const { kind, schema, step, specialist } = ask;
  const inPlan = step === undefined ? undefined : `step ${step}${specialist === undefined ? '' : `, ${specialist}`}`;
  const from = runPath?.join(' > ') ?? inPlan;
  // Of a call that asks something itself the arguments cannot be changed any more; agents leave them out.
  const isCall = kind === 'approval' && (schema !== undefined || runPath !== undefined);
  return {
    ...ask,
    ...(isCall && given !== undefined ? { arguments: given } : {}),
    ...(from === undefined ? {} : { from }),
  };
}

/** What is typed to answer a run. */
function commandsFor({ kind, id }: OpenAsk, run: string, named: readonly string[]): readonly string[] {
  const resume = ['troupe resume', shellWord(run), ...named].join(' ');
  const about = shellWord(id);
  switch (kind) {
    case 'plan-review':
      return [`${resume} --approve`, `${resume} --revise "what to change"`];
    case 'clarification':
      return [`${resume} --answer "your answer"`];
    case 'approval':
      return [`${resume} --approve ${about}`, `${resume} --refuse ${about} "why not"`];
    case 'form':
      return [`${resume} --answer ${about} 'your answer as JSON'`];
    default:
      return [`${resume} --answer ${about} "your answer"`];
  }
}
