import type { NotDone } from '../domain/thinking.ts';
import type { Brief } from '../prompts/brief.ts';
import { flawText } from './checked-text.ts';
import { finalize } from './finalize.ts';
import { readRequest } from './read-request.ts';
import { move, type Reply, refusals } from './reply.ts';
import { toSteps } from './steps.ts';
import type { Surroundings } from './surroundings.ts';

/** Closes a round: computes the figures again, has what went wrong done once more, then writes the answer and names what is missing. */
export function reflect(brief: Extract<Brief, { purpose: 'reflect' }>, around: Surroundings): Reply {
  const { plan, outputs, round, maxRounds } = brief;
  const { language, readings } = readRequest(brief.messages, around);
  const en = language === 'en';
  const flawed = outputs.flatMap((output) => {
    const why = flawText([output], language);
    return why === '' ? [] : [{ step: output.stepId, what: output.description, why }];
  });
  const lost = plan.steps
    .filter((step) => step.status !== 'completed' && !outputs.some((output) => output.stepId === step.id))
    .map((step) => ({
      step: step.id,
      status: step.status,
      what: step.description,
      why: step.reason ?? (en ? 'The step was not completed.' : '该步骤没有完成。'),
    }));
  // What is blocked is done again with what it needs; a step whose condition was not met is right as it is.
  const again = [...lost.filter(({ status }) => status === 'failed'), ...flawed];
  if (again.length > 0 && round === 1 && maxRounds > 1) {
    return { text: '', toolCalls: [move('go_on', { steps: again.map(({ step, why }) => ({ step, why })) })] };
  }
  const planned = new Set(plan.steps.map((step) => step.description));
  const leftOut = toSteps(readings, language)
    .filter((step) => !planned.has(step.description))
    .map(({ description }) => ({
      what: description,
      why: en ? 'The plan had no room for this step.' : '计划中没有容纳该步骤的位置。',
    }));
  const notDone: NotDone[] = [...lost, ...leftOut, ...flawed].map(({ what, why }) => ({ what, why }));
  return { text: finalize({ ...brief, purpose: 'finalize', notDone }), toolCalls: refusals(notDone) };
}
