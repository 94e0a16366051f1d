import type { Brief } from '../prompts/brief.ts';
import { directAnswer, lookupsFor, notDoneOf, takesTools } from './direct-answer.ts';
import { planMove } from './plan.ts';
import { type Request, readRequest } from './read-request.ts';
import { interpret } from './reading/interpret.ts';
import { abilities, filesOf } from './refusal-reason.ts';
import { move, type Reply, refusals } from './reply.ts';
import { isWork } from './steps.ts';
import type { Surroundings } from './surroundings.ts';

type ThinkBrief = Extract<Brief, { purpose: 'think' }>;

/** Leads a request on: reads every clause, answers what can be said at once, plans the rest, and names what nobody here can do. */
export function think(brief: ThinkBrief, around: Surroundings): Reply {
  const request = readRequest(brief.messages, around);
  const { language, readings } = request;
  if (readings.every(({ meaning }) => meaning.kind === 'unclear')) return unclear(brief, request, around);
  if (!readings.some(takesTools)) return directAnswer(brief, request, around);
  if (brief.planning === 'no') return lookedUp(brief, request, around);
  const count = readings.filter(isWork).length;
  const thought =
    language === 'en'
      ? `The request has ${count} ${count === 1 ? 'part' : 'parts'} that can be done.`
      : `请求中有 ${count} 个部分可以完成。`;
  return { text: '', toolCalls: [planMove(request, thought, notDoneOf(readings, around, language))] };
}

/** Where no plan may be made, tools are used at once. */
function lookedUp(brief: ThinkBrief, request: Request, around: Surroundings): Reply {
  const lookups = lookupsFor(request);
  if (brief.exchange.length > 0 || brief.isLast || lookups.length === 0) return directAnswer(brief, request, around);
  return { text: '', toolCalls: lookups.map(({ name, input }, index) => move(name, input, index + 1)) };
}

function unclear({ messages, mayAsk }: ThinkBrief, { readings, language }: Request, around: Surroundings): Reply {
  const previous = messages.filter((message) => message.role === 'user').at(-2)?.content;
  const wasAsked =
    previous !== undefined && interpret(previous, around).every(({ meaning }) => meaning.kind === 'unclear');
  // One question is enough: an answer that is just as unclear is met with what can be asked.
  if (wasAsked || !mayAsk) {
    return { text: abilities(around, language), toolCalls: refusals(notDoneOf(readings, around, language), true) };
  }
  const question =
    language === 'en'
      ? `What should be done? Name a figure, a grouping or a text to look for. ${filesOf(around, language)}`
      : `需要做什么？请写明要统计的数字、分组，或要查找的内容。${filesOf(around, language)}`;
  return { text: '', toolCalls: [move('ask_user', { question })] };
}
