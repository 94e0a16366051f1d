import type { JsonValue } from '../../domain/json.ts';
import { messageOf, TroupeError } from '../../errors.ts';
import type { InspectedRun } from './inspected-run.ts';
import type { SessionCommand } from './session.ts';

/** Who answers, for the log. */
const by = 'inspector';

function answer(run: InspectedRun, { ask, text }: Extract<SessionCommand, { type: 'answer' }>): Promise<boolean> {
  if (ask === undefined) return run.answer(text);
  const isForm = run.waiting.some(({ id, kind }) => id === ask && kind === 'form');
  return run.answer(ask, isForm ? toJson(text) : text, { by });
}

function toJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue; // what JSON gives is one
  } catch (cause) {
    throw new TroupeError('usage', `This is not JSON: ${messageOf(cause)}.`, { cause });
  }
}

/** Does to a run what a person asks for on the page. */
export function controlRun(run: InspectedRun, command: SessionCommand): unknown {
  switch (command.type) {
    case 'pause':
      return run.pause();
    case 'resume':
      return run.resume();
    case 'cancel':
      return run.cancel('cancelled in the inspector');
    case 'answer':
      return answer(run, command);
    case 'approve': {
      const { ask, arguments: edited } = command;
      return run.approve(ask, edited === undefined ? { by } : { by, arguments: toJson(edited) });
    }
    case 'refuse':
      return run.refuse(command.ask, command.text, { by });
    case 'revise':
      return run.revise(command.text);
    case 'steer':
      void run.steer(command.text);
      return undefined;
    case 'plan':
      return run.planMarkdown() ?? '';
    case 'editPlan':
      return run.editPlan(command.markdown);
    default:
      throw new TroupeError('usage', `A run has no command "${command.type}".`);
  }
}
