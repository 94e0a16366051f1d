import {
  type Clock,
  createOrchestrator,
  type Message,
  type OrchestratorConfig,
  type Run,
  replay,
  systemClock,
} from 'troupe';
import { shippedSpecialists } from 'troupe/offline';
import { openaiModel } from 'troupe/openai';
import { today } from './calendar.ts';
import { patienceMs, type Side } from './side.ts';

/** For a question that nobody prepared a reply to. */
const noReply = 'Take the most likely reading. 请按最可能的理解来做。';

/** The orchestrator with the shipped specialists and its defaults, save deadlines. */
export const charts: Side = (request) => orchestrate(request, {});

/** The same where every request is planned. */
export const planned: Side = (request) => orchestrate(request, { complexityThreshold: 0 });

async function orchestrate(
  { id, messages, files, endpoint, repliesTo }: Parameters<Side>[0],
  settings: Pick<OrchestratorConfig, 'complexityThreshold'>,
): ReturnType<Side> {
  const troupe = createOrchestrator({
    model: openaiModel({ ...endpoint, firstTokenMs: patienceMs, idleMs: patienceMs }),
    specialists: shippedSpecialists({ files }),
    timeouts: { callMs: patienceMs, stepMs: patienceMs, answerMs: patienceMs },
    clock: clockOn(today),
    ...settings,
  });
  let hasReplied = false;
  const replyTo = (answer: string) => {
    const reply = hasReplied ? undefined : repliesTo(answer);
    hasReplied ||= reply !== undefined;
    return reply;
  };
  const turn = async (said: readonly Message[], runId: string) => {
    const run = troupe.start(said, { runId });
    for (let result = await run.settled(); result.status === 'waiting'; result = await run.settled()) {
      await run.answer(replyTo('') ?? noReply);
    }
    return { run, result: await run.result };
  };

  const first = await turn(messages, id);
  const { content } = first.result.message;
  const reply = first.result.status === 'completed' ? replyTo(content) : undefined;
  const turns = reply === undefined ? [first] : [first, await turn(goOn(messages, content, reply), `${id}-2`)];
  const { result } = turns.at(-1) ?? first;
  return {
    answer: result.message.content,
    replays: turns.every(({ run }) => isReplayable(run)),
    ...(result.status === 'completed' ? {} : { failure: `${result.status}: ${result.error?.message ?? ''}` }),
  };
}

const goOn = (messages: readonly Message[], answer: string, reply: string): Message[] => [
  ...messages,
  { role: 'assistant', content: answer },
  { role: 'user', content: reply },
];

const isReplayable = (run: Run) => replay(JSON.parse(JSON.stringify(run.log))).equal;

/** The system's clock, set to nine o'clock of a day. */
function clockOn(day: string): Clock {
  const offset = Date.parse(`${day}T09:00:00Z`) - systemClock.now();
  return { ...systemClock, now: () => systemClock.now() + offset };
}
