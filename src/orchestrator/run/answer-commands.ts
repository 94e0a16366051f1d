import type { PersonReply } from '../../actors/open-questions.ts';
import type { JsonValue } from '../../domain/json.ts';
import { schemaProblem } from '../../domain/schemas/schema-problem.ts';
import { messageOf, TroupeError } from '../../errors.ts';
import { asData } from '../../log/as-data.ts';
import { endOf, openAsks, waitingIn } from '../../log/asks.ts';
import type { WaitingFor } from '../../log/run-result.ts';
import { answerProblem } from '../../tools/ask.ts';
import type { Run, Said } from './run.ts';
import { reply, type Submission } from './run-commands.ts';
import type { RunFeed } from './run-feed.ts';

/** What a person says to what a run waits for. */
export function answerCommands(
  feed: RunFeed,
  actor: Run['actor'],
): Pick<Run, 'answer' | 'approve' | 'refuse' | 'revise'> {
  const review = (event: Submission) => reply(feed, actor, 'plan-review', event);
  const isHostAsking = (kind: WaitingFor['kind'], id?: string) =>
    waitingIn(feed.log).some((each) => each.kind === kind && (id === undefined || each.id === id));
  return {
    answer(first: string, ...[answer, said]: [answer?: JsonValue, said?: Said]) {
      if (answer === undefined) {
        // A text alone is for the host's own question, or for the only one that is open.
        const [only, ...others] = openAsks(feed.log).filter(({ kind }) => kind !== 'approval');
        if (isHostAsking('clarification') || !only || others.length > 0) {
          if (others.length > 0 && !isHostAsking('clarification')) throw several(feed, 'answer');
          return reply(feed, actor, 'clarification', { type: 'clarification.answered', text: first });
        }
        return answerAsk(feed, only, first, {});
      }
      if (isHostAsking('clarification', first)) {
        return reply(feed, actor, 'clarification', { type: 'clarification.answered', text: textOf(answer) });
      }
      return answerAsk(feed, openOne(feed, first), answer, said);
    },
    approve(id, { arguments: edited, by } = {}) {
      const isReview = id === undefined ? isHostAsking('plan-review') : isHostAsking('plan-review', id);
      const approvals = openAsks(feed.log).filter(({ kind }) => kind === 'approval');
      if (isReview || (id === undefined && approvals.length === 0)) {
        return review({ type: 'plan.reviewed', verdict: 'approved' });
      }
      if (id === undefined && approvals.length > 1) throw several(feed, 'approve');
      const ask = openOne(feed, id ?? approvals[0]?.id ?? '');
      checkKind(feed, ask, true);
      const changed = edited === undefined ? {} : { arguments: checkedArguments(feed, ask, edited) };
      return submitReply(feed, { type: 'approval.given', data: { id: ask.id, ...whoOf(by), ...changed } });
    },
    refuse(id, reason, { by } = {}) {
      if (isHostAsking('plan-review', id)) {
        return review({ type: 'plan.reviewed', verdict: 'revise', remark: reason ?? '' });
      }
      const ask = openOne(feed, id);
      checkKind(feed, ask, true);
      const why = reason ? { reason } : {};
      return submitReply(feed, { type: 'approval.refused', data: { id, ...whoOf(by), ...why } });
    },
    revise: (remark) => review({ type: 'plan.reviewed', verdict: 'revise', remark }),
  };
}

const whoOf = (by: string | undefined) => (by === undefined ? {} : { by });
const textOf = (answer: JsonValue) => (typeof answer === 'string' ? answer : JSON.stringify(answer));

function answerAsk(feed: RunFeed, ask: WaitingFor, answer: JsonValue, { by }: Said = {}): Promise<boolean> {
  checkKind(feed, ask, false);
  // The log knows the kinds of the host by other entries.
  const { kind, options, schema } = ask;
  const asked = {
    kind: kind as 'question' | 'choice' | 'form', // checked in the line before
    ...(options ? { options } : {}),
    ...(schema ? { schema } : {}),
  };
  const problem = answerProblem(asked, answer);
  if (problem)
    throw new TroupeError('usage', `The answer to "${ask.id}" of run ${feed.log.run} does not fit: ${problem}.`);
  return submitReply(feed, { type: 'question.answered', data: { id: ask.id, ...whoOf(by), answer } });
}

/** @throws TroupeError `usage` for a question that is answered in another way. */
function checkKind({ log }: RunFeed, { id, kind }: WaitingFor, isApproval: boolean): void {
  if ((kind === 'approval') === isApproval) return;
  const how = isApproval
    ? `asks for an answer: run.answer("${id}", …)`
    : `asks for approval: run.approve("${id}") or run.refuse("${id}", why)`;
  throw new TroupeError('usage', `"${id}" of run ${log.run} ${how}.`);
}

/** The arguments that a person puts in place of those that were asked about, as JSON. @throws TroupeError `usage` for those that do not fit the tool. */
function checkedArguments({ log }: RunFeed, { id, tool, schema }: WaitingFor, edited: JsonValue): string {
  if (tool === undefined || !schema) {
    throw new TroupeError('usage', `"${id}" of run ${log.run} is no call of a tool: it has no arguments to edit.`);
  }
  const problem = schemaProblem(schema, edited);
  if (problem) {
    throw new TroupeError('usage', `The edited arguments do not fit ${tool} ("${id}" of run ${log.run}): ${problem}.`);
  }
  try {
    return JSON.stringify(edited);
  } catch (cause) {
    throw new TroupeError('usage', `The edited arguments of ${tool} are not JSON: ${messageOf(cause)}.`, { cause });
  }
}

/** The open question with an id. @throws TroupeError `usage` when there is none. */
function openOne(feed: RunFeed, id: string): WaitingFor {
  const { log } = feed;
  const open = openAsks(log);
  const one = feed.hasEnded ? undefined : open.find((each) => each.id === id);
  if (one) return one;
  const end = endOf(log, id);
  const what = end ? `is not open any more: ${ends[end.type]} at ${end.at}` : 'was not asked';
  const others = open.length === 0 ? 'Nothing is open.' : `Open are: ${open.map((each) => `"${each.id}"`).join(', ')}.`;
  throw new TroupeError('usage', `"${id}" of run ${log.run} ${what}. ${others}`);
}

const ends = {
  'approval.given': 'it was approved',
  'approval.refused': 'it was refused',
  'question.answered': 'it was answered',
  'question.withdrawn': 'it was withdrawn',
} as const;

function several({ log }: RunFeed, verb: string): TroupeError {
  const ids = openAsks(log).map(({ id }) => `"${id}"`);
  return new TroupeError('usage', `Run ${log.run} asks several things. Say which one to ${verb}: ${ids.join(', ')}.`);
}

/** Hands over what a person says; resolves with whether somebody still waited for it. */
function submitReply(feed: RunFeed, said: PersonReply): Promise<boolean> {
  const data = asData(said, `What was said to run ${feed.log.run}`);
  const { effects } = feed;
  if (!effects) return Promise.resolve(false);
  feed.rest.renew();
  return new Promise((resolve) => {
    effects.questions.reply(data, (isTaken) => {
      if (!isTaken) feed.settle();
      resolve(isTaken);
    });
  });
}
