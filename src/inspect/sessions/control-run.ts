import { TroupeError } from '../../errors.ts';
import type { InspectedRun } from './inspected-run.ts';
import { by, isAskReply, replyToAsk } from './reply-to-ask.ts';
import type { SessionCommand } from './session.ts';

/** Does to a run what a person asks for on the page. */
export function controlRun(run: InspectedRun, command: SessionCommand): unknown {
  if (isAskReply(command)) return replyToAsk(run, run.waiting, command);
  switch (command.type) {
    case 'pause':
      return run.pause();
    case 'resume':
      return run.resume();
    case 'cancel':
      return run.cancel('cancelled in the inspector');
    case 'answer':
      return run.answer(command.text);
    case 'approve':
      return run.approve(undefined, { by });
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
